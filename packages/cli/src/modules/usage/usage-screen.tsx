import {
  type ExportFormat,
  getExportFormat,
  localize,
  type UsageGroup,
  type UsageMeasure,
  type UsageReportAnswer,
  usageDimensions,
  usageExport,
  usageMeasures,
  usageReport,
  type Values,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { escapeControls } from '../../output/safe.ts';
import { measureWidth } from '../../output/width.ts';
import { keymaps } from '../../tui/keys/keymap.ts';
import { drawBar } from '../../tui/parts/bar.ts';
import { renderBlue, renderBold, renderDim } from '../../tui/parts/colours.ts';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { clampIndex, getWindowStart, type Step, stepIndex } from '../../tui/parts/viewport.ts';
import { exportFile } from '../../tui/resource/export-flow.tsx';
import { usePanel } from '../workplace/use-panel.ts';
import { openGroup } from './open-group.tsx';
import { figureOf } from './usage-figures.ts';
import {
  chooseGrouping,
  chooseSort,
  chooseSpan,
  chooseUsageFilter,
  filterWords,
  getSort,
  noFilters,
  type UsageQuery,
  useUsageQuery,
} from './usage-query.tsx';

const every = 30_000;
/** Groups that one look brings. */
const most = 500;
const measures = Object.keys(usageMeasures) as UsageMeasure[];

/** Consumption as bars: groups under each other, the sums of all that matches above them. */
export function UsageScreen() {
  const tui = useTui();
  const { width, height } = useArea();
  const { usageQuery, change } = useUsageQuery();
  const { by, range, status, minAmount } = usageQuery;
  const requested = { by, range, status, minAmount, sort: getSort(usageQuery) };
  const body = { ...requested, pageSize: most };
  const { answer, failed, load } = usePanel<UsageReportAnswer>(usageReport, body, every, true);
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
    span: () => void chooseSpan(tui).then((range) => range && reset({ range })),
    metric: () =>
      change({ measure: measures[(measures.indexOf(usageQuery.measure) + 1) % measures.length] ?? 'points' }),
  });
  const rows = Math.max(1, height - 3);
  const from = getWindowStart(at, items.length, rows, 0);
  const lines = groupLines(items, usageQuery.measure, width, at, tui).slice(from, from + rows);
  const empty = failed ? tui.t('tui.loadFailed') : answer ? tui.t('common.empty') : tui.t('common.loading');
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Text wrap="truncate">{headLine(usageQuery, answer, tui, width)}</Text>
      <Text wrap="truncate">{answer ? totalsLine(answer, tui, width) : ' '}</Text>
      <Text wrap="truncate">{lines.length === 0 ? ` ${renderDim(empty)}` : lines.join('\n')}</Text>
    </Box>
  );
}

/** Writes all groups into a file, however many are shown; a sheet ends with their sums. */
function exportUsage(requested: Values, tui: Tui): Promise<void> {
  const bodyFor = (format: ExportFormat) => ({ ...requested, format, totals: format === 'xlsx' });
  const [title, hint] = [localize(usageReport.label, tui.locale), tui.t('tui.hint.export')];
  return exportFile({ title, name: 'usage', path: usageExport.path, bodyFor, formatOf: getExportFormat, hint }, tui);
}

function headLine(usageQuery: UsageQuery, answer: UsageReportAnswer | null, tui: Tui, width: number) {
  const { by, range, measure, sort } = usageQuery;
  const { locale, marks, t } = tui;
  const span = Object.entries(usageReport.input.range.options).find(([name]) => name === range)?.[1];
  const parts = [
    by.map((name) => localize(usageDimensions[name], locale)).join(' + '),
    span ? localize(span, locale) : range,
    localize(usageMeasures[measure], locale),
    sort === null ? '' : `${t('tui.key.sort')}=${localize(usageReport.input.sort.options[sort], locale)}`,
    ...filterWords(usageQuery, tui),
    answer?.span.timezone ?? '',
    answer ? `${Math.min(answer.items.length, answer.total)}/${answer.total}` : '',
  ];
  return renderBold(cut(` ${parts.filter((part) => part !== '').join(marks.between)}`, width - 1, marks));
}

function totalsLine({ totals }: UsageReportAnswer, { locale, marks }: Tui, width: number): string {
  const words = measures.map((name) => `${localize(usageMeasures[name], locale)} ${figureOf(totals, name, locale)}`);
  const full = ` ${words.join(marks.between)}`;
  // Where there is no room for all, the sum of the two that follow it goes before the cost at the end does.
  const said = measureWidth(full) < width ? full : ` ${words.slice(1).join(marks.between)}`;
  return renderDim(cut(said, width - 1, marks));
}

/** Each group: its keys, its figure, and a bar as long as it is large. */
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
    const label = padCell(escapeControls(Object.values(group.labels).join(marks.between)), left, marks);
    const drawn = drawBar((values[one] ?? 0) / largest, space, marks);
    const lead = one === at ? renderBlue(marks.pointer) : ' ';
    return `${lead} ${one === at ? renderBold(label) : label} ${padCell(figures[one] ?? '', right, marks, true)} ${renderBlue(drawn)}`;
  });
}
