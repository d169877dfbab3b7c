import {
  type ExportFormat,
  getExportFormat,
  getFieldKind,
  ledgerEntry,
  localize,
  parseValue,
  toGroupFilters,
  type UsageDimension,
  type UsageGroup,
  type UsageMeasure,
  type UsageReportAnswer,
  usageDimensions,
  usageExport,
  usageMeasures,
  usageRecord,
  usageReport,
  type Values,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useEffect, useState } from 'react';
import { escapeControls, measureWidth } from '../../output/wrap-text.ts';
import { keymaps } from '../../tui/keys/keymap.ts';
import { renderAccent, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { getMenuHeight, Menu, type MenuItem, measureMenuHeight } from '../../tui/parts/menu.tsx';
import { drawBar } from '../../tui/parts/panel.tsx';
import { Prompt, promptHeight } from '../../tui/parts/prompt.tsx';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { clampIndex, getWindowStart, type Step, stepIndex } from '../../tui/parts/viewport.ts';
import { exportFile } from '../../tui/resource/export-flow.tsx';
import { usePanel } from '../workplace/use-panel.ts';
import { figureOf, pairs } from './usage-measures.ts';

const { range, status, minAmount, sort } = usageReport.input;
type UsageSort = keyof typeof sort.options;

/** The settings of the report. */
interface UsageQuery {
  readonly by: readonly UsageDimension[];
  readonly range: string;
  readonly measure: UsageMeasure;
  /** Null for the default: by time when grouped by time, else by the measure. */
  readonly sort: UsageSort | null;
  readonly status: string | null;
  /** Minimum credits that a use was charged. */
  readonly minAmount: number | null;
}

const start: UsageQuery = {
  by: ['day'],
  range: 'last-7d',
  measure: 'credits',
  sort: null,
  status: null,
  minAmount: null,
};
const noFilters: Partial<UsageQuery> = { status: null, minAmount: null };
const memoryKey = `report:${usageReport.name}`;

const hasTime = ({ by }: Pick<UsageQuery, 'by'>): boolean => by.some((name) => name === 'day' || name === 'hour');

const getSort = (usageQuery: UsageQuery): UsageSort =>
  usageQuery.sort ?? (hasTime(usageQuery) ? 'time' : usageQuery.measure);

/** The last settings, stored while the program runs. */
function useUsageQuery() {
  const tui = useTui();
  const [usageQuery, setQuery] = useState(() => (tui.memory.get(memoryKey) as UsageQuery | undefined) ?? start);
  useEffect(() => {
    tui.memory.set(memoryKey, usageQuery);
  }, [tui.memory, usageQuery]);
  const change = (next: Partial<UsageQuery>) => setQuery((known) => ({ ...known, ...next }));
  return { usageQuery, change };
}

/** Opens a menu at the foot of the screen. Resolves to null when nothing is chosen. */
function chooseOne<V extends string | number>(tui: Tui, title: string, items: readonly MenuItem<V>[]) {
  return tui.open<V | null>(getMenuHeight(items), (close) => <Menu title={title} items={items} onDone={close} />);
}

async function chooseRange(tui: Tui): Promise<string | null> {
  const options = Object.entries(range.options).filter(([name]) => name !== 'custom');
  const items = options.map(([value, words]) => ({ value, label: localize(words, tui.locale) }));
  return chooseOne(tui, tui.t('tui.key.span'), items);
}

async function chooseGrouping(tui: Tui): Promise<Partial<UsageQuery> | null> {
  const items = pairs.map((by, value) => ({
    value,
    label: by.map((name) => localize(usageDimensions[name], tui.locale)).join(' + '),
  }));
  const chosen = await chooseOne(tui, tui.t('tui.key.group'), items);
  const by = chosen === null ? undefined : pairs[chosen];
  return by ? { by, sort: null } : null;
}

/** Sorting by time is only offered when the report is grouped by time. */
async function chooseSort(usageQuery: UsageQuery, tui: Tui): Promise<UsageSort | null> {
  const names = Object.keys(sort.options) as UsageSort[];
  const items = names
    .filter((name) => name !== 'time' || hasTime(usageQuery))
    .map((value) => ({ value, label: localize(sort.options[value], tui.locale) }));
  return chooseOne(tui, tui.t('tui.key.sort'), items);
}

const formatResult = (value: string | null, tui: Tui): string => {
  const found = Object.entries(status.options).find(([name]) => name === value)?.[1];
  return found ? localize(found, tui.locale) : '';
};

/** The active filters as text: `Result=Failed`. */
function formatFilters(usageQuery: UsageQuery, tui: Tui): string[] {
  const formatFilter = (words: typeof status.label, value: string) => `${localize(words, tui.locale)}=${value}`;
  return [
    ...(usageQuery.status === null ? [] : [formatFilter(status.label, formatResult(usageQuery.status, tui))]),
    ...(usageQuery.minAmount === null ? [] : [formatFilter(minAmount.label, String(usageQuery.minAmount))]),
  ];
}

async function chooseResult(tui: Tui): Promise<Partial<UsageQuery> | null> {
  const known = Object.keys(status.options).map((value) => ({ value, label: formatResult(value, tui) }));
  const items = [{ value: '', label: tui.t('common.all') }, ...known];
  const chosen = await chooseOne(tui, localize(status.label, tui.locale), items);
  return chosen === null ? null : { status: chosen === '' ? null : chosen };
}

async function promptMinimum(usageQuery: UsageQuery, tui: Tui): Promise<Partial<UsageQuery> | null> {
  const label = localize(minAmount.label, tui.locale);
  const getMinWidth = (text: string) => (text.trim() === '' ? null : parseValue(text.trim(), minAmount));
  const check = (text: string) => {
    const value = getMinWidth(text);
    const isGood = value === null || getFieldKind(minAmount).schema(minAmount).safeParse(value).success;
    return isGood ? null : tui.t('validation.invalid', { field: label });
  };
  const given = {
    title: tui.t('tui.key.filter'),
    label,
    value: usageQuery.minAmount === null ? '' : String(usageQuery.minAmount),
    hint: tui.t('tui.hint.clear'),
    check,
  };
  const text = await tui.open<string | null>(promptHeight, (close) => <Prompt {...given} onDone={close} />);
  if (text === null) return null;
  const value = getMinWidth(text);
  return { minAmount: typeof value === 'number' ? value : null };
}

/** Opens the menu of filters, then asks for the value of the chosen one. */
async function chooseUsageFilter(usageQuery: UsageQuery, tui: Tui): Promise<Partial<UsageQuery> | null> {
  const chosen = await chooseOne(tui, tui.t('tui.key.filter'), [
    { value: 'status', label: localize(status.label, tui.locale), note: formatResult(usageQuery.status, tui) },
    { value: 'minAmount', label: localize(minAmount.label, tui.locale), note: String(usageQuery.minAmount ?? '') },
  ]);
  if (chosen === null) return null;
  return chosen === 'status' ? chooseResult(tui) : promptMinimum(usageQuery, tui);
}

const refreshMs = 30_000;
/** Maximum number of groups per request. */
const maxGroups = 500;
const measures = Object.keys(usageMeasures) as UsageMeasure[];

/** Shows consumption as bars: one group per line below the totals. */
export function UsageScreen() {
  const tui = useTui();
  const { width, height } = useArea();
  const { usageQuery, change } = useUsageQuery();
  const { by, range, status, minAmount } = usageQuery;
  const requested = { by, range, status, minAmount, sort: getSort(usageQuery) };
  const body = { ...requested, pageSize: maxGroups };
  const { answer, failed, load } = usePanel<UsageReportAnswer>(usageReport, body, refreshMs, true);
  const [place, setPlace] = useState(0);
  const items = answer?.items ?? [];
  const at = clampIndex(place, items.length);
  const step = (by: Step) => () =>
    setPlace((known) => stepIndex(clampIndex(known, items.length), by, items.length, height - 4));
  const chosen = items[at];
  const reset = (next: Partial<UsageQuery>) => {
    change(next);
    setPlace(0);
  };
  useKeys(keymaps.usage, {
    ...{ down: step('down'), up: step('up'), pageDown: step('pageDown'), pageUp: step('pageUp') },
    ...{ top: step('top'), bottom: step('bottom'), refresh: () => void load() },
    open: () => chosen && void openGroup(chosen, usageQuery, tui),
    group: () => void chooseGrouping(tui).then((next) => next && reset(next)),
    filter: () => void chooseUsageFilter(usageQuery, tui).then((next) => next && reset(next)),
    sort: () => void chooseSort(usageQuery, tui).then((sort) => sort && reset({ sort })),
    reset: () => reset(noFilters),
    export: () => void exportUsage(requested, tui),
    span: () => void chooseRange(tui).then((range) => range && reset({ range })),
    metric: () =>
      change({ measure: measures[(measures.indexOf(usageQuery.measure) + 1) % measures.length] ?? 'credits' }),
  });
  const rows = Math.max(1, height - 3);
  const from = getWindowStart(at, items.length, rows, 0);
  const lines = groupLines(items, usageQuery.measure, width, at, tui).slice(from, from + rows);
  const empty = failed ? tui.t('tui.loadFailed') : answer ? tui.t('common.empty') : tui.t('common.loading');
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Text wrap="truncate">{getHeadLine(usageQuery, answer, tui, width)}</Text>
      <Text wrap="truncate">{answer ? getTotalsLine(answer, tui, width) : ' '}</Text>
      <Text wrap="truncate">{lines.length === 0 ? ` ${renderDim(empty)}` : lines.join('\n')}</Text>
    </Box>
  );
}

