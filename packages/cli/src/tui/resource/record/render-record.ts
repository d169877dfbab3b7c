import {
  type AnyResource,
  allFields,
  createJsonTable,
  type Field,
  formatJson,
  formatValue,
  getResultField,
  type JsonTable,
  listReadableFields,
  localize,
  pickFiles,
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
type RenderContext = Pick<Tui, 'locale' | 'timeZone' | 'marks' | 'role'> & Partial<Pick<Tui, 'catalogue'>>;

const columnGap = '  ';

/** Removes names without a value from a table of one object. */
function omitEmptyRows({ head, rows }: JsonTable): JsonTable {
  return { head, rows: head.length > 0 ? rows : rows.filter(([, text]) => text !== '') };
}

/** Renders a table in columns when they fit into the width; otherwise each row as names and values. */
function renderTable({ head, rows }: JsonTable, width: number, { marks }: RenderContext): string[] {
  const lines = [...(head.length > 0 ? [head] : []), ...rows].map((line) => line.map(escapeControls));
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => measureWidth(line[at] ?? ''))));
  const total = widths.reduce((sum, one) => sum + one + columnGap.length, -columnGap.length);
  if (total <= width) {
    const padded = lines.map((line) =>
      line
        .map((one, at) => padCell(one, widths[at] ?? 0, marks))
        .join(columnGap)
        .trimEnd(),
    );
    return padded.map((line, at) => (at === 0 && head.length > 0 ? renderDim(line) : line));
  }
  return rows.flatMap((row, rowIndex) => {
    const parts = row.flatMap((one, at) => (one === '' ? [] : [head.length > 0 ? `${head[at]}: ${one}` : one]));
    const line = head.length > 0 ? `${rowIndex + 1}. ${parts.join('; ')}` : parts.join(': ');
    return wrapText(escapeControls(line), width, true);
  });
}

/** Renders a change as a diff: each removed and each added value or row starts on its own line. */
function renderChange(removed: readonly string[], added: readonly string[], width: number): string[] {
  const renderMarked = (values: readonly string[], mark: string, tone: Tone) =>
    values.flatMap((one) =>
      wrapText(escapeControls(one), width - 2, true).map((line, at) =>
        applyTone(`${at === 0 ? mark : ' '} ${line}`, tone),
      ),
    );
  return [...renderMarked(removed, '-', 'bad'), ...renderMarked(added, '+', 'good')];
}

/** Renders a value as lines; long texts keep their line breaks. */
function renderValue(name: string, field: Field, record: DataRecord, width: number, tui: RenderContext): string[] {
  const value = record[name];
  if (value === null || value === undefined) return [renderDim('-')];
  if (field.kind === 'json') {
    const files = pickFiles(value);
    if (files.length > 0) {
      const urls = files.length > 1 ? files.map(({ given }) => given) : [];
      return [formatJson(value, tui.locale), ...urls].flatMap((line) => wrapText(escapeControls(line), width));
    }
    const table = createJsonTable(value, field, withCalled(tui, record, name));
    if (table) return renderTable(omitEmptyRows(table), width, tui);
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

/** The width for labels in columns: a third, or up to 24 columns when the area is narrow. */
const getLabelWidth = (width: number) => Math.max(Math.floor(width / 3), Math.min(24, Math.floor(width * 0.45)));

/** The names of the fields of a record: the ID, then the fields of its definition, then those of the engine. */
function listShownFields(resource: AnyResource, record: DataRecord, role: string): string[] {
  const own = listReadableFields(resource, role).filter((name) => name in record);
  const engine = Object.keys(allFields(resource)).filter((name) => !(name in resource.fields) && name in record);
  return ['id', ...own.filter((name) => name !== 'id'), ...engine.filter((name) => name !== 'id')];
}

/** The label of the list of fields without a value. */
const emptyFieldsLabel = { zh: '未填', en: 'Empty' };

const isEmptyValue = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Renders a record as one block of lines for each field with a value. The changes of an audit log entry follow, then the names of
 * the empty fields.
 */
function renderBlocks(resource: AnyResource, record: DataRecord, width: number, tui: RenderContext): string[][] {
  const fields = allFields(resource);
  const changeReport = tui.catalogue ? recordChanges(resource, record, tui.catalogue, tui) : null;
  const names = listShownFields(resource, record, tui.role).filter((name) => !changeReport?.fields.includes(name));
  const filled = names.filter((name) => !isEmptyValue(record[name]));
  const changes = changeReport?.changes ?? [];
  const getLabel = (name: string) => localize(fields[name]?.label ?? { zh: name, en: name }, tui.locale);
  const labels = [...names.map(getLabel), ...changes.map((change) => change.label)];
  const labelWidth = Math.min(getLabelWidth(width), Math.max(...labels.map(measureWidth)));
  const valueWidth = Math.max(8, width - labelWidth - 2);
  const renderField = (title: string, lines: readonly string[]) =>
    lines.map(
      (line, at) => `${renderDim(padCell(at === 0 ? escapeControls(title) : '', labelWidth, tui.marks))}  ${line}`,
    );
  const empty = names.filter((name) => !filled.includes(name)).map((name) => escapeControls(getLabel(name)));
  const rest = wrapText(empty.join(', '), valueWidth, true).map(renderDim);
  return [
    ...filled.flatMap((name) => {
      const field = fields[name];
      if (!field) return [];
      return [
        renderField(
          getLabel(name),
          renderValue(name, getResultField(resource, record, name, field), record, valueWidth, tui),
        ),
      ];
    }),
    ...changes.map(({ label: title, gone, came }) => renderField(title, renderChange(gone, came, valueWidth))),
    ...(empty.length > 0 ? [renderField(localize(emptyFieldsLabel, tui.locale), rest)] : []),
  ];
}

/** Renders a record as lines of label and value. */
export function renderRecord(resource: AnyResource, record: DataRecord, width: number, tui: RenderContext): string[] {
  return renderBlocks(resource, record, width, tui).flat();
}

/** Minimum width in columns, and minimum number of lines, to show a record in two columns. */
const twoColumnMinimum = { width: 110, lines: 12 } as const;
/** Maximum length of a block in two columns, in lines; longer blocks follow below, over the full width. */
const maxColumnBlockLines = 8;

/** Renders blocks in two columns of about equal length. */
function renderTwoColumns(blocks: readonly string[][], half: number, { marks }: RenderContext): string[] {
  const total = blocks.flat().length;
  let used = 0;
  const at = blocks.findIndex((block) => {
    used += block.length;
    return used * 2 >= total;
  });
  const [left, right] = [blocks.slice(0, at + 1).flat(), blocks.slice(at + 1).flat()];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, line) => {
    const text = left[line] ?? '';
    const space = ' '.repeat(Math.max(0, half - measureWidth(text)));
    return `${text}${space} ${renderDim(marks.verticalLine)} ${right[line] ?? ''}`;
  });
}

