import {
  type ContentDataAnswer,
  type CurrentUser,
  canCall,
  contentData,
  type DataPanelAnswer,
  dataPanel,
  type Locale,
  listOrderFacts,
  localize,
  type MemoryPanelAnswer,
  type MessagePanelAnswer,
  memoryPanel,
  messagePanel,
  type OrderPanelAnswer,
  orderPanel,
  sessionCalls,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useState, useSyncExternalStore } from 'react';
import { drawSparkline } from '../../output/sparkline.ts';
import { escapeControls, wrapText } from '../../output/wrap-text.ts';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { confirm } from '../../tui/parts/confirm.tsx';
import { DataTable } from '../../tui/parts/data-table.tsx';
import { describeFailure } from '../../tui/parts/footer.tsx';
import { cut, measureWidth, padCell } from '../../tui/parts/marks.ts';
import { drawColumnChart, minPanelHeight, Panel } from '../../tui/parts/panel.tsx';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { clampIndex } from '../../tui/parts/viewport.ts';
import { FiguresPanel, type PanelProps } from './figures-panel.tsx';
import { MessagePanel, type Notification, toNotifications } from './message-panel.tsx';
import { countMoreProblems, SystemPanel } from './system-panel.tsx';
import { usePanel } from './use-panel.ts';

const getDay = (x: string | undefined) => (x ?? '').slice(5);

/** The first and last day below a chart of the given width. */
function formatAxis(answer: ContentDataAnswer, columns: number): string {
  const [first, last] = [getDay(answer.points.at(0)?.x), getDay(answer.points.at(-1)?.x)];
  return renderDim(first + ' '.repeat(Math.max(1, columns - measureWidth(first) - measureWidth(last))) + last);
}

/** The most used models, as many as fit. */
function formatTopModels(answer: ContentDataAnswer, lines: number, width: number, tui: Tui): string[] {
  return answer.top.slice(0, Math.max(0, lines)).map((entry, at) => {
    const trend = entry.increases === null ? '' : `${entry.increases >= 0 ? '+' : ''}${entry.increases}%`;
    const tail = `${escapeControls(entry.clickNumber)}  ${trend.padStart(6)}`;
    const name = padCell(
      `${at + 1}. ${escapeControls(entry.title)}`,
      Math.max(6, width - measureWidth(tail) - 2),
      tui.marks,
    );
    return `${name}  ${applyTone(tail, entry.increases === null ? 'neutral' : entry.increases >= 0 ? 'good' : 'bad')}`;
  });
}

function formatContent(answer: ContentDataAnswer, width: number, lines: number, tui: Tui): string[] {
  const values = answer.points.map((point) => point.y);
  const sum = values.reduce((total, value) => total + value, 0);
  const number = new Intl.NumberFormat(tui.locale);
  const head = `${renderBold(number.format(values.at(-1) ?? 0))} ${renderDim(tui.t('tui.todayIs'))}   ${renderDim(tui.t('tui.sum', { count: number.format(sum) }))}`;
  const wide = Math.max(1, Math.min(6, Math.floor(width / Math.max(1, values.length))));
  if (tui.marks.accessible) return [head, ...formatTopModels(answer, lines - 1, width, tui)];
  if (lines < 6) {
    const spark = values
      .map((_, at) => drawSparkline(values, tui.marks.plain)[at]?.repeat(Math.max(1, Math.min(2, wide))) ?? '')
      .join('');
    return [head, renderAccent(spark), formatAxis(answer, measureWidth(spark))].slice(0, lines);
  }
  const top = Math.min(answer.top.length, Math.max(0, Math.floor((lines - 3) / 3)));
  const chart = drawColumnChart(values, Math.min(10, lines - 2 - (top > 0 ? top + 1 : 0)), wide, tui.marks);
  return [
    head,
    ...chart.map((line) => renderAccent(line)),
    formatAxis(answer, wide * values.length - 1),
    ...(top > 0 ? [''] : []),
    ...formatTopModels(answer, top, Math.min(width, 60), tui),
  ];
}

