import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type UsageReportAnswer, usageExport } from '@gantry/core';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { renderTui } from '../../../test/render-tui.tsx';
import type { Tui } from '../../tui/parts/tui-context.ts';
import { figureOf } from './usage-measures.ts';
import { UsageScreen } from './usage-screen.tsx';

const sums = {
  ...{ requests: 3, success: 3, failed: 0, promptTokens: 10, completionTokens: 20, units: 0 },
  ...{ chargedCoin: 100, chargedCompute: 0, upstreamCost: 2_500_000 },
};
const answer: UsageReportAnswer = {
  span: { from: 0, to: 1, timezone: 'Asia/Shanghai' },
  by: ['user', 'model'],
  source: 'sums',
  items: [
    { ...sums, keys: { user: 7, model: 2 }, labels: { user: 'wang.fang', model: '通义千问' } },
    { ...sums, chargedCoin: 25, keys: { user: 0, model: 2 }, labels: { user: 'nobody', model: '通义千问' } },
  ],
  ...{ page: 1, pageSize: 500, total: 2, totals: { ...sums, chargedCoin: 125 } },
};

/** A harness whose calls all return the same report. It records the calls and the target of navigation. */
function createHarness() {
  const requested: Record<string, unknown>[] = [];
  const gone: string[] = [];
  const client = createClient({
    baseUrl: '',
    transport: async ({ body }) => {
      requested.push(JSON.parse(body));
      return { status: 200, body: JSON.stringify({ code: 20_000, message: '', data: answer }) };
    },
    token: () => null,
    locale: () => 'en-US',
  });
  return { requested, gone, given: { client, go: (path: string) => void gone.push(path) } };
}

async function show(plain = false) {
  const { requested, gone, given } = createHarness();
  const changes = { ...given, open: async () => null as never };
  return { requested, gone, shown: await renderTui(<UsageScreen />, { width: 80, height: 12, plain, changes }) };
}

const bars = (lines: readonly string[]) =>
  lines.map((line) => line.split('').filter((sign) => '█#'.includes(sign)).length);

it('draws a bar for each group in proportion to its value, below the totals', async () => {
  const { shown } = await show();
  const lines = shown.lines();
  expect(lines[0]).toMatch(/Asia\/Shanghai · 2\/2/);
  expect(lines[1]).toMatch(/Coin 125 · Compute 0 .* · Upstream cost ¥2\.50$/);
  expect(lines[2]).toMatch(/wang\.fang · 通义千问 +100 █+$/);
  const [large = 0, small = 0] = bars(lines.slice(2, 4));
  expect(small).toBe(Math.round(large / 4));
  shown.close();
});

it('shows a cost with two decimals, and an amount below 0.01 in full', () => {
  const cost = (upstreamCost: number) => figureOf({ ...sums, upstreamCost }, 'cost', 'en-US');
  expect([0, 4_200, 9_999, 10_000, 2_504_999, 2_505_000].map(cost)).toEqual([
    '¥0.00',
    '¥0.0042',
    '¥0.009999',
    '¥0.01',
    '¥2.50',
    '¥2.51',
  ]);
});

it('uses plain characters and stays within its width when requested', async () => {
  const { shown } = await show(true);
  expect(shown.text()).not.toMatch(/[█░▌·]/);
  expect(bars(shown.lines().slice(2, 3))[0]).toBeGreaterThan(10);
  shown.close();
});

it('changes the measure by a key, and sorts by it', async () => {
  const { shown, requested } = await show();
  expect(requested[0]).toMatchObject({ by: ['day'], range: 'last-7d', sort: 'time' });
  await shown.press('c', 'c', 'c', 'c', 'c');
  expect(shown.lines()[2]).toContain('2.50');
  shown.close();
});

/** Answers the prompts that the screen opens, in a terminal of 80x24. */
async function at80x24() {
  const { requested, gone, given } = createHarness();
  const answers: unknown[] = [];
  const titles: string[] = [];
  const open = async (_height: number, node: (close: (value: unknown) => void) => ReactNode) => {
    const { props } = node(() => undefined) as { props: { title: string; check?: (text: string) => string | null } };
    titles.push(props.title);
    const chosen = answers.shift() ?? null;
    return props.check && props.check(String(chosen)) !== null ? null : chosen;
  };
  const files: unknown[] = [];
  const openFile: Tui['openFile'] = async (call, body) => {
    files.push([call, body]);
    return (async function* () {
      yield new TextEncoder().encode('all groups');
    })();
  };
  const changes = { ...given, open: open as Tui['open'], openFile };
  const shown = await renderTui(<UsageScreen />, { width: 80, height: 24, changes });
  return { requested, gone, answers, titles, files, shown };
}

it('filters by result and minimum charge, shows both at 80x24, and links to exactly these records', async () => {
  const { requested, gone, answers, titles, shown } = await at80x24();
  answers.push('status', 'failed');
  await shown.press('f');
  await expect.poll(() => requested.at(-1)).toMatchObject({ status: 'failed', minAmount: null });
  answers.push('minAmount', '0');
  await shown.press('f');
  expect(requested.at(-1)).toMatchObject({ minAmount: null });
  answers.push('minAmount', '400');
  await shown.press('f');
  await expect.poll(() => requested.at(-1)).toMatchObject({ status: 'failed', minAmount: 400 });
  await expect.poll(() => shown.lines()[0]).toMatch(/Result=Failed · Minimum charge=400/);
  expect(shown.lines().every((line) => line.length <= 80)).toBe(true);
  expect(titles).toEqual(['Filter', 'Result', 'Filter', 'Filter', 'Filter', 'Filter']);
  await shown.press('j', 'enter');
  await expect
    .poll(() => decodeURIComponent(gone[0] ?? ''))
    .toContain('"status":["failed"],"chargedAmount":{"from":400}');
  await shown.press('u');
  await expect.poll(() => requested.at(-1)).toMatchObject({ status: null, minAmount: null });
  shown.close();
});

it('changes the order by a key, until the grouping changes', async () => {
  const { requested, answers, shown } = await at80x24();
  answers.push('requests');
  await shown.press('s');
  await expect.poll(() => requested.at(-1)).toMatchObject({ by: ['day'], sort: 'requests' });
  expect(shown.lines()[0]).toContain('Sort=Requests');
  answers.push(2);
  await shown.press('b');
  await expect.poll(() => requested.at(-1)).toMatchObject({ by: ['user'], sort: 'credits' });
  answers.push(6);
  await shown.press('b');
  await expect.poll(() => requested.at(-1)).toMatchObject({ by: ['user', 'model'], sort: 'credits' });
  shown.close();
});

it('links a group without a user to its records', async () => {
  const { shown, gone } = await show();
  await shown.press('j', 'enter');
  expect(decodeURIComponent(gone[0] ?? '')).toBe(
    '/comsums/consum-table?tab=usageRecord&f={"modelId":{"from":2,"to":2}}',
  );
  shown.close();
});

it('exports with the current filters; a spreadsheet includes the totals', async () => {
  const { answers, titles, files, shown } = await at80x24();
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'usage.xlsx');
  answers.push('status', 'failed', file);
  await shown.press('f');
  await shown.press('w');
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('all groups');
  const body = {
    by: ['day'],
    range: 'last-7d',
    status: 'failed',
    minAmount: null,
    sort: 'time',
    format: 'xlsx',
    totals: true,
  };
  expect([files, titles.at(-1)]).toEqual([[[usageExport.path, body]], 'Export Consumption']);
  shown.close();
});
