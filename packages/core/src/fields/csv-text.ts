import { withoutControls } from './escaped-text.ts';

/** What a spreadsheet would run: half and full width signs, after any blanks. */
const formula = /^\s*[=+\-@＝＋－＠\t\r\0]/u;
const quotedPattern = /[",\r\n]|^\s|\s$/;

/** Text that a spreadsheet would take for a formula is told to be text; controls, which a terminal would act upon, are escaped. */
export function guardFormula(text: string): string {
  return withoutControls(formula.test(text) ? `'${text}` : text);
}

/** A cell of RFC 4180. */
export function quoteCsv(cell: string): string {
  return quotedPattern.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Text as a cell of a file that a spreadsheet opens: as text, whatever it looks like. */
export function formatCsvText(text: string): string {
  return quoteCsv(guardFormula(text));
}
