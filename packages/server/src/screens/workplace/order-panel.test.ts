import { type Actor, createTranslator, Fault, filtersSchema, order, user, type Values } from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds, type FreshDatabase, freshDatabase } from '../../../test/fresh-database.ts';
import type { Caller } from '../../context.ts';
import { createPanelWords } from '../../notifications/panel-words.ts';
import { insertRecords, newRow } from '../../store/records.ts';
import { dataPanelAnswer, readDataFigures } from './data-panel.ts';
import { orderPanelAnswer, readOrderFigures, wantedOrders } from './order-panel.ts';
import { type Granularity, rangeBefore, rangeOf, spansOf } from './order-range.ts';
import { createSiteDays, type SiteDays } from './site-days.ts';
import { spanOfDays } from './spans.ts';

const actor: Actor = { id: 1, name: 'ada', role: 'admin' };
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

describe('the range of the order panel', () => {
  const days = createSiteDays('Asia/Shanghai');
  const now = at('2026-05-20T17:00:00Z');
  const ask = (values: Record<string, unknown>) =>
    rangeOf({ granularity: 'day', start: null, end: null, ...values }, days, now, caller);
  const refusal = (values: Record<string, unknown>) => {
    try {
      ask({ range: 'custom', ...values });
    } catch (error) {
      if (error instanceof Fault) return error.detail.errors;
    }
    return null;
  };

  it.each([
    ['today', '2026-05-21', '2026-05-21'],
    ['7d', '2026-05-15', '2026-05-21'],
    ['30d', '2026-04-22', '2026-05-21'],
  ])('cuts %s on the site’s days', (range, start, end) => {
    expect(ask({ range })).toEqual({ start, end });
  });

  it('takes a range of one’s own', () => {
    expect(ask({ range: 'custom', start: '2026-01-01', end: '2026-01-31' })).toMatchObject({
      start: '2026-01-01',
      end: '2026-01-31',
    });
  });

  it('never passes over days that were given without saying that they are one’s own', () => {
    const own = { range: '7d', start: '2026-01-01', end: '2026-01-31' };
    expect(ask(own)).toEqual({ start: '2026-01-01', end: '2026-01-31' });
    expect(() => ask({ ...own, end: null })).toThrow();
  });

  it('says which part of a range is missing, the wrong way round or too far', () => {
    expect(refusal({})).toEqual({ start: ['Start is required'], end: ['End is required'] });
    expect(refusal({ start: '2026-02-01', end: '2026-01-01' })).toEqual({ start: ['Range starts after it ends'] });
    expect(refusal({ start: '2024-01-01', end: '2026-01-01' })).toEqual({ end: ['End must be at most 2024-12-31'] });
    expect(refusal({ start: '2026-01-01', end: '2026-03-01', granularity: 'hour' })).toEqual({
      end: ['End must be at most 2026-01-31'],
    });
  });
});

describe.each(['hour', 'day', 'week', 'month'] satisfies Granularity[])('spans by %s', (granularity) => {
  it.each(['America/New_York', 'Asia/Shanghai'])('leave nothing out and count nothing twice in %s', (zone) => {
    const days = createSiteDays(zone);
    const range = { start: '2026-10-20', end: '2026-11-10' };
    const spans = spansOf(range, granularity, days);
    const whole = spanOfDays(days, range.start, range.end);
    expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([whole.from, whole.to]);
    for (const [index, span] of spans.entries()) if (index > 0) expect(span.from).toBe(spans[index - 1]?.to);
    expect(rangeBefore(range)).toEqual({ start: '2026-09-28', end: '2026-10-19' });
  });
});

describe.each(databaseKinds)('the order panel on %s', (kind) => {
  const days: SiteDays = createSiteDays('Asia/Shanghai');
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    const buyer = newRow(user, { username: 'buyer' }, { by: null, at: at('2026-04-01T00:00:00Z') });
    await fresh.database.transaction((tx) => insertRecords(tx, fresh.database.dialect, user, [buyer]));
  });
  afterAll(() => fresh.drop());

  const ask = async (values: Values, mayList = true) => {
    const range = { start: '2026-05-01', end: '2026-05-07' };
    const wanted = wantedOrders({ granularity: 'day', compare: false, ...values }, range);
    const figures = await readOrderFigures(fresh.database, days, wanted);
    const said = { t: createPanelWords()['en-US'], locale: 'en-US' } as const;
    return orderPanelAnswer(figures, wanted, days, said, { mayList });
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
    const row = newRow(order, { ...values, ...given, tradeNo: no }, { by: null, at: moment });
    await fresh.database.transaction((tx) => insertRecords(tx, fresh.database.dialect, order, [row]));
  };

  it('says nothing before the first order', async () => {
    expect(await ask({})).toMatchObject({ summary: null, series: null, byProduct: null });
  });

  it('adds up what was placed and paid, and every division to the same', async () => {
    await place('o1', '2026-05-01', 500);
    await place('o2', '2026-05-01', 300, 'Month');
    await place('o3', '2026-05-07', null);
    await place('o4', '2026-04-30', 700);
    const { summary, series, byProduct, byChannel, byStatus, recent, compare, labels } = await ask({ compare: true });
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
    expect(byChannel).toEqual([{ key: 'manual', label: 'Manual', paid: 2, paidFen: 800 }]);
    expect(compare?.at(-1)).toMatchObject({ x: '2026-04-30', paidFen: 700 });
    expect(Object.keys(labels)).toEqual(Object.keys(summary ?? {}));
  });

  it('is told in short on the data panel, against the day before', async () => {
    const { cards } = await readDataFigures(fresh.database, days, at('2026-05-01T20:00:00+08:00'));
    const card = (key: string) => cards.find((one) => one.key === key);
    expect(card('receivedFen')).toMatchObject({ value: 800, today: 800, yesterday: 700, deltaBps: 1429 });
    expect(card('orders')).toMatchObject({ value: 4, today: 2, yesterday: 1, pending: 4, undelivered: 0 });
    expect(card('members')).toBeUndefined();
  });

  it('leads from what the month brought to the orders that it counts', async () => {
    const figures = await readDataFigures(fresh.database, days, at('2026-05-07T20:00:00+08:00'));
    const { cards } = dataPanelAnswer(figures, createPanelWords()['en-US'], 'admin');
    const route = cards.find(({ key }) => key === 'receivedFen')?.route ?? '';
    const filters: unknown = JSON.parse(new URL(route, 'http://console').searchParams.get('f') ?? '');
    expect(filters).toEqual({ paidAt: { from: at('2026-05-01T00:00:00+08:00') } });
    expect(filtersSchema(order).safeParse(filters).success).toBe(true);
  });

  it('tells of single orders, and leads to them, for those alone who may list them', async () => {
    const { byStatus, recent } = await ask({}, false);
    expect(recent).toBeNull();
    expect(byStatus?.map(({ route }) => route)).toEqual([null]);
  });

  it.each(['hour', 'week', 'month'])('has the same sum by %s', async (granularity) => {
    const { summary, series } = await ask({ granularity });
    expect(series?.reduce((sum, { paidFen }) => sum + paidFen, 0)).toBe(summary?.paidFen);
  });
});
