import { order, type Requester, refund, user, withFullAccess } from '@gantry/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { createHourOf } from '../../platform/context/day-of.ts';
import { createPanelWords } from '../../platform/notifications/panel-words.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { addCounters } from '../chats/tallies.ts';
import { recordUsage } from '../ledger/usage.ts';
import { recordVisit } from '../users/visits.ts';
import { buildHeadlinesAnswer, readHeadlineFigures, toHeadlinePeriod } from './headlines.ts';
import { createSiteDays } from './site-days.ts';

const at = (iso: string) => Date.parse(iso);
const hourOf = createHourOf();
const shanghai = createSiteDays('Asia/Shanghai');

describe('toHeadlinePeriod', () => {
  const now = at('2026-05-20T10:30:00+08:00');

  it.each([
    ['today', { start: '2026-05-20', end: '2026-05-20' }, '2026-05-19T10:30:00.001+08:00', 'hour', 24],
    ['seven days', { start: '2026-05-14', end: '2026-05-20' }, '2026-05-13T10:30:00.001+08:00', 'day', 7],
    ['days that are over', { start: '2026-05-10', end: '2026-05-12' }, '2026-05-10T00:00:00+08:00', 'day', 3],
  ])('compares %s with the previous period up to the same time of day', (_name, range, until, unit, count) => {
    const period = toHeadlinePeriod(range, shanghai, now);
    expect([period.fullBefore.to, period.unit, period.points.length]).toEqual([at(until), unit, count]);
    expect(period.pointsBefore).toHaveLength(count);
  });

  it('never includes time after the previous day when that day had fewer hours', () => {
    const days = createSiteDays('America/New_York');
    const late = at('2026-03-09T23:59:00-04:00');
    const { fullBefore } = toHeadlinePeriod({ start: '2026-03-09', end: '2026-03-09' }, days, late);
    expect(fullBefore.to).toBe(days.startOf('2026-03-09'));
  });
});