/** Renders a record for its page: in two columns when there is room, with long blocks below. */
export function renderRecordPage(
  resource: AnyResource,
  record: DataRecord,
  width: number,
  tui: RenderContext,
): string[] {
  const blocks = renderBlocks(resource, record, width, tui);
  if (width < twoColumnMinimum.width || blocks.flat().length < twoColumnMinimum.lines) return blocks.flat();
  const half = Math.floor((width - 3) / 2);
  const narrow = renderBlocks(resource, record, half, tui);
  const short = narrow.filter((block) => block.length <= maxColumnBlockLines);
  const long = blocks.filter((_, at) => (narrow[at]?.length ?? 0) > maxColumnBlockLines);
  return [...renderTwoColumns(short, half, tui), ...long.flatMap((block) => ['', ...block])];
}

const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);

/** Renders one entry of a list with its values in a row. */
function renderEntry(entry: object, width: number): string[] {
  const parts = Object.entries(entry).map(([key, value]) => {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '-');
    return `${key} ${text}`;
  });
  return wrapText(escapeControls(parts.join('  ')), Math.max(8, width - 2)).map((line) => `  ${line}`);
}

/** Maximum width of a result that is shown in one line, in columns. */
const maxShortResultWidth = 72;

/** Formats a short result of plain values in one line; returns null when it is longer or contains objects. */
export function formatShortResult(result: unknown): string | null {
  if (typeof result !== 'object' || result === null) return null;
  const entries = Object.entries(result).filter(([, value]) => value !== null && value !== '');
  if (entries.length === 0 || entries.some(([, value]) => typeof value === 'object')) return null;
  const line = entries.map(([key, value]) => `${key} ${String(value)}`).join('  ');
  return line.includes('\n') || measureWidth(line) > maxShortResultWidth ? null : escapeControls(line);
}

/** Renders the preview of an action: names and values, as many in a line as fit, with lists below. */
export function formatPreview(answer: unknown, width: number): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const pairs = Object.entries(answer).filter(([, value]) => typeof value !== 'object');
  const rest = Object.entries(answer).filter(([, value]) => typeof value === 'object' && value !== null);
  const lines: string[][] = [];
  let used = width + 1;
  for (const [key, value] of pairs) {
    const pairWidth = measureWidth(`${escapeControls(key)} ${escapeControls(String(value))}`) + columnGap.length + 1;
    if (used + pairWidth > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(`${renderDim(escapeControls(key))} ${escapeControls(String(value))}`);
    used += pairWidth;
  }
  return [...lines.map((line) => line.join(`${columnGap} `)), ...renderResult(Object.fromEntries(rest), width)];
}

/** Formats a value of a result in one line; an object of plain values as names and values, any other object as JSON. */
function formatInline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '-');
  const inner = Object.entries(value);
  const isPlain = !Array.isArray(value) && inner.every(([, one]) => typeof one !== 'object' || one === null);
  return isPlain ? inner.map(([key, one]) => `${key} ${String(one ?? '-')}`).join(', ') : JSON.stringify(value);
}

/** Renders any result as lines of key and value. */
export function renderResult(answer: unknown, width: number): string[] {
  if (typeof answer !== 'object' || answer === null) return wrapText(escapeControls(String(answer ?? '-')), width);
  return Object.entries(answer).flatMap(([key, value]) => {
    if (isListOfObjects(value))
      return [renderDim(`${escapeControls(key)}:`), ...value.flatMap((one) => renderEntry(one, width))];
    const text = formatInline(value);
    const head = `${escapeControls(key)}: `;
    return wrapText(escapeControls(text), Math.max(8, width - measureWidth(head))).map((line, at) =>
      at === 0 ? renderDim(head) + line : ' '.repeat(measureWidth(head)) + line,
    );
  });
}
