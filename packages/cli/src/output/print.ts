import { csvText, type Translate } from '@gantry/core';
import type { CliKey } from '../cli-key.ts';
import type { OutputForm } from './forms.ts';
import { safe } from './safe.ts';
import { renderTable } from './table.ts';

/** Where data goes, and in which language its frame is. */
interface Printer {
  readonly t: Translate<CliKey>;
  write(text: string): Promise<void>;
}

export type DataRecord = Readonly<Record<string, unknown>>;

/** A column of a list: the field's name, its title, and how its values read. */
export interface PrintColumn {
  readonly name: string;
  readonly title: string;
  readonly right?: boolean;
  format(value: unknown, record: DataRecord): string;
}

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

function csvCell(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : csvText(plain(value));
}

const tsvCell = (value: unknown) => plain(value).replace(/[\t\r\n]+/g, ' ');

/** Records in one of the forms; tables show words, the other forms raw values. */
export async function printRecords(
  printer: Printer,
  records: readonly DataRecord[],
  columns: readonly PrintColumn[],
  form: OutputForm,
  data: unknown,
): Promise<void> {
  if (form === 'json') return printer.write(`${JSON.stringify(data, null, 2)}\n`);
  if (form === 'yaml') return printer.write((await import('./yaml.ts')).toYaml(data));
  await printer.write(renderRecords(records, columns, form));
}

/** The forms that can be written a page at a time; a header only with the first. */
export function renderRecords(
  records: readonly DataRecord[],
  columns: readonly PrintColumn[],
  form: OutputForm,
  header = true,
): string {
  const names = columns.map((column) => column.name);
  const lines = (row: (record: DataRecord) => string) => records.map((record) => `${row(record)}\n`).join('');
  if (form === 'id') return lines((record) => plain(record.id));
  if (form === 'ndjson') return lines((record) => JSON.stringify(record));
  if (form === 'csv')
    return (
      (header ? `${names.join(',')}\r\n` : '') +
      records.map((record) => `${names.map((name) => csvCell(record[name])).join(',')}\r\n`).join('')
    );
  if (form === 'tsv')
    return (
      (header ? `${names.join('\t')}\n` : '') + lines((record) => names.map((name) => tsvCell(record[name])).join('\t'))
    );
  const cells = records.map((record) => columns.map((column) => safe(column.format(record[column.name], record))));
  return renderTable(columns, cells);
}

/** One record as two columns, or in a data form. */
export async function printRecord(
  printer: Printer,
  record: DataRecord,
  columns: readonly PrintColumn[],
  form: OutputForm,
): Promise<void> {
  if (form !== 'table') return printRecords(printer, [record], columns, form, record);
  const rows = columns.map((column) => [column.title, safe(column.format(record[column.name], record))]);
  await printer.write(renderTable([{ title: printer.t('cli.field') }, { title: printer.t('cli.value') }], rows));
}

/** Any answer: as data, or as a list of keys and values. */
export async function printAnswer(printer: Printer, answer: unknown, form: OutputForm): Promise<void> {
  const isList = Array.isArray(answer) && answer.every((entry) => typeof entry === 'object' && entry !== null);
  const records = (
    isList ? answer : [typeof answer === 'object' && answer !== null ? answer : { value: answer }]
  ) as DataRecord[];
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names.map((name) => ({ name, title: name, format: plain }));
  if (isList) return printRecords(printer, records, columns, form, answer);
  return form === 'table'
    ? printRecord(printer, records[0] ?? {}, columns, form)
    : printRecords(printer, records, columns, form, answer);
}
