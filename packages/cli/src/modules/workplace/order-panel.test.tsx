import type { OrderPanelAnswer } from '@gantry/core';
import { afterEach, expect, it } from 'vitest';
import { type RenderedTui, renderTui } from '../../../test/render-tui.tsx';
import { OrderPanel } from './workplace.tsx';

let shown: RenderedTui;
afterEach(() => shown?.close());

const point = { created: 1, paid: 1, paidFen: 100, refundedFen: 0 };
const answer: OrderPanelAnswer = {
  range: {
    start: '2026-01-01',
    end: '2026-01-02',
    granularity: 'day',
    productType: null,
    payChannel: null,
    currency: 'CNY',
    timezone: 'UTC',
  },
  others: [],
  summary: { orders: 30, paidFen: 63_680, refunds: 1 },
  labels: { orders: 'Placed', paidFen: 'Received', refunds: 'Refunds' },
  series: [
    { ...point, x: '2026-01-01' },
    { ...point, x: '2026-01-02', paidFen: 300 },
  ],
  compare: null,
  byProduct: null,
  byStatus: [],
  recent: [],
  byChannel: null,
};
const state = { answer, failed: false };

it.each([
  [3, [/^. Placed 30 {2}Received ¥636\.80 {2}Refunds 1 /]],
  [4, [/^. Placed 30 /, /^. ▃█ /]],
  [6, [/^. Metric +Value/, /^. Placed +30/, /^. Received +¥636\.80/, /^. ▃█ /]],
])('shows what fits into %i lines, one entry per line', async (height, expected) => {
  shown = await renderTui(<OrderPanel state={state} width={60} height={height} />);
  const lines = shown.lines().slice(1, -1);
  expect(lines).toHaveLength(expected.length);
  for (const [at, words] of expected.entries()) expect(lines[at]).toMatch(words);
});
