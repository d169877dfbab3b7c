/** C0 but for tab and line ends, DEL and C1: what starts a sequence that a terminal acts upon. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** DEL, C1, bidirectional controls, marks without a width and line separators, which JSON need not escape. */
const unescaped = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Text for a file of cells: the controls are written as `\\u{1b}`, everything else as it is. */
export function withoutControls(text: string): string {
  return text.replace(controls, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** JSON of which no character acts upon a terminal or changes the order in which it reads; the value stays the same. */
export function jsonText(value: unknown, indent = 0): string {
  return escapeJson(JSON.stringify(value, null, indent));
}

/** The same of what is JSON already, or YAML, where such characters stand in double quotes. */
export function escapeJson(json: string): string {
  return json.replace(unescaped, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What a spreadsheet would run: half and full width signs, after any blanks, and after apostrophes that mark such as text. */
export const formula = /^'*\s*[=+\-@＝＋－＠\t\r\0]/u;
const quotedPattern = /[",\r\n]|^\s|\s$/;

export const escapedCode = '(?:[0-9a-f]|1[0-9a-f]|7f|[89][0-9a-f]|5c)';
/** The backslash of what already looks like an escaped control. */
const escapeLike = new RegExp(`\\\\(?=u\\{${escapedCode}\\})`, 'g');

const escapeText = (text: string) => withoutControls(text.replace(escapeLike, '\\u{5c}'));

/**
 * Marks text that a spreadsheet would take for a formula as text, by an apostrophe, and escapes controls, which a terminal would act
 * upon. `unguardFormula` is its inverse: an apostrophe before a formula and a written escape are marked again.
 */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${escapeText(text)}` : escapeText(text);
}

/** Text as a cell of TSV, which programs read line by line: tabs and line ends are escaped as controls are, and nothing is marked. */
export function formatTsvText(text: string): string {
  const cell = escapeText(text).replace(/[\t\r\n]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
  return cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A cell of RFC 4180. */
export function quoteCsv(cell: string): string {
  return quotedPattern.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Text as a cell of a file that a spreadsheet opens: as text, whatever it looks like. */
export function formatCsvText(text: string): string {
  return quoteCsv(guardFormula(text));
}
