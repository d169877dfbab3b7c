import type { UsageDimension } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, createLedgerHarness } from '../../../test/ledger-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createHourOf } from '../../platform/context/day-of.ts';
import type { Row } from '../../platform/store/database.ts';
import { rebuildUsage } from '../ledger/rebuild-usage.ts';
import { recordUsage, type Usage } from '../ledger/usage.ts';
import { createSiteDays } from '../workplace/site-days.ts';
import { loadUsualCredits } from './consumption-calls.ts';
import { getMeasure, readGroups, readTotals } from './usage-groups.ts';
import { createUsageRange, getNamedDays, parseEdge, type UsageRange } from './usage-query.ts';
import type { UsageFilters } from './usage-source.ts';

const hourMs = 3_600_000;
/** Around each of these times the clocks of some zone change; the last one is in an ordinary week. */
const zones = [
  { zone: 'America/New_York', around: Date.UTC(2026, 10, 1, 6) },
  { zone: 'America/New_York', around: Date.UTC(2026, 2, 8, 7) },
  { zone: 'Europe/London', around: Date.UTC(2026, 9, 25, 1) },
  { zone: 'Australia/Lord_Howe', around: Date.UTC(2026, 3, 4, 15) },
  { zone: 'Asia/Kathmandu', around: Date.UTC(2026, 5, 1) },
  { zone: 'Asia/Shanghai', around: Date.UTC(2026, 5, 1) },
] as const;
const everyone: UsageFilters = { user: null, model: null, key: null, capability: null, status: null, least: null };
const capabilities = ['chat', 'draw', 'write'];

interface Use {
  readonly at: number;
  readonly usage: Usage;
}

/** Records of three days around a time, many close to it, some exactly at the edge of an hour. */
function uses(around: number, users: readonly number[]): fc.Arbitrary<Use> {
  const near = fc.integer({ min: -2 * hourMs, max: 3 * hourMs });
  const far = fc.integer({ min: -36 * hourMs, max: 36 * hourMs });
  const onHour = fc.integer({ min: -30, max: 30 }).map((hours) => hours * hourMs);
  const offset = fc.oneof(
    near,
    far,
    onHour,
    onHour.map((ms) => ms - 1),
  );
  const rest = fc.record({
    user: fc.constantFrom(...users),
    capability: fc.constantFrom(...capabilities),
    modelId: fc.constantFrom(null, 1, 2),
    asset: fc.constantFrom('coin' as const, 'compute' as const),
    amount: fc.integer({ min: 0, max: 900 }),
    failed: fc.boolean(),
  });
  return fc
    .tuple(offset, rest, fc.uuid())
    .map(([ms, { user, capability, modelId, asset, amount, failed }, requestId]) => ({
      at: around + ms,
      usage: {
        ...{
          requestId,
          userId: user,
          capability,
          modelId,
          asset,
          chargedAmount: amount,
          holdId: null,
          day: '',
          hour: 0,
        },
        ...{ status: failed ? 'failed' : 'success', modelName: null, apiKeyId: null, promptTokens: amount, units: 1 },
        ...{
          completionTokens: 2,
          listAmount: amount,
          upstreamCost: amount * 7,
          errorCode: null,
          latencyMs: 1,
          stream: false,
        },
      },
    }));
}

/** Computes the key of a record with the standard library only, independent of the tested code. */
function getKey({ at, usage }: Use, dimension: UsageDimension, timeZone: string): string {
  if (dimension === 'day') return new Date(at).toLocaleDateString('sv-SE', { timeZone });
  if (dimension === 'hour')
    return new Date(at).toLocaleString('sv-SE', {
      timeZone,
      timeZoneName: 'longOffset',
      hour: '2-digit',
      day: 'numeric',
      month: 'numeric',
    });
  return String({ user: usage.userId, model: usage.modelId ?? 0, key: 0, capability: usage.capability }[dimension]);
}

