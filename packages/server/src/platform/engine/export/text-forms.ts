import {
  type Field,
  formatIsoTime,
  formatList,
  formatPlainMoney,
  formatTime,
  formatTsvText,
  getAmountUnit,
  guardFormula,
  jsonText,
  localizeTotal,
  parseMoment,
  quoteCsv,
} from '@gantry/core';
import type { FileForm, FileRecord, RecordFile } from './record-file.ts';

/** Byte order mark, so that spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Returns a line of CSV by RFC 4180. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCsv).join(',')}\r\n`;
}

type TimeContext = Pick<RecordFile, 'timeFormat' | 'timeZone'>;

/**
 * Formats a time in the format of the file; as a number, it is in UTC ms. A writable time that local time does not represent exactly
 * (ambiguous, or with milliseconds) is written with its offset, so that an import reads it back.
 * @param defaultFormat format when the file has none
 */
export function formatMoment(
  ms: number,
  field: Field,
  { timeFormat, timeZone }: TimeContext,
  defaultFormat: 'iso' | 'epoch',
): string | number {
  const format = timeFormat ?? defaultFormat;
  if (format === 'epoch') return ms;
  const local = formatTime(ms, timeZone);
  const isExact = field.write === 'never' || parseMoment(local, timeZone) === ms;
  return format === 'local' && isExact ? local : formatIsoTime(ms, timeZone);
}

const inUtc: TimeContext = { timeZone: 'UTC' };

/** Returns the text of a value that an import reads back. Amounts are in the main unit of their currency. */
function toCellText(value: unknown, field: Field | undefined, times: TimeContext): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    if (field?.kind === 'time') return String(formatMoment(value, field, times, 'iso'));
    return field?.kind === 'money' ? formatPlainMoney(value, field) : String(value);
  }
  if (typeof value === 'boolean') return String(value);
  if (field?.kind === 'json') return JSON.stringify(value);
  return Array.isArray(value) ? formatList(value.map(String)) : String(value);
}

/** Returns the text of a CSV cell before it is quoted. Text that a spreadsheet would run as a formula is escaped. */
export function formatCsvCell(value: unknown, field: Field | undefined, times: TimeContext = inUtc): string {
  const text = toCellText(value, field, times);
  const isNumber = typeof value === 'number' && field?.kind !== 'json';
  return isNumber ? text : guardFormula(text);
}

type ToCell = (value: unknown, field: Field | undefined, times: TimeContext) => string;

/** How the cells and the lines of a format are written. */
interface LineForm {
  readonly toCell: ToCell;
  readonly toLine: (cells: readonly string[]) => string;
}
const csvForm: LineForm = { toCell: formatCsvCell, toLine: formatCsvLine };
const tsvForm: LineForm = {
  toCell: (value, field, times) => formatTsvText(toCellText(value, field, times)),
  toLine: (cells) => `${cells.join('\t')}\n`,
};

async function* writeLines(file: RecordFile, { toCell, toLine }: LineForm): AsyncGenerator<string> {
  const { names, fields, pages, sums, locale } = file;
  const heading = names.map((name) => {
    const unit = getAmountUnit(name, file);
    return unit === null ? name : `${name} (${unit})`;
  });
  yield toLine(heading);
  for await (const records of pages) {
    yield records.map((record) => toLine(names.map((name) => toCell(record[name], fields[name], file)))).join('');
  }
  for (const line of sums?.lines() ?? []) {
    const cells = names.map((name) => (line.has(name) ? toCell(line.get(name), fields[name], file) : ''));
    const first = cells.indexOf('');
    yield toLine(cells.map((cell, at) => (at === first ? localizeTotal(locale) : cell)));
  }
}

/** Writes CSV with stored values and field names as headings. */
export const writeCsv: FileForm = async function* (file) {
  yield byteOrderMark;
  yield* writeLines(file, csvForm);
};

/** Writes tab-separated values, for programs. */
export const writeTsv: FileForm = (file) => writeLines(file, tsvForm);

/** Returns the records as the API returns them, with times in the requested format. */
async function* presentPages(file: RecordFile): AsyncGenerator<readonly FileRecord[]> {
  const { names, fields, pages, timeFormat } = file;
  const times = names.flatMap((name) => {
    const field = fields[name];
    return timeFormat !== undefined && field?.kind === 'time' ? [[name, field] as const] : [];
  });
  const present = (record: FileRecord) => {
    const formatted = times.flatMap(([name, field]) => {
      const value = record[name];
      return typeof value === 'number' ? [[name, formatMoment(value, field, file, 'epoch')] as const] : [];
    });
    return formatted.length === 0 ? record : { ...record, ...Object.fromEntries(formatted) };
  };
  for await (const records of pages) yield records.map(present);
}

const listTotals = ({ sums }: RecordFile) => sums?.lines().map((line) => Object.fromEntries(line)) ?? [];

/** Writes one JSON object per line, as the API returns it. */
export const writeNdjson: FileForm = async function* (file) {
  for await (const records of presentPages(file)) yield records.map((record) => `${jsonText(record)}\n`).join('');
  for (const totals of listTotals(file)) yield `${jsonText({ totals })}\n`;
};

/** Writes a JSON array; with totals, an object of both. */
export const writeJson: FileForm = async function* (file) {
  yield file.sums ? '{"items": [' : '[';
  let separator = '\n';
  for await (const records of presentPages(file))
    for (const record of records) {
      yield `${separator}${jsonText(record)}`;
      separator = ',\n';
    }
  yield file.sums ? `\n], "totals": ${jsonText(listTotals(file))}}\n` : '\n]\n';
};

/** Keys that YAML 1.1 parses as booleans or null. */
const ambiguousKey = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** Writes a YAML list of mappings with JSON values, which are valid YAML. */
export const writeYaml: FileForm = async function* (file) {
  const indent = file.sums ? '  ' : '';
  const toKey = (name: string) => (ambiguousKey.test(name) ? JSON.stringify(name) : name);
  const toItem = (record: FileRecord) =>
    Object.entries(record)
      .filter(([, value]) => value !== undefined)
      .map(([name, value], at) => `${indent}${at === 0 ? '- ' : '  '}${toKey(name)}: ${jsonText(value)}\n`)
      .join('');
  if (file.sums) yield 'items:\n';
  let isEmpty = true;
  for await (const records of presentPages(file)) {
    isEmpty &&= records.length === 0;
    yield records.map(toItem).join('');
  }
  if (isEmpty) yield `${indent}[]\n`;
  if (file.sums) yield `totals: ${jsonText(listTotals(file))}\n`;
};
