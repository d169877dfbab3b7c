import { createClient, type Locale, type MemoryPanelAnswer } from '@gantry/core';
import { expect, it } from 'vitest';
import { renderTui } from '../../../test/render-tui.tsx';
import { measureWidth } from '../../tui/parts/marks.ts';
import { SystemPage } from './system-page.tsx';

const answer: MemoryPanelAnswer = {
  host: { hostname: 'box', os: 'linux', arch: 'x64', cpus: 2, load: [1, 2, 3], uptimeS: 90_000 },
  process: {
    pid: 7,
    node: 'v20',
    version: '1.0.0',
    commit: null,
    uptimeS: 3_700,
    rss: 100_000_000,
    heapUsed: 50_000_000,
    heapTotal: 80_000_000,
    eventLoopP99Ms: 12,
    cpuPct: 4,
  },
  cpu: { pct: 99 },
  memory: { total: 8_000_000_000, used: 4_000_000_000, free: 4_000_000_000, pct: 50 },
  disk: [{ mount: '/', total: 100, used: 80, pct: 80 }],
  db: {
    kind: 'postgres',
    ok: true,
    latencyMs: 2.5,
    size: 1_000_000,
    pool: { size: 10, idle: 4, waiting: 0 },
    largest: [{ table: 'users', rows: 5, bytes: 100 }],
    migration: '0001-baseline',
  },
  queue: [{ key: 'mail', label: 'Mail', waiting: 3, running: 1, failed: 0, oldestWaitS: 4, stuck: 0, route: '/mail' }],
  services: [{ id: 1, name: 'web', lastSeenS: 2, rpm: 60, errorBps: 0 }],
  storage: { driver: 'database', ok: true },
  http: { rpm: 120, p95Ms: 40, errors5m: 2 },
  history: { stepS: 10, cpu: [10, 50, 99], mem: [50, 50], rpm: [1, 2, 120] },
  health: [
    { key: 'keys', label: 'Keys', status: 'bad', message: 'No key of gpt is usable' },
    { key: 'cpu', label: 'CPU', status: 'bad', message: '99% used' },
    { key: 'disk', label: 'Disk', status: 'warn', message: '80% used' },
    { key: 'http', label: 'Errors', status: 'warn', message: '2 errors' },
    { key: 'memory', label: 'Memory', status: 'ok' },
  ],
  asOf: '2026-01-01T00:00:00.000Z',
};

const client = createClient({
  baseUrl: '',
  transport: async () => ({ status: 200, body: JSON.stringify({ code: 20_000, message: '', data: answer }) }),
  token: () => null,
  locale: () => 'en-US',
});

const show = (locale: Locale, done: () => void = () => undefined) =>
  renderTui(<SystemPage onDone={done} />, { width: 80, height: 19, locale, changes: { client } });

it.each(['en-US', 'zh-CN'] as const)('shows every metric in 80 columns, the problems first: %s', async (locale) => {
  const shown = await show(locale);
  await expect.poll(() => shown.text()).toContain('No key of gpt is usable');
  const lines = shown.lines().slice(2);
  const levels = locale === 'en-US' ? ['BAD', 'BAD', 'Warn', 'Warn', 'OK'] : ['异常', '异常', '注意', '注意', '正常'];
  expect(lines.slice(0, 5).map((line) => levels.find((level) => line.includes(level)))).toEqual(levels);
  expect(lines.slice(1, 4).join('\n')).toMatch(/CPU +99%.*█/s);
  for (const value of ['120/min', 'p95 40 ms', '5xx 2', 'p99 12 ms', 'postgres 2.5 ms', '6/10', '80%', '1h 1m'])
    expect(shown.text()).toContain(value);
  expect(shown.lines().every((line) => measureWidth(line) <= 80)).toBe(true);
  expect(shown.text().match(/99%/g)).toHaveLength(1);
  shown.close();
});

it('opens the detail page of a line, and returns from it', async () => {
  let left = 0;
  const shown = await show('en-US', () => {
    left += 1;
  });
  await expect.poll(() => shown.text()).toContain('120/min');
  await shown.press('j', 'enter');
  expect(shown.text()).toContain('CPU');
  expect(shown.text()).toContain('gantry 4%');
  expect(shown.text()).not.toContain('120/min');
  await shown.press('q');
  expect([shown.text().includes('120/min'), left]).toEqual([true, 0]);
  await shown.press('q');
  expect(left).toBe(1);
  shown.close();
});
