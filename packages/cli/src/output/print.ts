import process from 'node:process';
import {
  type FormatContext,
  formatCsvText,
  formatTsvText,
  jsonText,
  type Locale,
  type Tone,
  type Translate,
  withoutControls,
} from '@gantry/core';
import type { CliKey } from '../context/cli-key.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import type { Pair } from './pairs.ts';
import { renderRecordTable } from './table.ts';
import { isColorWanted } from './wants-color.ts';
import { escapeControls, safeLines } from './wrap-text.ts';

let siteCurrency: string | undefined;

/** Sets the currency of the site, which applies to amounts of records without one. */
export function setSiteCurrency(currency: string | null): void {
  siteCurrency = currency ?? undefined;
}

/** The format of values on this machine. The time zone is computed on first use, because that is slow and only times need it. */
export function formatContext(locale: Locale): FormatContext {
  let zone: string | undefined;
  return {
    locale,
    ...(siteCurrency === undefined ? {} : { currency: siteCurrency }),
    get timeZone() {
      zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
      return zone;
    },
  };
}

/** The output forms of `-o`. */
export const outputForms = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'id'] as const;
export type OutputForm = (typeof outputForms)[number];

/** Where data is written, the language of its labels, and the options that select its fields. */
export interface Printer {
  readonly t: Translate<CliKey>;
  options(): { readonly fields: readonly string[] | null; readonly jq: string | null; readonly color: string };
  write(text: string): Promise<void>;
  note(line: string): void;
  /** Whether something may have been changed. After that, a wrong filter is reported but does not fail the command. */
  hasWritten(): boolean;
  setStatus(status: number): void;
}

export type DataRecord = Readonly<Record<string, unknown>>;

/** A column of a list: the name of the field, its title, and the format of its values. */
export interface PrintColumn {
  readonly name: string;
  readonly title: string;
  readonly right?: boolean;
  /** Cut this column last. */
  readonly full?: boolean;
  format(value: unknown, record: DataRecord): string;
  /** Converts a value to a CSV or TSV cell when it differs from the value itself, as for amounts, times and lists. */
  toText?(value: unknown): string;
  /** The unit of the amounts of this column in CSV and TSV. */
  readonly unit?: string;
  /** The tone of a value according to its definition. */
  tone?(value: unknown): Tone | null;
}

const toPlainText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A CSV or TSV cell as an export writes it. A value that is not of a field is written as JSON. */
function toCell(value: unknown, column: PrintColumn, form: 'csv' | 'tsv'): string {
  const text = column.toText && value !== null && value !== undefined ? column.toText(value) : toPlainText(value);
  if (form === 'tsv') return formatTsvText(text);
  return typeof value === 'number' || typeof value === 'boolean' ? text : formatCsvText(text);
}

const isRecord = (value: unknown): value is DataRecord => typeof value === 'object' && value !== null;

/** The error for unknown names in `--json=`, with the known names. */
export function getRejectedFields(
  unknown: readonly string[],
  names: Iterable<string>,
  { t }: Pick<Printer, 't'>,
): CliError {
  const rejected = t('cli.invalidValue', { name: '--json', value: unknown.join(',') });
  return new CliError(rejected, exitCodes.usage, { hint: t('cli.validValues', { values: [...names].join(' ') }) });
}

/** Reduces records to the requested fields. In a list response only its items are reduced. */
function pickFields(data: unknown, fields: readonly string[], printer: Printer): unknown {
  const list = Array.isArray(data) ? data : isRecord(data) && Array.isArray(data.items) ? data.items : null;
  const records = (list ?? [data]).filter(isRecord);
  const unknown = fields.filter((name) => !records.some((record) => name in record));
  if (records.length > 0 && unknown.length > 0) {
    const rejection = getRejectedFields(unknown, new Set(records.flatMap((record) => Object.keys(record))), printer);
    if (!printer.hasWritten()) throw rejection;
    printer.note(rejection.message);
  }
  const pick = (record: DataRecord) => Object.fromEntries(fields.map((name) => [name, record[name] ?? null]));
  if (list === null) return isRecord(data) ? pick(data) : data;
  return Array.isArray(data) ? records.map(pick) : { ...(data as DataRecord), items: records.map(pick) };
}

/** Reduces data to the requested fields, if there are any. */
export function selectFields<T>(printer: Printer, data: T): unknown {
  const { fields } = printer.options();
  return fields ? pickFields(data, fields, printer) : data;
}

/** Writes a value as JSON, or the output of the jq filter for it. Throws when the filter does not fit the value. */
export async function writeJson(printer: Printer, value: unknown, indent = 0): Promise<void> {
  const { jq } = printer.options();
  if (jq === null) return printer.write(`${jsonText(value, indent)}\n`);
  const { applyFilter } = await import('./jq.ts');
  const isTerminal = process.stdout.isTTY === true;
  const text = await applyFilter(jq, value, isTerminal);
  await printer.write(isTerminal ? safeLines(text) : withoutControls(text));
}