describe.each(databaseKinds)('consumption on %s', (kind) => {
  let books: Books;
  let users: number[];
  beforeAll(async () => {
    books = await createLedgerHarness(kind);
    users = [await books.newUser(), await books.newUser()];
  });
  afterAll(() => books.drop());

  const record = async (all: readonly Use[], timeZone: string) => {
    const hourOf = createHourOf();
    await books.database.transaction(async (tx) => {
      await tx.deleteFrom('usage_records').execute();
      await tx.deleteFrom('usage_daily').execute();
      await tx.deleteFrom('usage_sums').execute();
      for (const { at, usage } of all) {
        await recordUsage({ tx, dialect: books.database.dialect, at }, { ...usage, ...hourOf(at, timeZone) });
      }
    });
  };
  const creditsBy = async (by: readonly UsageDimension[], range: UsageRange, filters = everyone) => {
    const found = await readGroups(books.database, { by, filters, range, sort: null, limit: 1_000, offset: 0 });
    return found.groups.map((group) => ({ name: by.map((name) => String(group.keys[name])).join(), group }));
  };

  it.each(zones)('sums up by day and by span in $zone', async ({ zone, around }) => {
    const days = createSiteDays(zone);
    const all = fc.sample(uses(around, users), { numRuns: 150, seed: 7 });
    await record(all, zone);
    const moments = fc.integer({ min: -40 * 60, max: 40 * 60 }).map((minutes) => around + minutes * 60_000);
    const named = fc.constantFrom<readonly UsageDimension[]>(
      ['day'],
      ['day', 'user'],
      ['capability', 'day'],
      ['user', 'model'],
      ['day', 'hour'],
      ['hour', 'user'],
      ['model'],
    );
    await fc.assert(
      fc.asyncProperty(
        moments,
        moments,
        named,
        fc.constantFrom(null, ...users),
        fc.boolean(),
        fc.constantFrom(null, null, 'success', 'failed'),
        fc.constantFrom(null, null, 400),
        async (one, other, by, user, full, status, least) => {
          const [from, to] = [Math.min(one, other), Math.max(one, other) + 60_000];
          const range = full
            ? createUsageRange(days.startOf(days.dayOf(from)), days.startOf(days.dayOf(to + 24 * hourMs)), days)
            : createUsageRange(from, to, days);
          const filters = { ...everyone, user, status, least };
          const inside = all.filter(
            ({ at, usage }) =>
              at >= range.from &&
              at < range.to &&
              (user === null || usage.userId === user) &&
              (status === null || usage.status === status) &&
              (least === null || usage.chargedAmount >= least),
          );
          const expected = new Map<string, number>();
          for (const use of inside) {
            const key = by.map((name) => getKey(use, name, zone)).join();
            expected.set(key, (expected.get(key) ?? 0) + use.usage.chargedAmount);
          }
          const groups = await creditsBy(by, range, filters);
          const totals = await readTotals(books.database, { filters, range });
          expect(groups.map(({ group }) => getMeasure(group, 'credits')).sort()).toEqual([...expected.values()].sort());
          if (!by.includes('hour')) {
            expect(new Map(groups.map(({ name, group }) => [name, getMeasure(group, 'credits')]))).toEqual(expected);
          }
          expect(totals.requests).toBe(inside.length);
          expect(totals.chargedCoin + totals.chargedCompute).toBe(
            inside.reduce((sum, { usage }) => sum + usage.chargedAmount, 0),
          );
        },
      ),
      { numRuns: 40, seed: 11 },
    );
    expect(await books.broken()).toEqual([]);
  });

  it('separates two hours with the same name', async () => {
    const zone = 'America/New_York';
    const [first, second] = [Date.UTC(2026, 10, 1, 5, 30), Date.UTC(2026, 10, 1, 6, 30)];
    const [use] = fc.sample(uses(0, users), { numRuns: 1, seed: 1 });
    if (!use) throw new Error('nothing was made up');
    const at = (moment: number, requestId: string) => ({ at: moment, usage: { ...use.usage, requestId } });
    await record([at(first, 'a'), at(second, 'b')], zone);
    const days = createSiteDays(zone);
    const range = createUsageRange(days.startOf('2026-11-01'), days.startOf('2026-11-02'), days);
    expect(range.to - range.from).toBe(25 * hourMs);
    const groups = await creditsBy(['hour'], range);
    expect(groups.map(({ group }) => group.keys.hour)).toEqual([Date.UTC(2026, 10, 1, 6), Date.UTC(2026, 10, 1, 5)]);
  });

  it('knows the credits of a group up to the same time in the weeks before', async () => {
    const days = createSiteDays('Asia/Shanghai');
    const now = Date.parse('2026-11-18T12:00:00+08:00');
    const [use] = fc.sample(uses(0, users), { numRuns: 1, seed: 1 });
    const [one = 0, other = 0] = users;
    const weekMs = 7 * 24 * hourMs;
    const spent = ([user, at, chargedAmount]: readonly [number, number, number]) => {
      if (!use) throw new Error('nothing was made up');
      return { at, usage: { ...use.usage, requestId: crypto.randomUUID(), userId: user, chargedAmount } };
    };
    const all = [
      ...[[one, now - hourMs, 300] as const, [one, now - weekMs - hourMs, 100] as const],
      ...[[one, now - weekMs + hourMs, 900] as const, [one, now - 2 * weekMs - hourMs, 50] as const],
      ...[[other, now - 2 * weekMs - 60 * hourMs, 8] as const, [other, now - hourMs, 8] as const],
    ];
    await record(all.map(spent), 'Asia/Shanghai');
    const { first, last } = getNamedDays('this-week', days.dayOf(now));
    expect([first, last]).toEqual(['2026-11-16', '2026-11-18']);
    const range = createUsageRange(days.startOf(first), days.startOf('2026-11-19'), days);
    const wanted = { by: ['user'] as const, filters: everyone, range };
    const { groups } = await readGroups(books.database, { ...wanted, sort: 'credits', limit: 9, offset: 0 });
    const usual = await loadUsualCredits(books.database, groups, { ...wanted, now }, days);
    expect(groups.map((group) => [group.keys.user, getMeasure(group, 'credits'), usual(group)])).toEqual([
      [one, 300, 75],
      [other, 8, 4],
    ]);
    const sooner = await loadUsualCredits(
      books.database,
      groups,
      { ...wanted, range: createUsageRange(0, now, days), now },
      days,
    );
    expect(groups.map(sooner)).toEqual([null, null]);
  });

  it('reads each group once, page by page, while usage continues', async () => {
    const [{ zone, around }] = zones;
    const all = fc.sample(uses(around, users), { numRuns: 60, seed: 11 });
    const range = createUsageRange(around - 40 * hourMs, around + 40 * hourMs, createSiteDays(zone));
    for (const by of [['capability', 'user'], ['day', 'model'], ['hour']] as const) {
      await record(all, zone);
      const names = (await creditsBy(by, range)).map(({ name }) => name);
      const read: string[] = [];
      for (let [after, turn] = [null as Row | null, 1]; ; turn += 1) {
        const wanted = { by, filters: everyone, range, sort: 'credits', limit: 3, offset: 0, after } as const;
        const { groups, total } = await readGroups(books.database, wanted);
        read.push(...groups.map(({ keys }) => by.map((name) => String(keys[name as UsageDimension])).join()));
        const last = groups.at(-1);
        if (!last) break;
        expect(total).toBe(names.length);
        after = last.row;
        const more = (usage: Use['usage'], at: number) => ({ ...usage, chargedAmount: (at * 7919 * turn) % 1_000 });
        await record(
          all.map(({ at, usage }, nth) => ({ at, usage: more(usage, nth) })),
          zone,
        );
      }
      expect([by, [...read].sort()]).toEqual([by, [...names].sort()]);
    }
  });

  it('recalculates the sums from the records in another time zone', async () => {
    const all = fc.sample(uses(Date.UTC(2026, 9, 25, 1), users), { numRuns: 120, seed: 3 });
    await record(all, 'Asia/Shanghai');
    await books.database.transaction(async (tx) => {
      await tx.updateTable('usage_sums').set({ requests: 99 }).where('span', '=', 'user').execute();
    });
    expect(await books.broken()).toEqual([expect.stringMatching(/^11: user sums of 2026-10-2/)]);
    const zone = 'Europe/London';
    const days = createSiteDays(zone);
    expect(await rebuildUsage(books.database, createHourOf(), async () => zone)).toMatchObject({ records: all.length });
    expect(await books.broken()).toEqual([]);
    const range = createUsageRange(days.startOf('2026-10-01'), days.startOf('2026-11-01'), days);
    const byDay = new Map<string, number>();
    for (const use of all) {
      const day = getKey(use, 'day', zone);
      byDay.set(day, (byDay.get(day) ?? 0) + 1);
    }
    const groups = await creditsBy(['day'], range);
    expect(new Map(groups.map(({ name, group }) => [name, group.requests]))).toEqual(byDay);
  });
});

describe('parseEdge', () => {
  it.each([
    ['Asia/Shanghai', '2026-01-31', 'from', Date.UTC(2026, 0, 30, 16)],
    ['Asia/Shanghai', '2026-01-31', 'to', Date.UTC(2026, 0, 31, 16)],
    ['Asia/Shanghai', '2026-01-31T08:30', 'to', Date.UTC(2026, 0, 31, 0, 30)],
    ['America/New_York', '2026-03-08', 'to', Date.UTC(2026, 2, 9, 4)],
    ['America/New_York', '2026-03-08T03:15', 'from', Date.UTC(2026, 2, 8, 7, 15)],
    ['America/New_York', '2026-02-30', 'from', null],
  ] as const)('in %s: %s as %s', (zone, given, edge, expected) => {
    expect(parseEdge(given, createSiteDays(zone), edge)).toBe(expected);
  });
});
