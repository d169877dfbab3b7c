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

/** The currency of the site, once it is known: amounts of records that name none are in it. */
export function setSiteCurrency(currency: string | null): void {
  siteCurrency = currency ?? undefined;
}

/** How values read here. Asking for the zone of this machine takes a while, and only a time needs it. */
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

/** The forms that `-o` names. */
export const outputForms = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'id'] as const;
export type OutputForm = (typeof outputForms)[number];

/** Where data goes, in which language its frame is, and to what JSON is narrowed. */
export interface Printer {
  readonly t: Translate<CliKey>;
  options(): { readonly fields: readonly string[] | null; readonly jq: string | null; readonly color: string };
  write(text: string): Promise<void>;
  note(line: string): void;
  /** Something may have been changed: what is asked for wrongly since then is said, and is no failure. */
  hasWritten(): boolean;
  setStatus(status: number): void;
}

export type DataRecord = Readonly<Record<string, unknown>>;

/** A column of a list: the field's name, its title, and how its values read. */
export interface PrintColumn {
  readonly name: string;
  readonly title: string;
  readonly right?: boolean;
  /** Cut last of all. */
  readonly full?: boolean;
  format(value: unknown, record: DataRecord): string;
  /** A value as the text of a cell of CSV or TSV, where that is not the value itself: amounts and lists. */
  toText?(value: unknown): string;
  /** Of the amounts of the column in CSV and TSV. */
  readonly unit?: string;
  /** How good or bad a value is, where the definition says so. */
  tone?(value: unknown): Tone | null;
}

const plain = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** A cell of CSV or TSV, as an export writes it; what is no column of a field stays as JSON has it. */
function toCell(value: unknown, column: PrintColumn, form: 'csv' | 'tsv'): string {
  const text = column.toText && value !== null && value !== undefined ? column.toText(value) : plain(value);
  if (form === 'tsv') return formatTsvText(text);
  return typeof value === 'number' || typeof value === 'boolean' ? text : formatCsvText(text);
}

const isRecord = (value: unknown): value is DataRecord => typeof value === 'object' && value !== null;

/** The error of unknown names in `--json=`, with the known names. */
export function getRejectedFields(
  unknown: readonly string[],
  names: Iterable<string>,
  { t }: Pick<Printer, 't'>,
): CliError {
  const rejected = t('cli.invalidValue', { name: '--json', value: unknown.join(',') });
  return new CliError(rejected, exitCodes.usage, { hint: t('cli.validValues', { values: [...names].join(' ') }) });
}

/** Records with the fields that were asked for alone; of a list its items, so that what else it tells stays. */
function narrowed(data: unknown, fields: readonly string[], printer: Printer): unknown {
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

/** What was answered, or the fields of it that were asked for. */
export function selectFields<T>(printer: Printer, data: T): unknown {
  const { fields } = printer.options();
  return fields ? narrowed(data, fields, printer) : data;
}

/** A value as JSON, or what the filter that was asked for makes of it; one that does not fit throws. */
export async function writeJson(printer: Printer, value: unknown, indent = 0): Promise<void> {
  const { jq } = printer.options();
  if (jq === null) return printer.write(`${jsonText(value, indent)}\n`);
  const { applyFilter } = await import('./jq.ts');
  const isTerminal = process.stdout.isTTY === true;
  const text = await applyFilter(jq, value, isTerminal);
  await printer.write(isTerminal ? safeLines(text) : withoutControls(text));
}

/**
 * What the API answered, or the fields of it that were asked for. What was changed is changed: a filter that does not fit is
 * said then, and the command goes on to tell what it did.
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

/** Records in one of the forms; tables show words, the other forms raw values. */
export async function printRecords(
  printer: Printer,
  records: readonly DataRecord[],
  columns: readonly PrintColumn[],
  form: OutputForm,
  data: unknown,
): Promise<void> {
  if (form === 'json') return printJson(printer, data, 2);
  if (form === 'yaml') return printer.write((await import('./yaml.ts')).toYaml(data));
  const onLeft = (titles: readonly string[]) =>
    printer.note(printer.t('cli.columnsLeft', { names: titles.join(', ') }));
  const text = renderRecords(records, columns, form, { color: isColorWanted(printer.options().color), onLeft });
  await printer.write(text);
}

interface Rendering {
  /** Names of the columns first; on a page that follows another they are left out. */
  readonly header?: boolean;
  readonly color?: boolean;
  /** Called with the titles of columns that a table has no room for. */
  onLeft?(titles: readonly string[]): void;
}

/** The forms that can be written a page at a time; a header only with the first. */
export function renderRecords(
  records: readonly DataRecord[],
  columns: readonly PrintColumn[],
  form: OutputForm,
  { header = true, color = false, onLeft }: Rendering = {},
): string {
  const lines = (row: (record: DataRecord) => string) => records.map((record) => `${row(record)}\n`).join('');
  if (form === 'id') return lines((record) => plain(record.id));
  if (form === 'ndjson') return lines((record) => jsonText(record));
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
  const toneOf = (row: number, at: number) => {
    const column = columns[at];
    return column?.tone?.(records[row]?.[column.name]) ?? null;
  };
  const { text, left } = renderRecordTable(columns, cells, color ? toneOf : undefined);
  if (left.length > 0) onLeft?.(left);
  return text;
}

/** A text as it is written, line by line. */
const linesOf = (text: string) => text.trimEnd().split(/\r?\n/).map(escapeControls).join('\n');

/** One record as names and values, the names of what is empty behind all others, or in a data form. */
export async function printRecord(
  printer: Printer,
  record: DataRecord,
  columns: readonly PrintColumn[],
  form: OutputForm,
): Promise<void> {
  if (form !== 'table') return printRecords(printer, [record], columns, form, record);
  const all = columns.map((column) => ({
    name: escapeControls(column.title),
    value: linesOf(column.format(record[column.name], record)),
    tone: column.tone?.(record[column.name]) ?? null,
  }));
  const empty = all.filter(({ value }) => value === '').map(({ name }) => name);
  const rest: Pair[] =
    empty.length > 0 ? [{ name: printer.t('cli.empty'), value: empty.join(', '), tone: 'neutral' }] : [];
  const { renderPairs } = await import('./pairs.ts');
  const pairs = [...all.filter(({ value }) => value !== ''), ...rest];
  await printer.write(renderPairs(pairs, isColorWanted(printer.options().color)));
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