/** Exports all groups to a file, regardless of how many are shown. A spreadsheet ends with the totals. */
function exportUsage(requested: Values, tui: Tui): Promise<void> {
  const createBody = (format: ExportFormat) => ({ ...requested, format, totals: format === 'xlsx' });
  const [title, hint] = [localize(usageReport.label, tui.locale), tui.t('tui.hint.export')];
  return exportFile(
    { title, name: 'usage', path: usageExport.path, createBody, getFormat: getExportFormat, hint },
    tui,
  );
}

function getHeadLine(usageQuery: UsageQuery, answer: UsageReportAnswer | null, tui: Tui, width: number) {
  const { by, range, measure, sort } = usageQuery;
  const { locale, marks, t } = tui;
  const span = Object.entries(usageReport.input.range.options).find(([name]) => name === range)?.[1];
  const parts = [
    by.map((name) => localize(usageDimensions[name], locale)).join(' + '),
    span ? localize(span, locale) : range,
    localize(usageMeasures[measure], locale),
    sort === null ? '' : `${t('tui.key.sort')}=${localize(usageReport.input.sort.options[sort], locale)}`,
    ...formatFilters(usageQuery, tui),
    answer?.span.timezone ?? '',
    answer ? `${Math.min(answer.items.length, answer.total)}/${answer.total}` : '',
  ];
  return renderBold(cut(` ${parts.filter((part) => part !== '').join(marks.separator)}`, width - 1, marks));
}

