import { chatKinds, user, withFullAccess } from '@gantry/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { createHourOf } from '../../platform/context/day-of.ts';
import { createPanelWords } from '../../platform/notifications/panel-words.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { appendChat } from '../chats/append-chat.ts';
import { addCounters } from '../chats/tallies.ts';
import { recordUsage } from '../ledger/usage.ts';
import { recordVisit } from '../users/visits.ts';
import { buildDataPanelAnswer, readDataFigures } from './data-panel.ts';
import { createSiteDays } from './site-days.ts';
import { buildContentDataAnswer, readContentFigures } from './workplace-calls.ts';

const at = (iso: string) => Date.parse(iso);
const one = { kind: 'chat', modelName: 'qwen-max', userId: 1, sessions: 0, messages: 1, tokens: 10 };
const aUse = {
  ...({ capability: 'chat', asset: 'coin', chargedAmount: 1, status: 'success' } as const),
  ...{ holdId: null, modelId: null },
  ...{ modelName: null, apiKeyId: null, promptTokens: 0, completionTokens: 0, units: 1, listAmount: 1 },
  ...{ errorCode: null, latencyMs: null, stream: false },
};

describe.each(databaseKinds)('workplace panels on %s', (kind) => {
  let testDatabase: TestDatabase;
  beforeEach(async () => {
    testDatabase = await createTestDatabase(kind);
  });
  afterEach(() => testDatabase.drop());
  const append = (rows: Parameters<typeof addCounters>[2]) =>
    testDatabase.database.transaction((tx) => addCounters(tx, testDatabase.database.dialect, rows));

  describe.each([
    ['America/New_York', '2026-03-10T12:00:00Z', '2026-03-08'],
    ['America/New_York', '2026-11-03T12:00:00Z', '2026-11-01'],
    ['Asia/Shanghai', '2026-03-10T12:00:00Z', '2026-03-08'],
  ])('content metrics in %s at %s', (zone, now, changeDay) => {
    const days = createSiteDays(zone);
    const prompt = (count: number) =>
      readContentFigures(testDatabase.database, days, { metric: 'chats', days: count, now: at(now) }).then((figures) =>
        buildContentDataAnswer(figures, chatKinds, 'en-US'),
      );

    it('sum up to the range, with nothing lost where clocks change', async () => {
      const first = days.startOf('2026-03-01');
      const hours = Array.from({ length: 260 * 24 }, (_, hour) => ({ ...one, moment: first + hour * 3_600_000 }));
      await append(hours);
      const { points } = await prompt(10);
      const start = days.startOf(points[0]?.x ?? '');
      const end = days.startOf(points.at(-1)?.x ?? '') + 24 * 3_600_000;
      const inRange = hours.filter(({ moment }) => moment >= start && moment < end).length;
      expect(points.reduce((sum, { y }) => sum + y, 0)).toBe(inRange);
      const expected = (days.startOf('2026-11-02') - days.startOf('2026-11-01')) / 3_600_000;
      if (changeDay === '2026-11-01') expect(points.find(({ x }) => x === changeDay)?.y).toBe(expected);
      expect(points.filter(({ y }) => y === 0)).toEqual([]);
    });

    it('fill days without messages with zero', async () => {
      await append([{ ...one, moment: days.startOf(changeDay) }]);
      const { points } = await prompt(14);
      expect(points).toHaveLength(14);
      expect(points.map(({ x }) => x)).toEqual([...points.map(({ x }) => x)].sort());
      expect(points.filter(({ y }) => y > 0)).toEqual([{ x: changeDay, y: 1 }]);
    });
  });

  it('split the points by kind, and list the models compared with the days before', async () => {
    const days = createSiteDays('UTC');
    const now = at('2026-05-20T12:00:00Z');
    await append([
      { ...one, moment: now, messages: 6 },
      { ...one, moment: now, kind: 'pdf', messages: 3, modelName: 'glm-4' },
      { ...one, moment: at('2026-05-10T12:00:00Z'), messages: 4 },
    ]);
    const figures = await readContentFigures(testDatabase.database, days, { metric: 'chats', days: 7, now });
    const answer = buildContentDataAnswer(figures, chatKinds, 'en-US');
    expect(answer.series.map(({ key, label, points }) => [key, label, points.at(-1)?.y])).toEqual([
      ['chat', 'Chat', 6],
      ['pdf', 'PDF', 3],
    ]);
    expect(answer.points.at(-1)).toEqual({ x: '2026-05-20', y: 9 });
    expect(answer.top).toEqual([
      { key: 1, title: 'qwen-max', clickNumber: '6', increases: 50 },
      { key: 2, title: 'glm-4', clickNumber: '3', increases: null },
    ]);
  });

  it("compares today with yesterday by the site's days", async () => {
    const days = createSiteDays('Asia/Shanghai');
    const now = at('2026-05-20T02:00:00Z');
    await append([
      { ...one, moment: at('2026-05-19T16:00:00Z'), messages: 3, sessions: 1, userId: 5 },
      { ...one, moment: at('2026-05-19T15:59:59Z'), messages: 2, sessions: 1, userId: 5 },
      { ...one, moment: at('2026-05-12T12:00:00Z'), messages: 9, sessions: 1, userId: 6 },
    ]);
    const figures = await readDataFigures(testDatabase.database, {
      days,
      hourOf: createHourOf(),
      currency: 'CNY',
      now,
    });
    const { cards, asOf, timezone } = buildDataPanelAnswer(figures, createPanelWords()['en-US'], {
      requester: withFullAccess('admin'),
      locale: 'en-US',
    });
    const card = (key: string) => cards.find((entry) => entry.key === key);
    expect([asOf, timezone]).toEqual(['2026-05-20T02:00:00.000Z', 'Asia/Shanghai']);
    expect(card('messages')).toEqual({
      key: 'messages',
      label: 'Messages',
      value: 14,
      route: '/ai/ai_message?tab=chat-message',
      today: 3,
      yesterday: 2,
      yesterdayByNow: 0,
      deltaBps: null,
      notes: [],
    });
    expect(card('chatUsers')).toMatchObject({ value: 1, today: 1, yesterday: 1, yesterdayByNow: 0, deltaBps: null });
    expect(card('activeUsers')).toBeUndefined();
    expect(card('costMicros')).toBeUndefined();
    expect(card('violations')).toMatchObject({ value: 0, today: 0, deltaBps: null });
    expect(cards.map(({ key }) => key)).not.toContain('orders');
    expect(card('coinOutstanding')).toMatchObject({ value: 0, spent: 0 });
    const counted = [
      ['violations', '{"handled":["open"]}'],
      ['helpDocs', '{"status":["published"]}'],
      ['notices', '{"status":["published"]}'],
    ] as const;
    const narrowed = { ...figures, cards: counted.map(([key]) => ({ key, value: 2 })) };
    const words = createPanelWords()['en-US'];
    const led = buildDataPanelAnswer(narrowed, words, { requester: withFullAccess('admin'), locale: 'en-US' }).cards;
    expect(led.map(({ key, route }) => [key, new URLSearchParams(route?.split('?')[1]).get('f')])).toEqual(counted);
  });

  it('compares a started day with the same part of the day before, to the minute, including visitors and costs', async () => {
    const days = createSiteDays('Asia/Shanghai');
    const now = at('2026-05-20T02:07:30Z');
    const hourOf = createHourOf();
    const { database } = testDatabase;
    const ids = await database.transaction((tx) =>
      insertRecords(
        tx,
        database.dialect,
        user,
        ['ann', 'bob'].map((username) => createRow(user, { username }, { by: null, at: at('2026-01-01T00:00:00Z') })),
      ),
    );
    const [ann = 0, bob = 0] = ids;
    const localize = (session: string, userId: number, iso: string) =>
      appendChat(
        { database, clock: () => now },
        { clientId: session, userId, title: '', kind: 'chat', modelName: null },
        [{ clientId: iso, role: 'user', content: '', promptTokens: 4, completionTokens: 3, at: at(iso) }],
      );
    await localize('early', ann, '2026-05-19T01:00:00Z');
    await localize('just in time', bob, '2026-05-19T02:07:30Z');
    await localize('late', bob, '2026-05-19T02:07:31Z');
    await localize('today', ann, '2026-05-20T02:07:00Z');
    const visit = (userId: number, iso: string) =>
      database.transaction((tx) =>
        recordVisit(
          { tx, dialect: database.dialect, at: now },
          { userId, at: at(iso) },
          { recordIp: true, dayAt: days.dayOf },
        ),
      );
    await visit(ann, '2026-05-18T02:00:00Z');
    await visit(ann, '2026-05-19T05:00:00Z');
    await visit(ann, '2026-05-19T01:00:00Z');
    await visit(bob, '2026-05-19T03:00:00Z');
    await visit(ann, '2026-05-20T02:00:00Z');
    const use = (requestId: string, iso: string, upstreamCost: number) =>
      database.transaction((tx) =>
        recordUsage(
          { tx, dialect: database.dialect, at: at(iso) },
          { ...aUse, requestId, userId: ann, upstreamCost, ...hourOf(at(iso), days.timeZone) },
        ),
      );
    await use('u1', '2026-05-19T00:30:00Z', 1_000_000);
    await use('u2', '2026-05-19T02:05:00Z', 500_000);
    await use('u3', '2026-05-19T02:20:00Z', 700_000);
    await use('u4', '2026-05-20T02:06:00Z', 3_000_000);
    const figures = await readDataFigures(database, { days, hourOf, currency: 'CNY', now });
    const card = (key: string) => figures.cards.find((entry) => entry.key === key);
    expect(card('messages')).toMatchObject({ today: 1, yesterday: 3, yesterdayByNow: 2, deltaBps: -5_000 });
    expect(card('sessions')).toMatchObject({ today: 1, yesterday: 3, yesterdayByNow: 2 });
    expect(card('tokens')).toMatchObject({ today: 7, yesterday: 21, yesterdayByNow: 14 });
    expect(card('chatUsers')).toMatchObject({ value: 2, today: 1, yesterday: 2, yesterdayByNow: 2 });
    expect(card('activeUsers')).toMatchObject({ value: 2, today: 1, yesterday: 2, yesterdayByNow: 1, deltaBps: 0 });
    expect(card('costMicros')).toMatchObject({ value: 5_200_000, today: 3_000_000, yesterday: 2_200_000 });
    expect(card('costMicros')).toMatchObject({ yesterdayByNow: 1_500_000, deltaBps: 10_000, marginBps: null });
    const { cards } = buildDataPanelAnswer(figures, createPanelWords()['en-US'], {
      requester: withFullAccess('user'),
      locale: 'en-US',
    });
    expect(cards.map(({ key }) => key)).not.toContain('costMicros');
  });
});
