import { escapedCode, formula } from '../fields/index.ts';

const escaped = new RegExp(`\\\\u\\{(${escapedCode})\\}`, 'g');

/** Returns the text of a TSV cell, or of a CSV cell without its apostrophe. */
export function unescapeCell(cell: string): string {
  return cell.replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Reverses `guardFormula`. */
export function unguardFormula(cell: string): string {
  const text = unescapeCell(cell);
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}
