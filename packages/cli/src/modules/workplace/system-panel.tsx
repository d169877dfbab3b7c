import { formatBytes, localize, type MemoryPanelAnswer, memoryPanel, type Tone } from '@gantry/core';
import { Text } from 'ink';
import { drawSparkline, formatDuration } from '../../output/sparkline.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { applyTone, renderAccent, renderDim } from '../../tui/parts/colors.ts';
import { cut, padCell } from '../../tui/parts/marks.ts';
import { drawBar, Panel } from '../../tui/parts/panel.tsx';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import type { PanelProps } from './figures-panel.tsx';

const healthTone: Readonly<Record<'ok' | 'warn' | 'bad', Tone>> = { ok: 'good', warn: 'warn', bad: 'bad' };
const loadTone = (pct: number): Tone => (pct >= 90 ? 'bad' : pct >= 75 ? 'warn' : 'good');

function formatGauge(label: string, pct: number, note: string, width: number, tui: Tui): string {
  const wide = width < 34 ? 0 : Math.min(24, width - 28);
  const words = `${pct.toFixed(0).padStart(3)}%`;
  return `${renderDim(padCell(label, 8, tui.marks))} ${applyTone(drawBar(pct / 100, wide, tui.marks), loadTone(pct))} ${words} ${renderDim(cut(note, Math.max(0, width - wide - 15), tui.marks))}`;
}

/** Problems, the worst first. */
function listProblems({ health }: MemoryPanelAnswer): MemoryPanelAnswer['health'] {
  return (['bad', 'warn'] as const).flatMap((status) => health.filter((entry) => entry.status === status));
}

/** The number of problem lines beyond the first. The panel grows by them. */
export function countMoreProblems(panel: MemoryPanelAnswer | null): number {
  return panel ? Math.max(0, Math.min(maxProblems, listProblems(panel).length) - 1) : 0;
}
const maxProblems = 4;

/** Formats problems, which come first in an incident: one per line, in full as long as it fits. */
function formatHealth(panel: MemoryPanelAnswer, width: number, { marks, t }: Tui): string[] {
  const problems = listProblems(panel);
  if (problems.length === 0) return [applyTone(`${marks.dot} ${t('tui.allWell')}`, 'good')];
  return problems.slice(0, maxProblems).map(({ label, message, status }, at) => {
    const left = problems.length - at - 1;
    const more = at === maxProblems - 1 && left > 0 ? ` +${left}` : '';
    const words = cut(escapeControls(`${label} ${message ?? ''}`.trim()), width - 3 - more.length, marks);
    return applyTone(`${marks.dot} ${words}${more}`, healthTone[status]);
  });
}

function drawHistory(values: readonly number[], width: number, tui: Tui): string {
  return renderAccent(drawSparkline(values.slice(-Math.max(8, width)), tui.marks.plain));
}

/** Formats waiting and failed jobs, and the callers. */
function formatWork(
  { queue, services }: MemoryPanelAnswer,
  text: (words: string, value: string) => string,
  { t }: Tui,
): string[] {
  const busy = queue.flatMap(({ label, waiting, stuck, failed }) => {
    const words = [
      ...(stuck > 0 ? [t('work.stuck', { count: stuck })] : []),
      ...(waiting > 0 ? [t('work.waiting', { count: waiting })] : []),
      ...(failed > 0 ? [t('work.failed', { count: failed })] : []),
    ];
    return words.length === 0 ? [] : [`${label} ${words.join(' ')}`];
  });
  const calling = (services ?? []).map(({ name, lastSeenS, rpm }) => {
    return `${name} ${rpm}/min ${lastSeenS === null ? t('work.never') : formatDuration(lastSeenS)}`;
  });
  return [
    ...(busy.length > 0 ? [text(t('work.queues'), busy.join(', '))] : []),
    ...(calling.length > 0 ? [text(t('work.services'), calling.join(', '))] : []),
  ];
}

/** Formats the panel with the most important lines first, because a low panel shows only those. */
function formatSystem(panel: MemoryPanelAnswer, width: number, tui: Tui): string[] {
  const { t } = tui;
  const disk = panel.disk[0];
  const label = (words: string) => renderDim(padCell(words, 8, tui.marks));
  const text = (words: string, value: string) => `${label(words)} ${cut(escapeControls(value), width - 9, tui.marks)}`;
  const { db, http } = panel;
  return [
    ...formatHealth(panel, width, tui),
    formatGauge('CPU', panel.cpu.pct, panel.host.load.map((value) => value.toFixed(2)).join(' '), width, tui),
    formatGauge(t('tui.memory'), panel.memory.pct, formatBytes(panel.memory.used), width, tui),
    ...(disk ? [formatGauge(t('tui.disk'), disk.pct, formatBytes(disk.used), width, tui)] : []),
    text(
      t('tui.database'),
      `${db.kind} ${db.ok ? t('tui.up') : t('tui.down')} ${db.latencyMs?.toFixed(1) ?? '-'} ms ${db.size === null ? '-' : formatBytes(db.size)}`,
    ),
    text(t('tui.requests'), `${http.rpm}/min p95 ${http.p95Ms?.toFixed(0) ?? '-'} ms 5xx ${http.errors5m}`),
    ...formatWork(panel, text, tui),
    text(t('tui.uptime'), `${formatDuration(panel.process.uptimeS)} RSS ${formatBytes(panel.process.rss)}`),
    ...(tui.marks.accessible
      ? []
      : [
          `${label('CPU')} ${drawHistory(panel.history.cpu, width - 10, tui)}`,
          `${label(t('tui.requests'))} ${drawHistory(panel.history.rpm, width - 10, tui)}`,
        ]),
    text(t('tui.host'), `${panel.host.hostname} ${panel.host.os}/${panel.host.arch} x${panel.host.cpus}`),
    text(
      t('tui.build'),
      `gantry ${panel.process.version}${panel.process.commit ? ` ${panel.process.commit}` : ''} node ${panel.process.node} pid ${panel.process.pid}`,
    ),
    text(t('tui.migration'), db.migration),
  ];
}

/** Shows the live state of machine and server. */
export function SystemPanel({ state, width, height }: PanelProps<MemoryPanelAnswer>) {
  const tui = useTui();
  const { answer, failed } = state;
  const lines = answer
    ? formatSystem(answer, width - 4, tui).slice(0, height - 2)
    : [renderDim(failed ? tui.t('tui.loadFailed') : tui.t('common.loading'))];
  const note = failed
    ? tui.t('tui.stale')
    : answer
      ? new Date(answer.asOf).toLocaleTimeString('en-GB', { timeZone: tui.timeZone })
      : '';
  return (
    <Panel title={localize(memoryPanel.label, tui.locale)} note={note} width={width} height={height}>
      <Text>{lines.join('\n')}</Text>
    </Panel>
  );
}
