import { formatBytes, localize, type MemoryPanelAnswer, memoryPanel, type Tone } from '@gantry/core';
import { Box, Text } from 'ink';
import { useEffect, useState } from 'react';
import { drawSparkline, formatDuration } from '../../output/sparkline.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { keymaps } from '../../tui/keys/keymap.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../../tui/parts/colors.ts';
import { LinesView, useScroll } from '../../tui/parts/lines-page.tsx';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { PageHeader } from '../../tui/parts/page-header.tsx';
import { type Tui, useArea, useTui } from '../../tui/parts/tui-context.ts';
import { useKeys } from '../../tui/parts/use-keys.ts';
import { clampIndex, getWindowStart } from '../../tui/parts/viewport.ts';
import { usePanel } from './use-panel.ts';

type Level = 'ok' | 'warn' | 'bad';
const levels: readonly Level[] = ['bad', 'warn', 'ok'];
const toneOf: Readonly<Record<Level, Tone>> = { ok: 'good', warn: 'warn', bad: 'bad' };

/** The interval between two readings, in ms. */
const intervalMs = 2_000;
/** How many readings are stored for a metric without a history on the server. */
const maxSamples = 60;
/** The widths of a line's level and label, in columns. */
const levelWidth = 6;
const labelWidth = 14;

/** A metric of the system: its status, and the text of its detail page. */
export interface SystemRow {
  readonly key: string;
  readonly label: string;
  readonly level: Level;
  readonly value: string;
  /** The number that the sparkline shows; null when there is none. */
  readonly figure: number | null;
  readonly history?: readonly number[];
  readonly details: readonly string[];
}

/** The health checks of the server that have their own line on this page. */
const checksWithLine = ['db', 'cpu', 'disk', 'memory', 'eventLoop', 'http', 'queues'] as const;

/** The level that the server assigns to a metric; `ok` for one without limits. */
const getLevel = ({ health }: MemoryPanelAnswer, of: (typeof checksWithLine)[number]): Level =>
  health.find(({ key }) => key === of)?.status ?? 'ok';
const formatMs = (value: number | null) => (value === null ? '-' : `${value.toFixed(value < 10 ? 1 : 0)} ms`);
const formatPercent = (value: number) => `${value.toFixed(0)}%`;

function createTrafficRows(panel: MemoryPanelAnswer, { t }: Tui): SystemRow[] {
  const { http, history, services, process } = panel;
  const { rpm, p95Ms, errors5m } = http;
  const callers = services ?? [];
  const calls = callers.map(({ name, lastSeenS, rpm: own, errorBps }) => {
    const seen = lastSeenS === null ? t('work.never') : formatDuration(lastSeenS);
    return `${name}  ${own}/min  5xx ${((errorBps ?? 0) / 100).toFixed(1)}%  ${seen}`;
  });
  const loop = process.eventLoopP99Ms;
  return [
    {
      key: 'rpm',
      label: t('tui.requests'),
      level: 'ok',
      value: `${rpm}/min`,
      figure: rpm,
      history: history.rpm,
      details: calls,
    },
    {
      key: 'p95',
      label: t('tui.latency'),
      level: 'ok',
      value: `p95 ${formatMs(p95Ms)}`,
      figure: p95Ms,
      details: [],
    },
    {
      key: 'errors',
      label: t('tui.errors'),
      level: getLevel(panel, 'http'),
      value: `5xx ${errors5m} / 5 min`,
      figure: errors5m,
      details: calls,
    },
    {
      key: 'loop',
      label: t('tui.eventLoop'),
      level: getLevel(panel, 'eventLoop'),
      value: `p99 ${formatMs(loop)}`,
      figure: loop,
      details: [],
    },
  ];
}

function createWorkRow(panel: MemoryPanelAnswer, { t }: Tui): SystemRow {
  const { queue } = panel;
  const sum = (of: 'waiting' | 'stuck' | 'failed' | 'running') => queue.reduce((total, line) => total + line[of], 0);
  const getWords = (waiting: number, stuck: number, failed: number) =>
    [
      t('work.waiting', { count: waiting }),
      t('work.stuck', { count: stuck }),
      t('work.failed', { count: failed }),
    ].join('  ');
  return {
    key: 'queue',
    label: t('work.queues'),
    level: getLevel(panel, 'queues'),
    value: getWords(sum('waiting'), sum('stuck'), sum('failed')),
    figure: sum('waiting') + sum('running'),
    details: queue.map((line) => `${line.label}  ${getWords(line.waiting, line.stuck, line.failed)}`),
  };
}

