import {
  type AnyResource,
  allFields,
  createJsonTable,
  type Field,
  formatJson,
  formatValue,
  getResultField,
  type JsonTable,
  localize,
  pickFiles,
  readableFields,
  recordChanges,
  type Tone,
  withCalled,
} from '@gantry/core';
import { escapeControls, wrapText } from '../../../output/wrap-text.ts';
import { formatCell, getCellTone } from '../../fields/cells.ts';
import { applyTone, renderDim } from '../../parts/colors.ts';
import { measureWidth, padCell } from '../../parts/marks.ts';
import type { Tui } from '../../parts/tui-context.ts';

type DataRecord = Readonly<Record<string, unknown>>;
type Speaker = Pick<Tui, 'locale' | 'timeZone' | 'marks' | 'role'> & Partial<Pick<Tui, 'catalogue'>>;

const columnGap = '  ';

/** What an object holds, without the names behind which nothing stands. */
function withoutEmpty({ head, rows }: JsonTable): JsonTable {
  return { head, rows: head.length > 0 ? rows : rows.filter(([, words]) => words !== '') };
}

/** Rows under their titles, in columns as long as they fit next to each other; else a line of names and values each. */
function tableLines({ head, rows }: JsonTable, width: number, { marks }: Speaker): string[] {
  const lines = [...(head.length > 0 ? [head] : []), ...rows].map((line) => line.map(escapeControls));
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => measureWidth(line[at] ?? ''))));
  const total = widths.reduce((sum, one) => sum + one + columnGap.length, -columnGap.length);
  if (total <= width) {
    const laid = lines.map((line) =>
      line
        .map((one, at) => padCell(one, widths[at] ?? 0, marks))
        .join(columnGap)
        .trimEnd(),
    );
    return laid.map((line, at) => (at === 0 && head.length > 0 ? renderDim(line) : line));
  }
  return rows.flatMap((row, nth) => {
    const said = row.flatMap((one, at) => (one === '' ? [] : [head.length > 0 ? `${head[at]}: ${one}` : one]));
    const line = head.length > 0 ? `${nth + 1}. ${said.join('; ')}` : said.join(': ');
    return wrapText(escapeControls(line), width, true);
  });
}

/** What a change took away and what it brought, a line a value or row. */
function changeLines(gone: readonly string[], came: readonly string[], width: number): string[] {
  const marked = (words: readonly string[], mark: string, tone: Tone) =>
    words.flatMap((one) =>
      wrapText(escapeControls(one), width - 2, true).map((line, at) =>
        applyTone(`${at === 0 ? mark : ' '} ${line}`, tone),
      ),
    );
  return [...marked(gone, '-', 'bad'), ...marked(came, '+', 'good')];
}

/** A value as lines: texts keep their own line breaks. */
function valueLines(name: string, field: Field, record: DataRecord, width: number, tui: Speaker): string[] {
  const value = record[name];
  if (value === null || value === undefined) return [renderDim('-')];
  if (field.kind === 'json') {
    const files = pickFiles(value);
    if (files.length > 0) {
      const addresses = files.length > 1 ? files.map(({ given }) => given) : [];
      return [formatJson(value, tui.locale), ...addresses].flatMap((line) => wrapText(escapeControls(line), width));
    }
    const table = createJsonTable(value, field, withCalled(tui, record, name));
    if (table) return tableLines(withoutEmpty(table), width, tui);
    return (JSON.stringify(value, null, 2) ?? '')
      .split('\n')
      .flatMap((line) => wrapText(escapeControls(line), width, true));
  }
  if (field.kind === 'paragraph' || field.kind === 'markdown')
    return String(value)
      .replaceAll('\r\n', '\n')
      .split('\n')
      .flatMap((line) => wrapText(escapeControls(line), width, true));
  const text = field.kind === 'time' ? formatValue(value, field, tui) : formatCell(name, field, record, tui);
  const tone = getCellTone(value, field);
  return wrapText(text, width, true).map((line) => applyTone(line, tone));
}

/** Columns for labels: a third, and as much more next to a list as a long label takes. */
const getLabelWidth = (width: number) => Math.max(Math.floor(width / 3), Math.min(24, Math.floor(width * 0.45)));

/** The names of what a record holds, its own fields first, then the engine's. */
function shownFields(resource: AnyResource, record: DataRecord, role: string): string[] {
  const own = readableFields(resource, role).filter((name) => name in record);
  const engine = Object.keys(allFields(resource)).filter((name) => !(name in resource.fields) && name in record);
  return ['id', ...own.filter((name) => name !== 'id'), ...engine.filter((name) => name !== 'id')];
}

/** What stands before the names of fields that hold nothing. */
const emptyWords = { zh: '未填', en: 'Empty' };

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A record field by field, each as its lines of label and value; what it tells of a change stands at its end, then what is empty. */
function recordBlocks(resource: AnyResource, record: DataRecord, width: number, tui: Speaker): string[][] {
  const fields = allFields(resource);
  const reported = tui.catalogue ? recordChanges(resource, record, tui.catalogue, tui) : null;
  const names = shownFields(resource, record, tui.role).filter((name) => !reported?.fields.includes(name));
  const filled = names.filter((name) => !isNothing(record[name]));
  const changes = reported?.changes ?? [];
  const label = (name: string) => localize(fields[name]?.label ?? { zh: name, en: name }, tui.locale);
  const labels = [...names.map(label), ...changes.map((change) => change.label)];
  const labelWidth = Math.min(getLabelWidth(width), Math.max(...labels.map(measureWidth)));
  const inner = Math.max(8, width - labelWidth - 2);
  const extra = (words: string, lines: readonly string[]) =>
    lines.map(
      (line, at) => `${renderDim(padCell(at === 0 ? escapeControls(words) : '', labelWidth, tui.marks))}  ${line}`,
    );
  const empty = names.filter((name) => !filled.includes(name)).map((name) => escapeControls(label(name)));
  const rest = wrapText(empty.join(', '), inner, true).map(renderDim);
  return [
    ...filled.flatMap((name) => {
      const field = fields[name];
      if (!field) return [];
      return [extra(label(name), valueLines(name, getResultField(resource, record, name, field), record, inner, tui))];
    }),
    ...changes.map(({ label: words, gone, came }) => extra(words, changeLines(gone, came, inner))),
    ...(empty.length > 0 ? [extra(localize(emptyWords, tui.locale), rest)] : []),
  ];
}

