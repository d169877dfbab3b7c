import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { MemoryPanelAnswer } from '@gantry/core';
import { formatBytes, memoryPanel } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { formatDuration } from '../output/duration.ts';
import { safe } from '../output/safe.ts';
import { sparkline } from '../output/sparkline.ts';
import { renderTable } from '../output/table.ts';
import { watchSeconds } from './watch-seconds.ts';

/** What stands in line, failed or is stuck; a dash when nothing is. */
function queueWords({ queue }: MemoryPanelAnswer, { t }: Context): string {
  const busy = queue.flatMap(({ label, waiting, stuck, failed }) => {
    const words = [
      ...(waiting > 0 ? [t('cli.work.waiting', { count: waiting })] : []),
      ...(stuck > 0 ? [t('cli.work.stuck', { count: stuck })] : []),
      ...(failed > 0 ? [t('cli.work.failed', { count: failed })] : []),
    ];
    return words.length === 0 ? [] : [`${label} ${words.join(' ')}`];
  });
  return busy.length === 0 ? '-' : busy.join(', ');
}

/** Services with their calls a minute, and since when they are silent. */
function serviceWords({ services }: MemoryPanelAnswer, { t }: Context): string {
  const each = (services ?? []).map(({ name, lastSeenS, rpm, errorBps }) => {
    const seen = lastSeenS === null ? t('cli.work.never') : formatDuration(lastSeenS);
    return `${name} ${rpm}/min ${seen}${errorBps ? ` 5xx ${(errorBps / 100).toFixed(1)}%` : ''}`;
  });
  return each.length === 0 ? '-' : each.join(', ');
}

/** The system panel as lines for a terminal of 80 columns. */
export function systemTable(panel: MemoryPanelAnswer, context: Context): string {
  const { t } = context;
  const disk = panel.disk[0];
  const rows = [
    [
      t('cli.health'),
      panel.health
        .map((entry) => `${entry.label} ${t(`cli.${entry.status}`)}${entry.message ? ` (${entry.message})` : ''}`)
        .join(', '),
    ],
    [
      'CPU',
      `${panel.cpu.pct.toFixed(1)}%  ${t('cli.load')} ${panel.host.load.map((value) => value.toFixed(2)).join(' ')}  ${sparkline(panel.history.cpu.slice(-30))}`,
    ],
    [
      t('cli.memory'),
      `${panel.memory.pct.toFixed(1)}%  ${formatBytes(panel.memory.used)} / ${formatBytes(panel.memory.total)}  RSS ${formatBytes(panel.process.rss)}`,
    ],
    [
      t('cli.disk'),
      disk ? `${disk.pct.toFixed(1)}%  ${formatBytes(disk.used)} / ${formatBytes(disk.total)}  ${disk.mount}` : '-',
    ],
    [
      t('cli.database'),
      `${panel.db.kind}  ${t(panel.db.ok ? 'cli.ok' : 'cli.bad')}  ${panel.db.latencyMs ?? '-'} ms  ${panel.db.size === null ? '-' : formatBytes(panel.db.size)}${panel.db.pool ? `  pool ${panel.db.pool.idle}/${panel.db.pool.size}+${panel.db.pool.waiting}` : ''}  ${panel.db.migration}`,
    ],
    [t('cli.work.queues'), queueWords(panel, context)],
    ...(panel.services === null ? [] : [[t('cli.work.services'), serviceWords(panel, context)]]),
    [
      t('cli.requests'),
      `${panel.http.rpm}/min  p95 ${panel.http.p95Ms ?? '-'} ms  5xx ${panel.http.errors5m}  ${sparkline(panel.history.rpm.slice(-30))}`,
    ],
    [
      t('cli.uptime'),
      `${formatDuration(panel.process.uptimeS)}  node ${panel.process.node}  gantry ${panel.process.version}${panel.process.commit ? ` ${panel.process.commit}` : ''}  ${panel.host.hostname}`,
    ],
  ];
  return renderTable(
    [{ title: t('cli.metric') }, { title: t('cli.value') }],
    rows.map((row) => row.map((cell) => safe(cell))),
  );
}

async function readPanel(context: Context): Promise<MemoryPanelAnswer> {
  return (await context.client()).call<MemoryPanelAnswer>(memoryPanel.call, {});
}

/** Redraws in place at a terminal; a pipe gets one JSON object a line. Ends with Ctrl-C or when the reader goes. */
async function watch(context: Context, seconds: number): Promise<void> {
  const { printJson } = await import('../output/print.ts');
  const live = process.stdout.isTTY === true && context.form('table') === 'table';
  for (;;) {
    const panel = await readPanel(context);
    if (live) await context.write(`\u001b[H\u001b[2J${panel.asOf}\n${systemTable(panel, context)}`);
    else await printJson(context, panel);
    await pause(seconds * 1000);
  }
}

export function fillSystem(command: Command, context: Context): void {
  command.option('--watch [seconds]', context.t('cli.watch')).action(async (flags: { watch?: string | true }) => {
    if (flags.watch !== undefined) return watch(context, watchSeconds(flags.watch, 2, context));
    const panel = await readPanel(context);
    const form = context.form('table');
    if (form === 'table') return context.write(systemTable(panel, context));
    const { printAnswer } = await import('../output/print.ts');
    await printAnswer(context, panel, form);
  });
}