function createDatabaseRows(panel: MemoryPanelAnswer, { t }: Tui): SystemRow[] {
  const { db } = panel;
  const { pool } = db;
  const size = db.size === null ? '-' : formatBytes(db.size);
  const tables = db.largest.map(
    ({ table, rows, bytes }) => `${table}  ${rows ?? '-'}  ${bytes === null ? '-' : formatBytes(bytes)}`,
  );
  const database: SystemRow = {
    key: 'database',
    label: t('tui.database'),
    level: getLevel(panel, 'db'),
    value: `${db.kind} ${formatMs(db.latencyMs)} ${size}`,
    figure: db.latencyMs,
    details: [`${t('tui.migration')}  ${db.migration}`, ...tables],
  };
  if (!pool) return [database];
  const used = pool.size - pool.idle;
  const level = pool.waiting === 0 ? 'ok' : pool.waiting < pool.size ? 'warn' : 'bad';
  const value = `${used}/${pool.size}  ${t('work.waiting', { count: pool.waiting })}`;
  return [database, { key: 'pool', label: t('tui.pool'), level, value, figure: used, details: [] }];
}

function createMachineRows(panel: MemoryPanelAnswer, { t }: Tui): SystemRow[] {
  const { cpu, memory, host, process, history } = panel;
  const load = host.load.map((value) => value.toFixed(2)).join(' ');
  const { heapUsed, heapTotal, rss } = process;
  const build = `gantry ${process.version}${process.commit ? ` ${process.commit}` : ''}  node ${process.node}  pid ${process.pid}`;
  return [
    {
      key: 'cpu',
      label: 'CPU',
      level: getLevel(panel, 'cpu'),
      figure: cpu.pct,
      value: `${formatPercent(cpu.pct)}  ${load}`,
      history: history.cpu,
      details: [`gantry ${formatPercent(process.cpuPct)}`, `x${host.cpus}`],
    },
    {
      key: 'memory',
      label: t('tui.memory'),
      level: getLevel(panel, 'memory'),
      figure: memory.pct,
      value: `${formatPercent(memory.pct)}  ${formatBytes(memory.used)} / ${formatBytes(memory.total)}`,
      history: history.mem,
      details: [`RSS ${formatBytes(rss)}`, `heap ${formatBytes(heapUsed)} / ${formatBytes(heapTotal)}`],
    },
    ...panel.disk.map((disk) => ({
      key: `disk ${disk.mount}`,
      label: t('tui.disk'),
      level: getLevel(panel, 'disk'),
      figure: disk.pct,
      value: `${formatPercent(disk.pct)}  ${formatBytes(disk.used)} / ${formatBytes(disk.total)}`,
      details: [disk.mount],
    })),
    {
      key: 'uptime',
      label: t('tui.uptime'),
      level: 'ok',
      value: formatDuration(process.uptimeS),
      figure: null,
      details: [
        build,
        `${host.hostname}  ${host.os}/${host.arch}`,
        `${t('tui.host')}  ${formatDuration(host.uptimeS)}`,
      ],
    },
  ];
}

/** All metrics of the system, and problems without a metric here; the worst first. */
function createSystemRows(panel: MemoryPanelAnswer, tui: Tui): SystemRow[] {
  const problems = panel.health
    .filter(({ key, status }) => status !== 'ok' && !checksWithLine.some((check) => check === key))
    .map(({ key, label, status, message = '' }): SystemRow => {
      return { key: `health ${key}`, label, level: status, value: message, figure: null, details: [message] };
    });
  const rows = [
    ...problems,
    ...createTrafficRows(panel, tui),
    createWorkRow(panel, tui),
    ...createDatabaseRows(panel, tui),
    ...createMachineRows(panel, tui),
  ];
  return levels.flatMap((level) => rows.filter((row) => row.level === level));
}

type Samples = ReadonlyMap<string, readonly number[]>;

function withSamples(known: Samples, rows: readonly SystemRow[]): Samples {
  const figures = rows.flatMap(({ key, figure }) => (figure === null ? [] : ([[key, figure]] as const)));
  return new Map(figures.map(([key, figure]) => [key, [...(known.get(key) ?? []), figure].slice(-maxSamples)]));
}

