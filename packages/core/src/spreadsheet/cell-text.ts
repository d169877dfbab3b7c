import { escapedCode, formula } from '../fields/index.ts';

const escaped = new RegExp(`\\\\u\\{(${escapedCode})\\}`, 'g');

/** The text of a cell of TSV, or of one of CSV without its apostrophe. */
export function unescapeCell(cell: string): string {
  return cell.replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The text that `guardFormula` made a cell of. */
export function unguardFormula(cell: string): string {
  const text = unescapeCell(cell);
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}