function getTotalsLine({ totals }: UsageReportAnswer, { locale, marks }: Tui, width: number): string {
  const words = measures.map((name) => `${localize(usageMeasures[name], locale)} ${figureOf(totals, name, locale)}`);
  const full = ` ${words.join(marks.separator)}`;
  // When there is no space for all totals, the second one is omitted before the cost at the end.
  const line = measureWidth(full) < width ? full : ` ${words.slice(1).join(marks.separator)}`;
  return renderDim(cut(line, width - 1, marks));
}

/** Formats each group: its keys, its value, and a bar in proportion. */
function groupLines(
  items: readonly UsageGroup[],
  measure: UsageMeasure,
  width: number,
  at: number,
  tui: Tui,
): string[] {
  const { marks, locale } = tui;
  const figures = items.map((group) => figureOf(group, measure, locale));
  const values = items.map((group) => figureOf.value(group, measure));
  const largest = Math.max(1, ...values);
  const right = Math.max(0, ...figures.map((figure) => figure.length));
  const left = Math.min(36, Math.max(12, Math.floor(width * 0.4)));
  const space = Math.max(4, width - left - right - 6);
  return items.map((group, one) => {
    const label = padCell(escapeControls(Object.values(group.labels).join(marks.separator)), left, marks);
    const drawn = drawBar((values[one] ?? 0) / largest, space, marks);
    const lead = one === at ? renderAccent(marks.pointer) : ' ';
    return `${lead} ${one === at ? renderBold(label) : label} ${padCell(figures[one] ?? '', right, marks, true)} ${renderAccent(drawn)}`;
  });
}

/** A link to a list with filters. */
function createLink(name: string, filters: object): string {
  return `${usageReport.path}?${new URLSearchParams({ tab: name, f: JSON.stringify(filters) })}`;
}

/** The filters of the report that also apply to records. */
type ReportFilters = Pick<UsageQuery, 'status' | 'minAmount'>;

/** Opens the records of a group, or the ledger of its user. */
async function openGroup(group: UsageGroup, filters: ReportFilters, tui: Tui): Promise<void> {
  const { user } = group.keys;
  const targets = [
    {
      label: localize(usageRecord.label, tui.locale),
      value: createLink(usageRecord.name, toGroupFilters(group, filters)),
    },
    ...(user
      ? [{ label: localize(ledgerEntry.label, tui.locale), value: createLink(ledgerEntry.name, { userId: [user] }) }]
      : []),
  ];
  const first = targets[0];
  const chosen =
    targets.length === 1 && first
      ? first.value
      : await tui.open<string | null>(measureMenuHeight(targets.length), (close) => (
          <Menu title={Object.values(group.labels).join(' ')} items={targets} onDone={close} />
        ));
  if (chosen !== null) tui.go(chosen);
}
