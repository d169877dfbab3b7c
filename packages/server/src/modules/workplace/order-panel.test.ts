import {
  type Actor,
  ApiError,
  createFiltersSchema,
  createTranslator,
  fullAccess,
  type OrderPanelAnswer,
  type OrderShare,
  order,
  refund,
  user,
  type Values,
  withFullAccess,
} from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import type { Caller } from '../../platform/context/context.ts';
import { createHourOf } from '../../platform/context/day-of.ts';
import { createPanelWords } from '../../platform/notifications/panel-words.ts';
import type { Tx } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { buildDataPanelAnswer, readDataFigures } from './data-panel.ts';
import { buildOrderPanelAnswer, parseOrderQuery, readOrderFigures } from './order-panel.ts';
import { type Granularity, getPreviousRange, listSpans, parseDayRange, toSpan } from './order-range.ts';
import { createSiteDays, type SiteDays } from './site-days.ts';

const actor: Actor = { id: 1, name: 'ada', role: 'admin', permissionSet: fullAccess };
const caller: Caller = {
  actor,
  via: 'web',
  ip: '127.0.0.1',
  requestId: 'r',
  locale: 'en-US',
  t: createTranslator('en-US', en),
  sessionId: 1,
  stepUpAt: null,
};
const at = (iso: string) => Date.parse(iso);
const hourOf = createHourOf();
const june = at('2026-06-01T00:00:00+08:00');

describe('parseDayRange', () => {
  const days = createSiteDays('Asia/Shanghai');
  const now = at('2026-05-20T17:00:00Z');
  const prompt = (values: Record<string, unknown>) =>
    parseDayRange({ granularity: 'day', start: null, end: null, ...values }, days, now, caller);
  const rejection = (values: Record<string, unknown>) => {
    try {
      prompt({ range: 'custom', ...values });
    } catch (error) {
      if (error instanceof ApiError) return error.detail.errors;
    }
    return null;
  };

  it.each([
    ['today', '2026-05-21', '2026-05-21'],
    ['last-7d', '2026-05-15', '2026-05-21'],
    ['last-30d', '2026-04-22', '2026-05-21'],
  ])('cuts %s on the site’s days', (range, start, end) => {
    expect(prompt({ range })).toEqual({ start, end });
  });

  it('accepts a custom range', () => {
    expect(prompt({ range: 'custom', start: '2026-01-01', end: '2026-01-31' })).toMatchObject({
      start: '2026-01-01',
      end: '2026-01-31',
    });
  });

  it('rejects custom days that are given with a named range', () => {
    const own = { range: 'last-7d', start: '2026-01-01', end: '2026-01-31' };
    expect(prompt(own)).toEqual({ start: '2026-01-01', end: '2026-01-31' });
    expect(() => prompt({ ...own, end: null })).toThrow();
  });

  it('reports which part of a range is missing, reversed or too long', () => {
    expect(rejection({})).toEqual({ start: ['Start is required'], end: ['End is required'] });
    expect(rejection({ start: '2026-02-01', end: '2026-01-01' })).toEqual({ start: ['Range starts after it ends'] });
    expect(rejection({ start: '2024-01-01', end: '2026-01-01' })).toEqual({ end: ['End must be at most 2024-12-31'] });
    expect(rejection({ start: '2026-01-01', end: '2026-03-01', granularity: 'hour' })).toEqual({
      end: ['End must be at most 2026-01-31'],
    });
  });
});

describe.each(['hour', 'day', 'week', 'month'] satisfies Granularity[])('listSpans by %s', (granularity) => {
  it.each(['America/New_York', 'Asia/Shanghai'])('covers everything exactly once in %s', (zone) => {
    const days = createSiteDays(zone);
    const range = { start: '2026-10-20', end: '2026-11-10' };
    const spans = listSpans(range, granularity, days);
    const full = toSpan(days, range.start, range.end);
    expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([full.from, full.to]);
    for (const [index, span] of spans.entries()) if (index > 0) expect(span.from).toBe(spans[index - 1]?.to);
    expect(getPreviousRange(range)).toEqual({ start: '2026-09-28', end: '2026-10-19' });
  });
});

