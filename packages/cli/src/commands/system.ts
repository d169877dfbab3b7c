import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { formatBytes, getFullPanel, type MemoryPanelAnswer, memoryPanel } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { type Pair, renderPairs } from '../output/pairs.ts';
import { drawSparkline, formatDuration } from '../output/sparkline.ts';
import { isColorWanted } from '../output/wants-color.ts';
import { escapeControls } from '../output/wrap-text.ts';
import { parseWatchInterval } from './resource/list-watch.ts';

/** Waiting, failed and stuck jobs; a dash when there are none. */
function formatQueue({ queue }: MemoryPanelAnswer, { t }: Context): string {
  const busy = queue.flatMap(({ label, waiting, stuck, failed }) => {
    const words = [
      ...(waiting > 0 ? [t('work.waiting', { count: waiting })] : []),
      ...(stuck > 0 ? [t('work.stuck', { count: stuck })] : []),
      ...(failed > 0 ? [t('work.failed', { count: failed })] : []),
    ];
    return words.length === 0 ? [] : [`${label} ${words.join(' ')}`];
  });
  return busy.length === 0 ? '-' : busy.join(', ');
}

/** Service clients with their calls per minute, and for how long they have been silent. */
function formatServices({ services }: MemoryPanelAnswer, { t }: Context): string {
  const each = (services ?? []).map(({ name, lastSeenS, rpm, errorBps }) => {
    const seen = lastSeenS === null ? t('work.never') : t('panel.work.ago', { time: formatDuration(lastSeenS) });
    return `${name} ${rpm}/min ${seen}${errorBps ? ` 5xx ${(errorBps / 100).toFixed(1)}%` : ''}`;
  });
  return each.length === 0 ? '-' : each.join(', ');
}

type Health = MemoryPanelAnswer['health'];

const healthTone = { ok: 'good', warn: 'warn', bad: 'bad' } as const;
const barWidth = 20;

/** A bar with a percentage, colored by how close it is to the limit, and additional text. */
function formatGauge(pct: number, more: string): Omit<Pair, 'name'> {
  const full = Math.round(Math.min(1, Math.max(0, pct / 100)) * barWidth);
  const tone = pct >= 90 ? 'bad' : pct >= 75 ? 'warn' : 'good';
  const toned = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${pct.toFixed(1).padStart(5)}%`;
  return { value: `${toned}  ${more}`, toned, tone };
}

/** The health checks: problems one per line with the worst first, then the names of the healthy ones. */
function createHealthPairs(health: Health, { t }: Context): Pair[] {
  const filterByStatus = (wanted: Health[number]['status']) => health.filter(({ status }) => status === wanted);
  const problems = [...filterByStatus('bad'), ...filterByStatus('warn')].map(({ label, status, message }) => ({
    value: `${t(`cli.${status}`)}  ${label}${message ? `  ${message}` : ''}`,
    tone: healthTone[status],
  }));
  const well = filterByStatus('ok').map(({ label }) => label);
  const rest = well.length > 0 ? [{ value: `${t('cli.ok')}  ${well.join(', ')}`, tone: healthTone.ok }] : [];
  return [...problems, ...rest].map((line, at) => ({ name: at === 0 ? t('panel.health') : '', ...line }));
}

function createMachinePairs(panel: MemoryPanelAnswer, { t }: Context): Pair[] {
  const { cpu, memory, host, process: own, history } = panel;
  const load = host.load.map((value) => value.toFixed(2)).join(' ');
  const disks = panel.disk.map(({ pct, used, total, mount }, at) => ({
    name: at === 0 ? t('panel.disk') : '',
    ...formatGauge(pct, `${formatBytes(used)} / ${formatBytes(total)}  ${mount}`),
  }));
  return [
    { name: 'CPU', ...formatGauge(cpu.pct, `${t('panel.load')} ${load}  ${drawSparkline(history.cpu.slice(-20))}`) },
    {
      name: t('panel.memory'),
      ...formatGauge(
        memory.pct,
        `${formatBytes(memory.used)} / ${formatBytes(memory.total)}  RSS ${formatBytes(own.rss)}`,
      ),
    },
    ...disks,
  ];
}

/** Formats the system panel for a terminal: problems first, without cutting any text. */
export function formatSystemTable(panel: MemoryPanelAnswer, context: Context): string {
  const { t } = context;
  const { db, http, process: own, host, history } = panel;
  const size = db.size === null ? '-' : formatBytes(db.size);
  const pool = db.pool ? `  ${t('panel.work.pool', { ...db.pool })}` : '';
  const commit = own.commit ? ` ${own.commit}` : '';
  const pairs: Pair[] = [
    ...createHealthPairs(panel.health, context),
    ...createMachinePairs(panel, context),
    {
      name: t('panel.database'),
      value: `${db.kind}  ${t(db.ok ? 'cli.ok' : 'cli.bad')}  ${db.latencyMs ?? '-'} ms  ${size}${pool}  ${db.migration}`,
      tone: db.ok ? null : 'bad',
    },
    { name: t('work.queues'), value: formatQueue(panel, context) },
    ...(panel.services === null ? [] : [{ name: t('work.services'), value: formatServices(panel, context) }]),
    {
      name: t('panel.requests'),
      value: `${http.rpm}/min  p95 ${http.p95Ms ?? '-'} ms  5xx ${http.errors5m}  ${drawSparkline(history.rpm.slice(-30))}`,
    },
    {
      name: t('panel.uptime'),
      value: `${formatDuration(own.uptimeS)}  node ${own.node}  gantry ${own.version}${commit}  ${host.hostname}`,
    },
  ];
  return renderPairs(
    pairs.map((pair) => ({ ...pair, value: escapeControls(pair.value) })),
    isColorWanted(context.options().color),
  );
}

async function readPanel(context: Context): Promise<MemoryPanelAnswer> {
  return getFullPanel(await (await context.client()).call<MemoryPanelAnswer>(memoryPanel.call, {}));
}

/** Redraws in place on a terminal; a pipe gets one JSON object per line. Ends with Ctrl-C or when the reader closes the pipe. */
async function watch(context: Context, seconds: number): Promise<void> {
  const { printJson } = await import('../output/print.ts');
  const live = process.stdout.isTTY === true && context.form('table') === 'table';
  for (;;) {
    const panel = await readPanel(context);
    if (live) await context.write(`\u001b[H\u001b[2J${panel.asOf}\n${formatSystemTable(panel, context)}`);
    else await printJson(context, panel);
    await pause(seconds * 1000);
  }
}

export function fillSystem(command: Command, context: Context): void {
  command.option('--watch [seconds]', context.t('cli.watch')).action(async (flags: { watch?: string | true }) => {
    if (flags.watch !== undefined) return watch(context, parseWatchInterval(flags.watch, 2, context));
    const panel = await readPanel(context);
    const form = context.form('table');
    if (form === 'table') return context.write(formatSystemTable(panel, context));
    const { printAnswer } = await import('../output/print.ts');
    await printAnswer(context, panel, form);
  });
}
