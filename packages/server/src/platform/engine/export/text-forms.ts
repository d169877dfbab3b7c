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
  quoteCsv,
} from '@gantry/core';
import type { FileForm, FileRecord, RecordFile } from './record-file.ts';

/** UTF-8 mark, so that spreadsheets read Chinese. */
export const byteOrderMark = '\uFEFF';

/** One line of RFC 4180. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCsv).join(',')}\r\n`;
}

type TimeContext = Pick<RecordFile, 'timeFormat' | 'timeZone'>;

/** A time in the format of the file; as a number, it is in UTC ms. */
export function formatMoment(
  ms: number,
  { timeFormat, timeZone }: TimeContext,
  usual: 'iso' | 'epoch',
): string | number {
  const format = timeFormat ?? usual;
  if (format === 'epoch') return ms;
  return format === 'iso' ? formatIsoTime(ms, timeZone) : formatTime(ms, timeZone);
}

const inUtc: TimeContext = { timeZone: 'UTC' };

/** A value of a record as the text of a cell that an import reads back: amounts in whole units of their currency. */
function toCellText(value: unknown, field: Field | undefined, times: TimeContext): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    if (field?.kind === 'time') return String(formatMoment(value, times, 'iso'));
    return field?.kind === 'money' ? formatPlainMoney(value, field) : String(value);
  }
  if (typeof value === 'boolean') return String(value);
  if (field?.kind === 'json') return JSON.stringify(value);
  return Array.isArray(value) ? formatList(value.map(String)) : String(value);
}

/** A value as a cell of CSV, before it is quoted: text that a spreadsheet would run is marked as text. */
export function formatCsvCell(value: unknown, field: Field | undefined, times: TimeContext = inUtc): string {
  const text = toCellText(value, field, times);
  const isNumber = typeof value === 'number' && field?.kind !== 'json';
  return isNumber ? text : guardFormula(text);
}

type ToCell = (value: unknown, field: Field | undefined, times: TimeContext) => string;

/** How the cells and the lines of a form are written. */
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

/** Plain values under the names of their fields. */
export const writeCsv: FileForm = async function* (file) {
  yield byteOrderMark;
  yield* writeLines(file, csvForm);
};

/** A record a line, with tabs between its cells, for programs. */
export const writeTsv: FileForm = (file) => writeLines(file, tsvForm);

/** The records as the API answers them, with their times in the form that was asked for. */
async function* presentPages(file: RecordFile): AsyncGenerator<readonly FileRecord[]> {
  const { names, fields, pages, timeFormat } = file;
  const times = timeFormat === undefined ? [] : names.filter((name) => fields[name]?.kind === 'time');
  const present = (record: FileRecord) => {
    const shown = times.flatMap((name) => {
      const value = record[name];
      return typeof value === 'number' ? [[name, formatMoment(value, file, 'epoch')] as const] : [];
    });
    return shown.length === 0 ? record : { ...record, ...Object.fromEntries(shown) };
  };
  for await (const records of pages) yield records.map(present);
}

const totalsOf = ({ sums }: RecordFile) => sums?.lines().map((line) => Object.fromEntries(line)) ?? [];

/** An object a line, as the API answers it. */
export const writeNdjson: FileForm = async function* (file) {
  for await (const records of presentPages(file)) yield records.map((record) => `${jsonText(record)}\n`).join('');
  for (const totals of totalsOf(file)) yield `${jsonText({ totals })}\n`;
};

/** A list; with totals an object of both. */
export const writeJson: FileForm = async function* (file) {
  yield file.sums ? '{"items": [' : '[';
  let separator = '\n';
  for await (const records of presentPages(file))
    for (const record of records) {
      yield `${separator}${jsonText(record)}`;
      separator = ',\n';
    }
  yield file.sums ? `\n], "totals": ${jsonText(totalsOf(file))}}\n` : '\n]\n';
};

/** Keys that YAML 1.1 does not read as text. */
const ambiguousKey = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** A list of mappings, whose values are JSON, which YAML is a superset of. */
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
  if (file.sums) yield `totals: ${jsonText(totalsOf(file))}\n`;
};