interface Sale {
  readonly moment: number;
  readonly payable: number;
  readonly isPaid: boolean;
  readonly productType: string;
  readonly productId: number | null;
  readonly payChannel: string;
  readonly refund: { readonly share: number; readonly isMade: boolean } | null;
}

function assertAddsUp({ summary, series, byProduct, byChannel, byStatus }: OrderPanelAnswer): void {
  const sum = <T>(rows: readonly T[] | null, of: (row: T) => number) =>
    (rows ?? []).reduce((total, row) => total + of(row), 0);
  expect(sum(series, ({ created }) => created)).toBe(summary?.created);
  expect(sum(byStatus, ({ count }) => count)).toBe(summary?.created);
  expect(sum(series, ({ paidFen }) => paidFen)).toBe(summary?.paidFen);
  expect(sum(series, ({ refundedFen }) => refundedFen)).toBe(summary?.refundedFen);
  for (const shares of [byProduct, byChannel]) {
    expect(sum<OrderShare>(shares, ({ paidFen }) => paidFen)).toBe(summary?.paidFen);
    expect(sum<OrderShare>(shares, ({ paid }) => paid)).toBe(summary?.paid);
  }
  expect(summary?.netFen).toBe((summary?.paidFen ?? 0) - (summary?.refundedFen ?? 0));
}