/**
 * Prints a response as JSON, reduced to the requested fields. After a change, a filter that does not fit is only reported, and
 * the command goes on to report what it did.
 */
export async function printJson(printer: Printer, data: unknown, indent = 0): Promise<void> {
  try {
    await writeJson(printer, selectFields(printer, data), indent);
  } catch (error) {
    if (!(error instanceof CliError) || !printer.hasWritten()) throw error;
    printer.note(error.message);
    printer.setStatus(error.status);
  }
}

/** Prints records in an output form. Tables show labels, the other forms show raw values. */
export async function printRecords(
  printer: Printer,
  records: readonly DataRecord[],
  columns: readonly PrintColumn[],
  form: OutputForm,
  data: unknown,
): Promise<void> {
  if (form === 'json') return printJson(printer, data, 2);
  if (form === 'yaml') return printer.write((await import('./yaml.ts')).toYaml(data));
  const onOmitted = (titles: readonly string[]) =>
    printer.note(printer.t('cli.columnsLeft', { names: titles.join(', ') }));
  const text = renderRecords(records, columns, form, { color: isColorWanted(printer.options().color), onOmitted });
  await printer.write(text);
}

interface Rendering {
  /** Whether to start with the column names; false for all pages after the first. */
  readonly header?: boolean;
  readonly color?: boolean;
  /** Receives the titles of columns that do not fit into a table. */
  onOmitted?(titles: readonly string[]): void;
}

/** Formats records in a form that can be written page by page. Only the first page has a header. */
export function renderRecords(
  records: readonly DataRecord[],
  columns: readonly PrintColumn[],
  form: OutputForm,
  { header = true, color = false, onOmitted }: Rendering = {},
): string {
  const getLines = (row: (record: DataRecord) => string) => records.map((record) => `${row(record)}\n`).join('');
  if (form === 'id') return getLines((record) => toPlainText(record.id));
  if (form === 'ndjson') return getLines((record) => jsonText(record));
  if (form === 'csv' || form === 'tsv') {
    const [separator, end] = form === 'csv' ? [',', '\r\n'] : ['\t', '\n'];
    const toLine = (cells: readonly string[]) => `${cells.join(separator)}${end}`;
    const heading = columns.map(({ name, unit }) => (unit ? `${name} (${unit})` : name));
    const rows = records.map((record) => toLine(columns.map((column) => toCell(record[column.name], column, form))));
    return (header ? toLine(heading) : '') + rows.join('');
  }
  const cells = records.map((record) =>
    columns.map((column) => escapeControls(column.format(record[column.name], record))),
  );
  const getTone = (row: number, at: number) => {
    const column = columns[at];
    return column?.tone?.(records[row]?.[column.name]) ?? null;
  };
  const { text, omitted } = renderRecordTable(columns, cells, color ? getTone : undefined);
  if (omitted.length > 0) onOmitted?.(omitted);
  return text;
}

/** Escapes each line of a text. */
const escapeLines = (text: string) => text.trimEnd().split(/\r?\n/).map(escapeControls).join('\n');

/** Prints one record as names and values, followed by the names of the empty ones; or in a data form. */
export async function printRecord(
  printer: Printer,
  record: DataRecord,
  columns: readonly PrintColumn[],
  form: OutputForm,
): Promise<void> {
  if (form !== 'table') return printRecords(printer, [record], columns, form, record);
  const all = columns.map((column) => ({
    name: escapeControls(column.title),
    value: escapeLines(column.format(record[column.name], record)),
    tone: column.tone?.(record[column.name]) ?? null,
  }));
  const empty = all.filter(({ value }) => value === '').map(({ name }) => name);
  const rest: Pair[] =
    empty.length > 0 ? [{ name: printer.t('cli.empty'), value: empty.join(', '), tone: 'neutral' }] : [];
  const { renderPairs } = await import('./pairs.ts');
  const pairs = [...all.filter(({ value }) => value !== ''), ...rest];
  await printer.write(renderPairs(pairs, isColorWanted(printer.options().color)));
}

/** Prints any response: as data, or as a list of keys and values. */
export async function printAnswer(printer: Printer, answer: unknown, form: OutputForm): Promise<void> {
  const isList = Array.isArray(answer) && answer.every((entry) => typeof entry === 'object' && entry !== null);
  const records = (
    isList ? answer : [typeof answer === 'object' && answer !== null ? answer : { value: answer }]
  ) as DataRecord[];
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names.map((name) => ({ name, title: name, format: toPlainText }));
  if (isList) return printRecords(printer, records, columns, form, answer);
  return form === 'table'
    ? printRecord(printer, records[0] ?? {}, columns, form)
    : printRecords(printer, records, columns, form, answer);
}