/** Formats a metric as one line: level, label, value and sparkline. A problem without numbers uses the full width. */
function formatRow(row: SystemRow, samples: Samples, width: number, isHere: boolean, { t, marks }: Tui): string {
  const space = width - levelWidth - labelWidth - 5;
  const isDrawn = row.figure !== null && !marks.accessible;
  const graph = isDrawn ? Math.min(40, Math.max(10, Math.floor(space * 0.4))) : 0;
  const values = (row.history ?? samples.get(row.key) ?? []).slice(-graph);
  const level = applyTone(padCell(t(`tui.level.${row.level}`), levelWidth, marks), toneOf[row.level]);
  const label = padCell(escapeControls(row.label), labelWidth, marks);
  const value = padCell(escapeControls(row.value), space - graph - (isDrawn ? 1 : 0), marks);
  const pointer = isHere ? renderAccent(marks.pointer) : ' ';
  return `${pointer} ${level} ${isHere ? renderAccent(renderBold(label)) : label} ${value}${isDrawn ? ` ${renderAccent(drawSparkline(values, marks.plain))}` : ''}`;
}

/** Formats the detail page of a metric. */
function formatDetails(row: SystemRow, samples: Samples, width: number, { t, marks }: Tui): string[] {
  const values = (row.history ?? samples.get(row.key) ?? []).slice(-width);
  const isDrawn = values.length > 0 && !marks.accessible;
  return [
    `${applyTone(t(`tui.level.${row.level}`), toneOf[row.level])}  ${cut(escapeControls(row.value), width - levelWidth - 2, marks)}`,
    ...(isDrawn
      ? [
          '',
          renderAccent(drawSparkline(values, marks.plain)),
          renderDim(`${Math.min(...values).toFixed(1)} .. ${Math.max(...values).toFixed(1)}`),
        ]
      : []),
    ...(row.details.length > 0 ? ['', ...row.details.map((line) => cut(escapeControls(line), width, marks))] : []),
  ];
}

/** The rows of the latest response, and the readings since the page was opened. */
function useSystem() {
  const tui = useTui();
  const panel = usePanel<MemoryPanelAnswer>(memoryPanel, {}, intervalMs, true);
  const { answer } = panel;
  const rows = answer ? createSystemRows(answer, tui) : [];
  const [samples, setSamples] = useState<Samples>(new Map());
  useEffect(() => {
    if (answer) setSamples((known) => withSamples(known, createSystemRows(answer, tui)));
  }, [answer, tui]);
  return { panel, rows, samples };
}

/** Shows the live state of the system: one metric per line with problems first. Enter opens the page of a line. */
export function SystemPage({ onDone }: { readonly onDone: () => void }) {
  const tui = useTui();
  const { t, locale, timeZone } = tui;
  const { width, height } = useArea();
  const { panel, rows, samples } = useSystem();
  const { answer, failed, load } = panel;
  const [chosen, setChosen] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === chosen),
  );
  const detail = rows.find(({ key }) => key === opened) ?? null;
  const space = height - 2;
  const lines = detail ? formatDetails(detail, samples, width - 2, tui) : [];
  const { top, moves } = useScroll(lines.length, space);
  const step = (by: number) => setChosen(rows[clampIndex(at + by, rows.length)]?.key ?? null);
  useKeys(keymaps.system, {
    ...(detail
      ? moves
      : {
          open: () => setOpened(rows[at]?.key ?? null),
          down: () => step(1),
          up: () => step(-1),
          top: () => step(-rows.length),
          bottom: () => step(rows.length),
        }),
    refresh: () => void load(),
    back: detail ? () => setOpened(null) : onDone,
  });
  const time = answer ? new Date(answer.asOf).toLocaleTimeString('en-GB', { timeZone }) : '';
  const note = failed ? t('tui.stale') : time;
  const title = localize(memoryPanel.label, locale);
  if (detail)
    return <LinesView title={`${title}${tui.marks.separator}${detail.label}`} note={note} lines={lines} top={top} />;
  const start = getWindowStart(at, rows.length, space, 0);
  const shown = rows
    .slice(start, start + space)
    .map((row, place) => formatRow(row, samples, width - 1, start + place === at, tui));
  const empty = renderDim(failed ? t('tui.loadFailed') : t('common.loading'));
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader title={title} note={note} />
      <Text>{shown.length > 0 ? shown.join('\n') : empty}</Text>
    </Box>
  );
}
