import {
  type AnyResource,
  allFields,
  type Field,
  formatValue,
  type JsonTable,
  jsonTable,
  jsonWords,
  onlyFiles,
  readableFields,
  recordChanges,
  say,
  type Tone,
} from '@gantry/core';
import { safe } from '../../output/safe.ts';
import { cellText, cellTone } from '../fields/cells.ts';
import { dim, toned } from '../parts/colours.ts';
import { cell, widthOf } from '../parts/marks.ts';
import type { Tui } from '../parts/tui-context.ts';
import { wrapText } from '../parts/wrap-text.ts';

type DataRecord = Readonly<Record<string, unknown>>;
type Speaker = Pick<Tui, 'locale' | 'timeZone' | 'marks' | 'role'> & Partial<Pick<Tui, 'catalogue'>>;

const columnGap = '  ';

/** Rows under their titles, in columns as long as they fit beside each other; else a line of names and values each. */
function tableLines({ head, rows }: JsonTable, width: number, { marks }: Speaker): string[] {
  const lines = [...(head.length > 0 ? [head] : []), ...rows].map((line) => line.map(safe));
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ''))));
  const total = widths.reduce((sum, one) => sum + one + columnGap.length, -columnGap.length);
  if (total <= width) {
    const laid = lines.map((line) =>
      line
        .map((one, at) => cell(one, widths[at] ?? 0, marks))
        .join(columnGap)
        .trimEnd(),
    );
    return laid.map((line, at) => (at === 0 && head.length > 0 ? dim(line) : line));
  }
  return rows.flatMap((row, nth) => {
    const said = row.flatMap((one, at) => (one === '' ? [] : [head.length > 0 ? `${head[at]}: ${one}` : one]));
    const line = head.length > 0 ? `${nth + 1}. ${said.join('; ')}` : said.join(': ');
    return wrapText(safe(line), width, true);
  });
}

/** What a change took away and what it brought, a line a value or row. */
function changeLines(gone: readonly string[], came: readonly string[], width: number): string[] {
  const marked = (words: readonly string[], mark: string, tone: Tone) =>
    words.flatMap((one) =>
      wrapText(safe(one), width - 2, true).map((line, at) => toned(`${at === 0 ? mark : ' '} ${line}`, tone)),
    );
  return [...marked(gone, '-', 'bad'), ...marked(came, '+', 'good')];
}

/** A value as lines: texts keep their own line breaks. */
function valueLines(name: string, field: Field, record: DataRecord, width: number, tui: Speaker): string[] {
  const value = record[name];
  if (value === null || value === undefined) return [dim('-')];
  if (field.kind === 'json') {
    const files = onlyFiles(value);
    if (files.length > 0) {
      const addresses = files.length > 1 ? files.map(({ given }) => given) : [];
      return [jsonWords(value, tui.locale), ...addresses].flatMap((line) => wrapText(safe(line), width));
    }
    const table = jsonTable(value, field, tui);
    if (table) return tableLines(table, width, tui);
    return (JSON.stringify(value, null, 2) ?? '').split('\n').flatMap((line) => wrapText(safe(line), width, true));
  }
  if (field.kind === 'paragraph' || field.kind === 'markdown')
    return String(value)
      .replaceAll('\r\n', '\n')
      .split('\n')
      .flatMap((line) => wrapText(safe(line), width, true));
  const text = field.kind === 'time' ? formatValue(value, field, tui) : cellText(name, field, record, tui);
  const tone = cellTone(value, field);
  return wrapText(text, width).map((line) => toned(line, tone));
}

/** The names of what a record holds, its own fields first, then the engine's. */
function shownFields(resource: AnyResource, record: DataRecord, role: string): string[] {
  const own = readableFields(resource, role).filter((name) => name in record);
  const engine = Object.keys(allFields(resource)).filter((name) => !(name in resource.fields) && name in record);
  return ['id', ...own.filter((name) => name !== 'id'), ...engine.filter((name) => name !== 'id')];
}

/** A record as lines of label and value, as wide as there is room; what it tells of a change stands at its end. */
export function recordLines(resource: AnyResource, record: DataRecord, width: number, tui: Speaker): string[] {
  const fields = allFields(resource);
  const told = tui.catalogue ? recordChanges(resource, record, tui.catalogue, tui) : null;
  const names = shownFields(resource, record, tui.role).filter((name) => !told?.fields.includes(name));
  const changes = told?.changes ?? [];
  const label = (name: string) => say(fields[name]?.label ?? { zh: name, en: name }, tui.locale);
  const labels = [...names.map(label), ...changes.map((change) => change.label)];
  const labelWidth = Math.min(Math.floor(width / 3), Math.max(...labels.map(widthOf)));
  const inner = Math.max(8, width - labelWidth - 2);
  const beside = (words: string, lines: readonly string[]) =>
    lines.map((line, at) => `${dim(cell(at === 0 ? safe(words) : '', labelWidth, tui.marks))}  ${line}`);
  return [
    ...names.flatMap((name) => {
      const field = fields[name];
      return field ? beside(label(name), valueLines(name, field, record, inner, tui)) : [];
    }),
    ...changes.flatMap(({ label: words, gone, came }) => beside(words, changeLines(gone, came, inner))),
  ];
}

const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);

/** One entry of a list, its values after each other. */
function entryLines(entry: object, width: number): string[] {
  const said = Object.entries(entry).map(([key, value]) => {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '-');
    return `${key} ${text}`;
  });
  return wrapText(safe(said.join('  ')), Math.max(8, width - 2)).map((line) => `  ${line}`);
}

/** Any answer as lines of key and value: for actions that only the server knows. */
export function answerLines(answer: unknown, width: number): string[] {
  if (typeof answer !== 'object' || answer === null) return wrapText(safe(String(answer ?? '-')), width);
  return Object.entries(answer).flatMap(([key, value]) => {
    if (isListOfObjects(value)) return [dim(`${safe(key)}:`), ...value.flatMap((one) => entryLines(one, width))];
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '-');
    const head = `${safe(key)}: `;
    return wrapText(safe(text), Math.max(8, width - widthOf(head))).map((line, at) =>
      at === 0 ? dim(head) + line : ' '.repeat(widthOf(head)) + line,
    );
  });
}
