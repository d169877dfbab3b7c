import { csvGuarded, csvQuoted, type Field, plainMoney } from '@gantry/core';

/** UTF-8 mark, so that spreadsheets read Chinese. */
export const byteOrderMark = '\uFEFF';

/** One line of RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvQuoted).join(',')}\r\n`;
}

/** A value of a record as a cell that an import reads back: bare, numbers as numbers. */
export function csvCell(value: unknown, field: Field | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return field?.kind === 'money' ? plainMoney(value, field) : String(value);
  if (typeof value === 'boolean') return String(value);
  if (field?.kind === 'json') return csvGuarded(JSON.stringify(value));
  return csvGuarded(Array.isArray(value) ? value.join(';') : String(value));
}
