import type { Context } from '../context.ts';
import type { OutputForm } from './forms.ts';
import { safe } from './safe.ts';
import { renderTable } from './table.ts';

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

/** First characters that a spreadsheet would run as a formula. */
const formula = /^[\s]*[=+\-@＝＋－＠\t\r]/;

function csvCell(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = plain(value);
  const guarded = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

const tsvCell = (value: unknown) => plain(value).replace(/[\t\r\n]+/g, ' ');

/** Records in one of the forms; tables show words, the other forms raw values. */
export async function printRecords(
  context: Context,
  records: readonly DataRecord[],
  columns: readonly PrintColumn[],
  form: OutputForm,
  data: unknown,
): Promise<void> {
  if (form === 'json') return context.write(`${JSON.stringify(data, null, 2)}\n`);
  if (form === 'yaml') return context.write((await import('./yaml.ts')).toYaml(data));
  await context.write(renderRecords(records, columns, form));
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
  context: Context,
  record: DataRecord,
  columns: readonly PrintColumn[],
  form: OutputForm,
): Promise<void> {
  if (form !== 'table') return printRecords(context, [record], columns, form, record);
  const rows = columns.map((column) => [column.title, safe(column.format(record[column.name], record))]);
  await context.write(renderTable([{ title: context.t('cli.field') }, { title: context.t('cli.value') }], rows));
}

/** Any answer: as data, or as a list of keys and values. */
export async function printAnswer(context: Context, answer: unknown, form: OutputForm): Promise<void> {
  const isList = Array.isArray(answer) && answer.every((entry) => typeof entry === 'object' && entry !== null);
  const records = (
    isList ? answer : [typeof answer === 'object' && answer !== null ? answer : { value: answer }]
  ) as DataRecord[];
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names.map((name) => ({ name, title: name, format: plain }));
  if (isList) return printRecords(context, records, columns, form, answer);
  return form === 'table'
    ? printRecord(context, records[0] ?? {}, columns, form)
    : printRecords(context, records, columns, form, answer);
}
