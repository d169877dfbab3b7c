import { type Field, formatPlainMoney, guardFormula, jsonText, localize, quoteCsv } from '@gantry/core';
import { type FileForm, totalLabel } from './record-file.ts';

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

/** Values bare, under the names of their fields. */
export const writeCsv: FileForm = async function* ({ names, fields, pages, sums, locale }) {
  yield byteOrderMark + formatCsvLine(names);
  for await (const records of pages) {
    yield records
      .map((record) => formatCsvLine(names.map((name) => formatCsvCell(record[name], fields[name]))))
      .join('');
  }
  if (!sums) return;
  for (const line of sums.lines()) {
    const cells = names.map((name) => (line.has(name) ? formatCsvCell(line.get(name), fields[name]) : ''));
    const first = cells.indexOf('');
    yield formatCsvLine(cells.map((cell, at) => (at === first ? localize(totalLabel, locale) : cell)));
  }
};

/** An object a line, as the API answers it. */
export const writeNdjson: FileForm = async function* ({ pages, sums }) {
  for await (const records of pages) yield records.map((record) => `${jsonText(record)}\n`).join('');
  for (const line of sums?.lines() ?? []) yield `${jsonText({ totals: Object.fromEntries(line) })}\n`;
};