describe.each(databaseKinds)('headlines on %s', (kind) => {
  let testDatabase: TestDatabase;
  const now = at('2026-05-20T10:30:00+08:00');
  beforeEach(async () => {
    testDatabase = await createTestDatabase(kind);
    const { database } = testDatabase;
    await database.transaction(async (tx) => {
      const stamp = { by: null, at: at('2026-01-01T00:00:00Z') };
      const rows = ['ann', 'bob'].map((username) => createRow(user, { username }, stamp));
      await insertRecords(tx, database.dialect, user, rows);
    });
  });
  afterEach(() => testDatabase.drop());

  const pay = async (no: string, iso: string, paid: number, refunded = 0) => {
    const { database } = testDatabase;
    const stamp = { by: null, at: at(iso) };
    const sold = {
      no,
      tradeNo: no,
      userId: 1,
      productType: 'vip',
      productName: 'Year',
      payable: paid,
      currency: 'CNY',
    };
    await database.transaction(async (tx) => {
      const row = createRow(order, { ...sold, payChannel: 'manual', paid, paidAt: at(iso) }, stamp);
      const [orderId] = await insertRecords(tx, database.dialect, order, [row]);
      const given = { no: `r${no}`, orderId, userId: 1, channel: 'manual', kind: 'partial', status: 'succeeded' };
      const back = createRow(refund, { ...given, amount: refunded, finishedAt: at(iso) }, stamp);
      if (refunded > 0) await insertRecords(tx, database.dialect, refund, [back]);
    });
  };
  const visit = (userId: number, iso: string) =>
    testDatabase.database.transaction((tx) =>
      recordVisit(
        { tx, dialect: testDatabase.database.dialect, at: now },
        { userId, at: at(iso) },
        { recordIp: true, dayAt: shanghai.dayOf },
      ),
    );
  const call = (requestId: string, iso: string, status: 'success' | 'failed', upstreamCost: number) =>
    testDatabase.database.transaction((tx) =>
      recordUsage(
        { tx, dialect: testDatabase.database.dialect, at: at(iso) },
        {
          ...{ requestId, userId: 1, capability: 'chat', asset: 'coin', status, upstreamCost, units: 1 },
          ...{ holdId: null, modelId: null, modelName: null, apiKeyId: null, promptTokens: 0, completionTokens: 0 },
          ...{ listAmount: 1, chargedAmount: 1, errorCode: null, latencyMs: null, stream: false },
          ...hourOf(at(iso), shanghai.timeZone),
        },
      ),
    );
  const read = async (range: { start: string; end: string }, requester: Requester = withFullAccess('admin')) => {
    const figures = await readHeadlineFigures(testDatabase.database, shanghai, { range, now, currency: 'CNY' });
    return buildHeadlinesAnswer(figures, shanghai, createPanelWords()['en-US'], requester);
  };
  const day = { start: '2026-05-20', end: '2026-05-20' };

  it('compares revenue, visitors and failures of today with yesterday up to the same time', async () => {
    await pay('o1', '2026-05-19T09:00:00+08:00', 1_000);
    await pay('o2', '2026-05-19T11:00:00+08:00', 5_000);
    await pay('o3', '2026-05-20T09:00:00+08:00', 3_000, 1_000);
    await visit(1, '2026-05-19T08:00:00+08:00');
    await visit(2, '2026-05-19T12:00:00+08:00');
    await visit(1, '2026-05-20T08:00:00+08:00');
    await visit(2, '2026-05-20T09:00:00+08:00');
    await call('u1', '2026-05-19T09:05:00+08:00', 'success', 1_000_000);
    await call('u2', '2026-05-19T10:20:00+08:00', 'failed', 0);
    await call('u3', '2026-05-19T10:40:00+08:00', 'failed', 9_000_000);
    await call('u4', '2026-05-20T10:20:00+08:00', 'success', 5_000_000);
    await testDatabase.database.transaction((tx) =>
      addCounters(tx, testDatabase.database.dialect, [
        {
          ...{ moment: at('2026-05-20T01:00:00+08:00'), kind: 'chat', modelName: 'qwen-max', userId: 1 },
          ...{ sessions: 1, messages: 2, tokens: 30 },
        },
      ]),
    );
    const { metrics, points, isOpen, startBefore } = await read(day);
    const shown = metrics.map(({ key, value, before, deltaBps }) => [key, value, before, deltaBps]);
    expect([points.length, isOpen, startBefore]).toEqual([24, true, '2026-05-19']);
    expect(shown).toEqual([
      ['netFen', 2_000, 1_000, 10_000],
      ['paidOrders', 1, 1, 0],
      ['activeUsers', 2, 1, 10_000],
      ['tokens', 30, 0, null],
      ['marginBps', 7_500, 9_000, -1_500],
      ['errorBps', 0, 5_000, -5_000],
      ['messages', 2, 0, null],
      ['sessions', 1, 0, null],
      ['violations', 0, 0, null],
    ]);
    const revenue = metrics[0];
    expect(revenue?.values.slice(8, 12)).toEqual([0, 2_000, 0, null]);
    expect(revenue?.valuesBefore.slice(8, 12)).toEqual([0, 1_000, 0, 5_000]);
    expect([revenue?.label, revenue?.currency]).toEqual(['Net revenue', 'CNY']);
  });

  it('counts a user once across several days, and the calls of a week up to the current hour', async () => {
    for (const iso of ['2026-05-14', '2026-05-15', '2026-05-20']) await visit(1, `${iso}T09:00:00+08:00`);
    await visit(2, '2026-05-12T09:00:00+08:00');
    await call('u1', '2026-05-07T09:00:00+08:00', 'failed', 0);
    await call('u2', '2026-05-13T10:29:00+08:00', 'success', 0);
    await call('u3', '2026-05-13T10:31:00+08:00', 'failed', 0);
    const { metrics, points } = await read({ start: '2026-05-14', end: '2026-05-20' });
    const metric = (key: string) => metrics.find((one) => one.key === key);
    expect(points).toEqual([14, 15, 16, 17, 18, 19, 20].map((date) => `2026-05-${date}`));
    expect(metric('activeUsers')).toMatchObject({ value: 1, before: 1, values: [1, 1, 0, 0, 0, 0, 1] });
    expect(metric('errorBps')).toMatchObject({ value: null, before: 5_000, deltaBps: null, lessIsBetter: true });
  });

  it('hides revenue from callers without permission, and the margin in another currency', async () => {
    const keys = (await read(day, withFullAccess('user'))).metrics.map(({ key }) => key);
    expect(keys.slice(0, 3)).toEqual(['activeUsers', 'tokens', 'errorBps']);
    const range = day;
    const figures = await readHeadlineFigures(testDatabase.database, shanghai, { range, now, currency: 'USD' });
    const { metrics } = buildHeadlinesAnswer(figures, shanghai, createPanelWords()['en-US'], withFullAccess('admin'));
    expect(metrics.find(({ key }) => key === 'marginBps')?.value).toBeNull();
  });
});
