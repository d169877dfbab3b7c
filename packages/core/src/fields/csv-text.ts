/** Control characters that can start a terminal escape sequence: C0 except tab and line breaks, DEL and C1. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** DEL, C1, bidirectional controls, zero-width characters and line separators, which JSON does not escape. */
const unescaped = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Replaces control characters by `\\u{1b}`. Other characters are unchanged. */
export function withoutControls(text: string): string {
  return text.replace(controls, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Returns JSON without characters that act on a terminal or change the reading order. The value is unchanged. */
export function jsonText(value: unknown, indent = 0): string {
  return escapeJson(JSON.stringify(value, null, indent));
}

/** Escapes the same characters in existing JSON, or in YAML strings in double quotes. */
export function escapeJson(json: string): string {
  return json.replace(unescaped, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Matches text that a spreadsheet would run as a formula: a half-width or full-width sign after optional blanks and apostrophes.
 */
export const formula = /^'*\s*[=+\-@＝＋－＠\t\r\0]/u;
const quotedPattern = /[",\r\n]|^\s|\s$/;

export const escapedCode = '(?:[0-9a-f]|1[0-9a-f]|7f|[89][0-9a-f]|5c)';
/** The backslash of text that already looks like an escaped control character. */
const escapeLike = new RegExp(`\\\\(?=u\\{${escapedCode}\\})`, 'g');

const escapeText = (text: string) => withoutControls(text.replace(escapeLike, '\\u{5c}'));

/**
 * Marks text that a spreadsheet would read as a formula with an apostrophe, and escapes control characters, on which a terminal
 * would act. `unguardFormula` reverses it: an apostrophe before a formula and an existing escape are marked as well.
 */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${escapeText(text)}` : escapeText(text);
}

/** Formats a TSV cell for programs that read line by line: tabs and line breaks are escaped too, and formulas are not marked. */
export function formatTsvText(text: string): string {
  const cell = escapeText(text).replace(/[\t\r\n]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
  return cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Quotes a CSV cell as RFC 4180 requires. */
export function quoteCsv(cell: string): string {
  return quotedPattern.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Formats a CSV cell that spreadsheets open as text, whatever it looks like. */
export function formatCsvText(text: string): string {
  return quoteCsv(guardFormula(text));
}