describe.each(databaseKinds)('order panel on %s', (kind) => {
  const days: SiteDays = createSiteDays('Asia/Shanghai');
  let testDatabase: TestDatabase;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(kind);
    const buyer = createRow(user, { username: 'buyer' }, { by: null, at: at('2026-04-01T00:00:00Z') });
    await testDatabase.database.transaction((tx) => insertRecords(tx, testDatabase.database.dialect, user, [buyer]));
  });
  afterAll(() => testDatabase.drop());

  const prompt = async (values: Values, mayList = true, range = { start: '2026-05-01', end: '2026-05-07' }) => {
    const wanted = parseOrderQuery({ granularity: 'day', compare: false, ...values }, range, 'CNY');
    const figures = await readOrderFigures(testDatabase.database, days, wanted);
    const said = { t: createPanelWords()['en-US'], locale: 'en-US' } as const;
    return buildOrderPanelAnswer(figures, wanted, days, said, { mayList });
  };
  const place = async (no: string, day: string, paid: number | null, productName = 'Year') => {
    const values = {
      no,
      userId: 1,
      productType: 'vip',
      productName,
      payable: 500,
      currency: 'CNY',
      payChannel: 'manual',
    };
    const moment = at(`${day}T10:00:00+08:00`);
    const given = paid === null ? {} : { paid, paidAt: moment };
    const row = createRow(order, { ...values, ...given, tradeNo: no }, { by: null, at: moment });
    await testDatabase.database.transaction((tx) => insertRecords(tx, testDatabase.database.dialect, order, [row]));
  };

  const sell = async (tx: Tx, no: string, { moment: after, isPaid, refund: back, ...sold }: Sale) => {
    const moment = june + after;
    const stamp = { by: null, at: moment };
    const paid = isPaid ? { paid: sold.payable, paidAt: moment + 60_000 } : {};
    const values = { no, tradeNo: no, userId: 1, productName: sold.productType, currency: 'CNY', ...sold, ...paid };
    const [orderId] = await insertRecords(tx, testDatabase.database.dialect, order, [createRow(order, values, stamp)]);
    if (!isPaid || back === null || orderId === undefined) return;
    const amount = Math.max(1, Math.floor((sold.payable * back.share) / 100));
    const status = back.isMade ? 'succeeded' : 'failed';
    const given = { no: `r${no}`, orderId, userId: 1, channel: sold.payChannel, kind: 'partial', amount, status };
    const row = createRow(refund, { ...given, finishedAt: moment + 120_000 }, stamp);
    await insertRecords(tx, testDatabase.database.dialect, refund, [row]);
  };

  it('is empty before the first order', async () => {
    expect(await prompt({})).toMatchObject({ summary: null, series: null, byProduct: null });
  });

  it('sums placed and paid orders, and every breakdown to the same total', async () => {
    await place('o1', '2026-05-01', 500);
    await place('o2', '2026-05-01', 300, 'Month');
    await place('o3', '2026-05-07', null);
    await place('o4', '2026-04-30', 700);
    const { summary, series, byProduct, byChannel, byStatus, recent, compare, labels } = await prompt({
      compare: true,
    });
    expect(summary).toMatchObject({
      created: 3,
      paid: 2,
      paidFen: 800,
      netFen: 800,
      payRateBps: 6667,
      averageFen: 400,
      newPayers: 0,
      repeatPayers: 1,
    });
    expect(byStatus?.reduce((sum, { count }) => sum + count, 0)).toBe(summary?.created);
    expect(JSON.parse(new URLSearchParams(byStatus?.[0]?.route?.split('?')[1]).get('f') ?? '')).toEqual({
      status: ['pending'],
      createdAt: { from: at('2026-05-01T00:00:00+08:00'), to: at('2026-05-07T23:59:59.999+08:00') },
    });
    expect(recent?.map(({ no, payableFen, label }) => [no, payableFen, label])).toEqual([
      ['o4', 500, 'Pending'],
      ['o3', 500, 'Pending'],
      ['o2', 500, 'Pending'],
      ['o1', 500, 'Pending'],
    ]);
    expect(series).toHaveLength(7);
    expect(series?.[0]).toEqual({ x: '2026-05-01', created: 2, paid: 2, paidFen: 800, refundedFen: 0 });
    expect(byProduct?.map(({ label, paidFen }) => [label, paidFen])).toEqual([
      ['Year', 500],
      ['Month', 300],
    ]);
    expect(byChannel).toMatchObject([{ key: 'manual', label: 'Manual', paid: 2, paidFen: 800 }]);
    expect(compare?.at(-1)).toMatchObject({ x: '2026-04-30', paidFen: 700 });
    expect(Object.keys(labels)).toEqual(Object.keys(summary ?? {}));
  });

  it('is summarized on the data panel, compared with the day before', async () => {
    const { cards } = await readDataFigures(testDatabase.database, {
      days,
      hourOf,
      currency: 'CNY',
      now: at('2026-05-01T20:00:00+08:00'),
    });
    const card = (key: string) => cards.find((one) => one.key === key);
    expect(card('receivedFen')).toMatchObject({ value: 800, today: 800, yesterday: 700, deltaBps: 1429 });
    expect(card('orders')).toMatchObject({ value: 4, today: 2, yesterday: 1, pending: 4, undelivered: 0 });
    expect(card('members')).toBeUndefined();
  });

  it('links the monthly revenue to the orders that it counts', async () => {
    const figures = await readDataFigures(testDatabase.database, {
      days,
      hourOf,
      currency: 'CNY',
      now: at('2026-05-07T20:00:00+08:00'),
    });
    const { cards } = buildDataPanelAnswer(figures, createPanelWords()['en-US'], {
      requester: withFullAccess('admin'),
      locale: 'en-US',
    });
    const route = cards.find(({ key }) => key === 'receivedFen')?.route ?? '';
    const filters: unknown = JSON.parse(new URL(route, 'http://console').searchParams.get('f') ?? '');
    expect(filters).toEqual({ paidAt: { from: at('2026-05-01T00:00:00+08:00') }, testMoney: [false] });
    expect(createFiltersSchema(order).safeParse(filters).success).toBe(true);
  });

  it('lists and links single orders only for callers who may list orders', async () => {
    const { byStatus, recent } = await prompt({}, false);
    expect(recent).toBeNull();
    expect(byStatus?.map(({ route }) => route)).toEqual([null]);
  });

  it.each(['hour', 'week', 'month'])('has the same total by %s', async (granularity) => {
    const { summary, series } = await prompt({ granularity });
    expect(series?.reduce((sum, { paidFen }) => sum + paidFen, 0)).toBe(summary?.paidFen);
  });

  it('does not count a refund that was never completed', async () => {
    const made = { orderId: 1, userId: 1, channel: 'manual', kind: 'partial' } as const;
    const finishedAt = at('2026-05-02T10:00:00+08:00');
    const states = ['succeeded', 'returned', 'failed', 'cancelled', 'rejected', 'processing'] as const;
    const rows = states.map((status, index) =>
      createRow(
        refund,
        { ...made, no: `r-${status}`, amount: 10 ** index, status, finishedAt },
        { by: null, at: finishedAt },
      ),
    );
    await testDatabase.database.transaction((tx) => insertRecords(tx, testDatabase.database.dialect, refund, rows));
    const { summary, series } = await prompt({});
    expect(summary).toMatchObject({ refunded: 2, refundedFen: 11, netFen: 800 - 11 });
    expect(series?.find(({ x }) => x === '2026-05-02')).toMatchObject({ refundedFen: 11 });
    expect((await prompt({ payChannel: 'alipay' })).summary).toMatchObject({ created: 0, refundedFen: 0 });
  });

  it('excludes sandbox payments unless the sandbox channel is selected', async () => {
    const moment = at('2026-03-02T10:00:00+08:00');
    const values = { userId: 1, productType: 'vip', productName: 'Year', payable: 500, currency: 'CNY', paid: 500 };
    const sandbox = { ...values, no: 't1', tradeNo: 't1', payChannel: 'sandbox', testMoney: true, paidAt: moment };
    const row = createRow(order, sandbox, { by: null, at: moment });
    await testDatabase.database.transaction((tx) => insertRecords(tx, testDatabase.database.dialect, order, [row]));
    const march = { start: '2026-03-01', end: '2026-03-07' };
    const of = async (payChannel: Values) => (await prompt(payChannel, true, march)).summary;
    expect(await of({})).toMatchObject({ created: 0, paid: 0, paidFen: 0 });
    expect(await of({ payChannel: 'sandbox' })).toMatchObject({ created: 1, paid: 1, paidFen: 500 });
    await testDatabase.database.transaction((tx) => tx.deleteFrom('orders').where('no', '=', 't1').execute());
  });

  it('sums up for random orders, payments, refunds and breakdowns', async () => {
    const sale = fc.record({
      moment: fc.integer({ min: 0, max: 9 * 86_400_000 }),
      payable: fc.integer({ min: 1, max: 1_000_000 }),
      isPaid: fc.boolean(),
      productType: fc.constantFrom('vip', 'coin', 'compute'),
      productId: fc.option(fc.integer({ min: 1, max: 3 })),
      payChannel: fc.constantFrom('manual', 'alipay', 'wechat'),
      refund: fc.option(fc.record({ share: fc.integer({ min: 1, max: 100 }), isMade: fc.boolean() })),
    });
    let turn = 0;
    const check = async (sales: readonly Sale[]) => {
      turn += 1;
      await testDatabase.database.transaction(async (tx) => {
        await tx.deleteFrom('refunds').where('finished_at', '>=', june).execute();
        await tx.deleteFrom('orders').where('created_at', '>=', june).execute();
        for (const [index, one] of sales.entries()) await sell(tx, `s${turn}-${index}`, one);
      });
      const range = { start: '2026-06-02', end: '2026-06-08' };
      for (const granularity of ['hour', 'day', 'week', 'month'])
        for (const kindOf of [{}, { productType: 'vip' }, { payChannel: 'alipay' }]) {
          const answer = await prompt({ granularity, ...kindOf }, true, range);
          assertAddsUp(answer);
        }
      const [all, ...parts] = await Promise.all(
        [{}, ...['manual', 'alipay', 'wechat'].map((payChannel) => ({ payChannel }))].map((of) =>
          prompt(of, true, range),
        ),
      );
      for (const figure of ['created', 'paid', 'paidFen', 'refundedFen', 'netFen'])
        expect(parts.reduce((sum, { summary }) => sum + (summary?.[figure] ?? 0), 0)).toBe(all?.summary?.[figure]);
    };
    await fc.assert(fc.asyncProperty(fc.array(sale, { maxLength: 30 }), check), { numRuns: 5 });
  });
});