/** Shows one metric per day for fourteen days; `c` switches to the next metric. */
function ContentPanel({ state, width, height, metric }: PanelProps<ContentDataAnswer> & { metric: string }) {
  const tui = useTui();
  const { answer, failed } = state;
  const options = contentData.input.metric.options;
  const name = metric in options ? localize(options[metric as keyof typeof options], tui.locale) : metric;
  const lines = answer
    ? formatContent(answer, width - 4, height - 2, tui)
    : [renderDim(failed ? tui.t('tui.loadFailed') : tui.t('common.loading'))];
  return (
    <Panel
      title={`${localize(contentData.label, tui.locale)}${tui.marks.separator}${cut(name, 16, tui.marks)}`}
      note={tui.t('tui.days', { count: answer?.points.length ?? 14 })}
      width={width}
      height={height}
    >
      <Text>{lines.join('\n')}</Text>
    </Panel>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}
type PanelName = 'figures' | 'content' | 'orders' | 'messages' | 'system';

/** The panels of both columns, from top to bottom. */
interface WorkplaceLayout {
  readonly left: Readonly<Partial<Record<PanelName, Size>>>;
  readonly right: Readonly<Partial<Record<PanelName, Size>>>;
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/**
 * The layout of the five panels in two columns: metrics and content on the left, system and messages on the right. The system
 * panel has one more line for each problem after the first.
 */
export function layOutWorkplace({ width, height }: Size, cards: number, problems = 0): WorkplaceLayout {
  const left = Math.floor(width * (width >= 120 ? 0.56 : 0.5));
  const right = width - left;
  const figures = Math.min(height, clamp(cards + 3, 6, Math.max(6, Math.min(maxFigures, height - 5))));
  const foot = height >= 30 ? 8 : 3;
  const system = Math.min(height, clamp(Math.floor((height - foot) * 0.45), 7, 14) + problems);
  // The lower panels are hidden while a sheet is docked at the foot.
  const orders = height - system >= foot + minPanelHeight ? foot : 0;
  return {
    left: {
      figures: { width: left, height: figures },
      content: { width: left, height: height - figures },
    },
    right: {
      system: { width: right, height: system },
      messages: { width: right, height: height - system - orders },
      orders: { width: right, height: orders },
    },
  };
}

/** Height of a table of fifteen rows with head and frame. */
const maxFigures = 18;

const minuteMs = 60_000;
const metrics = Object.keys(contentData.input.metric.options);
const nothing: Size = { width: 0, height: 0 };

const firstMetric = 'chats';

/** The call of each panel. */
const listPanelCalls = (metric: string) => ({
  figures: { report: dataPanel, body: {} },
  content: { report: contentData, body: { metric } },
  orders: { report: orderPanel, body: {} },
  messages: { report: messagePanel, body: { limit: 30 } },
  system: { report: memoryPanel, body: {} },
});

/** Prefetches the panels before the first screen is shown. */
export function prefetchPanels({ prefetch }: { prefetch(path: string, body: unknown): void }, user: CurrentUser): void {
  for (const { report, body } of Object.values(listPanelCalls(firstMetric)))
    if (canCall(user, report)) prefetch(report.call, body);
}

/** Loads the five panels. Nothing is requested while another layer covers them. */
function usePanels() {
  const { hub } = useTui();
  const onTop = useSyncExternalStore(hub.subscribe, () => hub.topLayer() <= 1);
  const [metric, setMetric] = useState(0);
  const metricName = metrics[metric] ?? firstMetric;
  const { figures, content, orders, messages, system } = listPanelCalls(metricName);
  const panels = {
    figures: usePanel<DataPanelAnswer>(figures.report, figures.body, minuteMs, onTop),
    content: usePanel<ContentDataAnswer>(content.report, content.body, minuteMs, onTop),
    orders: usePanel<OrderPanelAnswer>(orders.report, orders.body, minuteMs, onTop),
    messages: usePanel<MessagePanelAnswer>(messages.report, messages.body, minuteMs, onTop),
    system: usePanel<MemoryPanelAnswer>(system.report, system.body, 2_000, onTop),
  };
  return { panels, metricName, turn: () => setMetric((at) => (at + 1) % metrics.length) };
}

/** Clears the messages of one kind up to the last one seen, after a confirmation. */
async function clearKind(tui: Tui, { message }: Notification & { kind: 'message' }, until: number): Promise<void> {
  const call = sessionCalls.messageClear;
  const kind = localize(call.input.type.options[message.type], tui.locale);
  if (!(await confirm(tui, localize(call.label, tui.locale), tui.t('tui.confirmClear', { kind })))) return;
  const notifyFailure = (error: unknown) => tui.notify(describeFailure(error, tui.t), 'bad');
  await tui.write(call.path, { type: message.type, until }).catch(notifyFailure);
}

/** The workplace: the most important information on one screen, with live system data. */
export function Workplace() {
  const tui = useTui();
  const area = useArea();
  const { panels, metricName, turn } = usePanels();
  const [place, setPlace] = useState(0);
  const notifications = toNotifications(panels.messages.answer);
  const at = clampIndex(place, notifications.length);
  const markRead = async (notification: Notification | undefined) => {
    if (notification?.kind !== 'message' || notification.message.status === 1) return;
    // Marking a message as read twice is harmless, so no result is reported.
    const { path } = sessionCalls.messageRead;
    await tui.write(path, { id: notification.message.id }, crypto.randomUUID()).catch(() => undefined);
    await panels.messages.load();
  };
  const open = (notification: Notification | undefined) => {
    void markRead(notification);
    if (notification?.route) tui.go(notification.route);
  };
  const clear = async () => {
    const notification = notifications[at];
    const asOf = panels.messages.answer?.asOf;
    if (notification?.kind !== 'message' || asOf === undefined) return;
    await clearKind(tui, notification, asOf);
    await panels.messages.load();
  };
  useKeys(keymaps.workplace, {
    down: () => setPlace((known) => clampIndex(known + 1, notifications.length)),
    up: () => setPlace((known) => clampIndex(known - 1, notifications.length)),
    open: () => open(notifications[at]),
    notification: (key) => open(notifications[Number(key.name) - 1]),
    read: () => void markRead(notifications[at]),
    clear: () => void clear(),
    metric: turn,
    refresh: () => void Promise.all(Object.values(panels).map((panel) => panel.load())),
  });
  const { left, right } = layOutWorkplace(
    area,
    panels.figures.answer?.cards.length ?? 6,
    countMoreProblems(panels.system.answer),
  );
  return (
    <Box width={area.width} height={area.height}>
      <Box flexDirection="column">
        <FiguresPanel state={panels.figures} {...(left.figures ?? nothing)} />
        {panels.content.open && (
          <ContentPanel state={panels.content} metric={metricName} {...(left.content ?? nothing)} />
        )}
      </Box>
      <Box flexDirection="column">
        <SystemPanel state={panels.system} {...(right.system ?? nothing)} />
        <MessagePanel state={panels.messages} at={at} {...(right.messages ?? nothing)} />
        {panels.orders.open && <OrderPanel state={panels.orders} {...(right.orders ?? nothing)} />}
      </Box>
    </Box>
  );
}

function getSummaryRows(answer: OrderPanelAnswer, locale: Locale) {
  return listOrderFacts(answer, locale).map(({ label, text }) => [{ text: label }, { text }]);
}

/** Formats the metrics in one line when there is no space for a table. */
function formatSummaryLine(
  answer: OrderPanelAnswer,
  width: number,
  { locale, marks }: Pick<Tui, 'locale' | 'marks'>,
): string {
  const line = getSummaryRows(answer, locale).map(([label, value]) => `${label?.text} ${value?.text}`);
  return cut(line.join('  '), width, marks);
}

/** Shows the orders of the last days, or a message when nothing was sold yet. */
export function OrderPanel({ state, width, height }: PanelProps<OrderPanelAnswer>) {
  const tui = useTui();
  const { t, locale, marks } = tui;
  const { answer, failed } = state;
  const empty = answer ? t('tui.noOrders') : failed ? t('tui.loadFailed') : t('common.loading');
  const paid = (answer?.series ?? []).map((point) => point.paidFen);
  const inner = width - 4;
  const lines = height - 2;
  // The table header and the line of bars take one line each.
  const rows = lines - 2;
  return (
    <Panel title={localize(orderPanel.label, locale)} width={width} height={height}>
      {answer?.summary && rows > 0 && (
        <DataTable
          columns={[{ title: t('tui.metric') }, { title: t('tui.value'), right: true }]}
          rows={getSummaryRows(answer, locale).slice(0, rows)}
          width={inner}
        />
      )}
      {answer?.summary && rows <= 0 && <Text>{formatSummaryLine(answer, inner, tui)}</Text>}
      {!answer?.summary && <Text>{renderDim(wrapText(empty, inner, true).slice(0, lines).join('\n'))}</Text>}
      {paid.length > 0 && lines > 1 && !marks.accessible && (
        <Text>{renderAccent(drawSparkline(paid.slice(-inner), marks.plain))}</Text>
      )}
    </Panel>
  );
}