/** A record as lines of label and value, as wide as there is room. */
export function recordLines(resource: AnyResource, record: DataRecord, width: number, tui: Speaker): string[] {
  return recordBlocks(resource, record, width, tui).flat();
}

/** Minimum columns to show a record in two halves next to each other, and minimum lines for which that is worth it. */
const halvesFrom = { width: 110, lines: 12 } as const;
/** What is longer than this stands below, over the whole width. */
const longBlock = 8;

/** Blocks next to each other, as many lines on the left as on the right. */
function inHalves(blocks: readonly string[][], half: number, { marks }: Speaker): string[] {
  const total = blocks.flat().length;
  let used = 0;
  const at = blocks.findIndex((block) => {
    used += block.length;
    return used * 2 >= total;
  });
  const [left, right] = [blocks.slice(0, at + 1).flat(), blocks.slice(at + 1).flat()];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, line) => {
    const extra = left[line] ?? '';
    const space = ' '.repeat(Math.max(0, half - measureWidth(extra)));
    return `${extra}${space} ${renderDim(marks.verticalLine)} ${right[line] ?? ''}`;
  });
}

/** A record as lines of a page: in two halves where there is room, what is long below them. */
export function recordPageLines(resource: AnyResource, record: DataRecord, width: number, tui: Speaker): string[] {
  const blocks = recordBlocks(resource, record, width, tui);
  if (width < halvesFrom.width || blocks.flat().length < halvesFrom.lines) return blocks.flat();
  const half = Math.floor((width - 3) / 2);
  const narrow = recordBlocks(resource, record, half, tui);
  const short = narrow.filter((block) => block.length <= longBlock);
  const long = blocks.filter((_, at) => (narrow[at]?.length ?? 0) > longBlock);
  return [...inHalves(short, half, tui), ...long.flatMap((block) => ['', ...block])];
}

const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);

/** One entry of a list, its values after each other. */
function entryLines(entry: object, width: number): string[] {
  const said = Object.entries(entry).map(([key, value]) => {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '-');
    return `${key} ${text}`;
  });
  return wrapText(escapeControls(said.join('  ')), Math.max(8, width - 2)).map((line) => `  ${line}`);
}

/** Columns of an answer that is said in one line. */
const shortAnswer = 72;

/** A short answer of plain values in one line; null when it is longer, or holds lists. */
export function answerLine(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const said = Object.entries(answer).filter(([, value]) => value !== null && value !== '');
  if (said.length === 0 || said.some(([, value]) => typeof value === 'object')) return null;
  const line = said.map(([key, value]) => `${key} ${String(value)}`).join('  ');
  return line.includes('\n') || measureWidth(line) > shortAnswer ? null : escapeControls(line);
}

/** The preview of an action: pairs of name and value one after the other, as many to a line as fit; lists below. */
export function formatPreview(answer: unknown, width: number): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const pairs = Object.entries(answer).filter(([, value]) => typeof value !== 'object');
  const rest = Object.entries(answer).filter(([, value]) => typeof value === 'object' && value !== null);
  const lines: string[][] = [];
  let used = width + 1;
  for (const [key, value] of pairs) {
    const wide = measureWidth(`${escapeControls(key)} ${escapeControls(String(value))}`) + columnGap.length + 1;
    if (used + wide > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(`${renderDim(escapeControls(key))} ${escapeControls(String(value))}`);
    used += wide;
  }
  return [...lines.map((line) => line.join(`${columnGap} `)), ...answerLines(Object.fromEntries(rest), width)];
}

/** A value of an answer in one line; one of plain values inside of it says their names. */
function plainWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '-');
  const inner = Object.entries(value);
  const isPlain = !Array.isArray(value) && inner.every(([, one]) => typeof one !== 'object' || one === null);
  return isPlain ? inner.map(([key, one]) => `${key} ${String(one ?? '-')}`).join(', ') : JSON.stringify(value);
}

/** Any answer as lines of key and value: for actions that only the server knows. */
export function answerLines(answer: unknown, width: number): string[] {
  if (typeof answer !== 'object' || answer === null) return wrapText(escapeControls(String(answer ?? '-')), width);
  return Object.entries(answer).flatMap(([key, value]) => {
    if (isListOfObjects(value))
      return [renderDim(`${escapeControls(key)}:`), ...value.flatMap((one) => entryLines(one, width))];
    const text = plainWords(value);
    const head = `${escapeControls(key)}: `;
    return wrapText(escapeControls(text), Math.max(8, width - measureWidth(head))).map((line, at) =>
      at === 0 ? renderDim(head) + line : ' '.repeat(measureWidth(head)) + line,
    );
  });
}
