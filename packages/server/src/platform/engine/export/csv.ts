import { type Field, formatPlainMoney, guardFormula, quoteCsv } from '@gantry/core';

/** UTF-8 mark, so that spreadsheets read Chinese. */
export const byteOrderMark = '\uFEFF';

/** One line of RFC 4180. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCsv).join(',')}\r\n`;
}

/** A value of a record as a cell that an import reads back: bare, numbers as numbers. */
export function formatCsvCell(value: unknown, field: Field | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return field?.kind === 'money' ? formatPlainMoney(value, field) : String(value);
  if (typeof value === 'boolean') return String(value);
  if (field?.kind === 'json') return guardFormula(JSON.stringify(value));
  return guardFormula(Array.isArray(value) ? value.join(';') : String(value));
}
