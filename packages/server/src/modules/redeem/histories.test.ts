import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { ApiError } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualRules } from '../../../test/membership-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';
import { type Keyring, openKeyring } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Row } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { debit } from '../ledger/debit.ts';
import { expireLots } from '../ledger/expire.ts';
import type { Asset } from '../ledger/posting.ts';
import { verifyLedger } from '../ledger/verify.ts';
import { insertUser } from '../users/register-user.ts';
import { redeemModule } from './index.ts';
import { redeem } from './redeem.ts';

const operator = { kind: 'service', id: 1 } as const;
const day = 86_400_000;
const debtLimit = 40;
const each = { coin: 30, compute: 20 } as const;
const reason = 'a history';

/** The platform settings that codes and memberships read. */
const settings = {
  read: async (_area: string, group: string) =>
    ({
      redeem: { codeLength: 18, grouping: 6 },
      billing: { negativeLimit: debtLimit },
      site: { timezone: 'Asia/Shanghai' },
      assets: { coinName: '积分', computeName: '算力' },
      membership: { renewalPolicy: 'extend', downgrade: 'queue', graceDays: 0, quotaReset: 'period' },
    })[group],
} as unknown as SettingsReader;

interface ModelState {
  readonly people: readonly number[];
  readonly codes: readonly string[];
  /** The redemptions that the ledger must contain. */
  readonly made: { readonly id: number; readonly userId: number; reversed: boolean }[];
}
type Step = (modelState: ModelState) => Promise<void>;

describe.each(databaseKinds)('random sequences of redemptions on %s', (kind) => {
  let engine: TestEngine;
  let keyring: Keyring;
  let keys = 0;

  beforeAll(async () => {
    const late = new Proxy({} as Keyring, { get: (_, name) => Reflect.get(keyring ?? {}, name) });
    engine = await createTestEngine(kind, { operations: redeemModule.actions({ keyring: late, settings }) });
    keyring = await openKeyring(engine.database, { given: randomBytes(32).toString('base64'), folder: tmpdir() });
  });
  afterAll(() => engine.drop());

  const inScope = <T>(work: (scope: TxContext) => Promise<T>) =>
    engine.database.transaction((tx) => work({ tx, dialect: engine.database.dialect, at: engine.now }));
  const newUser = () =>
    inScope(async ({ tx }) => {
      const stamp = { by: null, at: engine.now };
      return Number((await insertUser(tx, engine.database, { username: randomUUID() }, stamp)).id);
    });
  const toRejection = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => {
        if (error instanceof ApiError) return error.problem;
        throw error;
      },
    );
  const getCodes = async (values: Record<string, unknown>): Promise<string[]> => {
    const { id } = await engine.call<{ id: number }>('/redeem-batch/generate', { name: 'b', ...values });
    const requested = { filters: { batchId: [id] }, pageSize: 20 };
    const { items } = await engine.call<{ items: { id: number }[] }>('/redeem-code/list', requested);
    const shown = items.map((one) => engine.call<{ code: string }>('/redeem-code/reveal', { id: one.id }));
    return (await Promise.all(shown)).map(({ code }) => code);
  };
  const redemption = async (id: number) =>
    (await engine.database.read.selectFrom('redemptions').selectAll().where('id', '=', id).executeTakeFirst()) as Row;
  const balance = async (userId: number, asset: Asset) => {
    const user = engine.database.read.selectFrom('users').select(['coin_balance', 'compute_balance']);
    return (await user.where('id', '=', userId).executeTakeFirstOrThrow())[`${asset}_balance`];
  };

  const useStep =
    (who: number, which: number): Step =>
    async ({ people, codes, made }) => {
      const [userId = 0, code = ''] = [people[who % people.length], codes[which % codes.length]];
      const request = { userId, code, ip: null, operator, locale: 'en-US', rules: usualRules } as const;
      const rejected = await toRejection(inScope((scope) => redeem(scope, keyring, request)));
      expect([null, 'invalid']).toContain(rejected);
      if (rejected) return;
      const last = engine.database.read.selectFrom('redemptions').select(({ fn }) => fn.max('id').as('id'));
      made.push({ id: (await last.executeTakeFirstOrThrow()).id, userId, reversed: false });
    };
  const spendStep =
    (who: number, asset: Asset, amount: number): Step =>
    async ({ people }) => {
      const userId = people[who % people.length] ?? 0;
      const cause = { transactionId: randomUUID(), cause: 'consume', causeId: 'history', operator } as const;
      await toRejection(inScope((scope) => debit(scope, { userId, asset, amount }, cause)));
    };
  const passStep =
    (days: number): Step =>
    async () => {
      // Not full days, so that the last day of a membership has started.
      engine.now += days * day + 15 * 3_600_000;
      await expireLots(engine.services);
    };
  /** A reversal reclaims what its preview said; a second one, or one with an unconfirmed shortfall, changes nothing. */
  const reverseStep =
    (which: number, shortfall: 'reject' | 'negative'): Step =>
    async ({ made }) => {
      const one = made[which % Math.max(1, made.length)];
      if (!one) return;
      const before = { coin: await balance(one.userId, 'coin'), compute: await balance(one.userId, 'compute') };
      const reported = await engine
        .call<{ hasShortfall: boolean; parts: Record<string, number>[] }>('/redemption/preview-reverse', { id: one.id })
        .catch(() => null);
      expect(reported === null).toBe(one.reversed);
      keys += 1;
      const body = { id: one.id, reason, shortfall };
      const rejected = await toRejection(engine.call('/redemption/reverse', body, { key: `reverse ${keys}` }));
      const short = reported?.hasShortfall === true && shortfall === 'reject';
      expect(rejected).toBe(one.reversed ? 'stateConflict' : short ? 'insufficient' : null);
      const row = await redemption(one.id);
      for (const asset of ['coin', 'compute'] as const) {
        const part = reported?.parts.find((each) => String(each.asset) === asset);
        const taken = rejected || !part ? 0 : Number(part.reclaimable) + Number(part.owed);
        expect(await balance(one.userId, asset)).toBe(before[asset] - taken);
        if (rejected) continue;
        expect([row[`reclaimed_${asset}`], row[`lost_${asset}`]].map(Number)).toEqual([taken, part?.lost ?? 0]);
        expect(taken + (part?.lost ?? 0) + (part?.expired ?? 0)).toBe(part?.granted ?? 0);
      }
      const days = reported?.parts.find(({ asset }) => String(asset) === 'days');
      if (!rejected) expect(Number(row.reclaimed_days) + Number(row.lost_days)).toBe(days?.granted ?? 0);
      // The same key returns the same result and changes nothing.
      if (!rejected)
        expect(await toRejection(engine.call('/redemption/reverse', body, { key: `reverse ${keys}` }))).toBe(null);
      one.reversed ||= rejected === null;
    };

  const nat = fc.nat(11);
  const asset = fc.constantFrom<Asset>('coin', 'compute');
  const steps: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(nat, nat).map((given) => useStep(...given)) },
    { weight: 3, arbitrary: fc.tuple(nat, asset, fc.integer({ min: 1, max: 60 })).map((given) => spendStep(...given)) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(nat, fc.constantFrom<'reject' | 'negative'>('reject', 'negative'))
        .map((given) => reverseStep(...given)),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map(passStep) },
  );
  const begin = async (): Promise<ModelState> => {
    const people = [await newUser(), await newUser()];
    const single = await getCodes({ kind: 'mixed', ...each, count: 3, creditDays: 5 });
    const shared = await getCodes({ kind: 'coin', coin: each.coin, mode: 'shared', maxUses: 3, perUserLimit: 2 });
    const gifted = await getCodes({ kind: 'vip', vipPlanId: await newPlan(), count: 2 });
    return { people, codes: [...single, ...shared, ...gifted], made: [] };
  };
  const newPlan = () =>
    inScope(async ({ tx, at }) => {
      const { id } = await tx
        .insertInto('vip_plans')
        .values({
          ...{ name: randomUUID(), level: 1, price: 1000, duration_unit: 'day', duration_value: 6 },
          ...{ quotas: '[]', gift_coin: 15, gift_compute: 0, renewal_policy: 'inherit', recommended: 0, status: 'on' },
          ...{ concurrency: 0, rate_multiplier: 10_000, created_at: at, updated_at: at },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  const assertInvariants = async () =>
    expect((await verifyLedger(engine.database)).filter(({ ok }) => !ok)).toEqual([]);

  test('keep all invariants after each step, and reclaim what the preview said', async () => {
    const history = fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 14, size: 'max' }), async (taken) => {
      const modelState = await begin();
      for (const step of [useStep(0, 0), useStep(1, 3), ...taken]) {
        await step(modelState);
        await assertInvariants();
      }
      for (const one of modelState.made) await reverseStep(modelState.made.indexOf(one), 'negative')(modelState);
      await assertInvariants();
      for (const [nth] of modelState.codes.entries()) await useStep(0, nth)(modelState);
      await assertInvariants();
    });
    await fc.assert(history, { numRuns: kind === 'sqlite' ? 4 : 2, endOnFailure: true });
  }, 240_000);

  test('keep a reversed use of a shared code spent, and count it in the stats of its batch', async () => {
    const modelState = await begin();
    const [shared = 0, one = 0] = [3, 0];
    for (const who of [0, 1, 0]) await useStep(who, shared)(modelState);
    await useStep(1, one)(modelState);
    for (const which of [0, 3]) await reverseStep(which, 'reject')(modelState);
    const rows = await engine.database.read.selectFrom('redemptions').selectAll().orderBy('id').execute();
    const ids = modelState.made.map(({ id }) => id);
    const own = rows.filter(({ id }) => ids.includes(id));
    expect(own.map(({ status }) => status)).toEqual(['reversed', 'granted', 'granted', 'reversed']);
    const code = (id: unknown) => engine.call<{ status: string }>('/redeem-code/get', { id: Number(id) });
    expect(await code(own[0]?.code_id)).toMatchObject({ status: 'used', usedCount: 3, reversedCount: 1 });
    expect(await code(own[3]?.code_id)).toMatchObject({ status: 'reversed', usedCount: 1, reversedCount: 1 });
    const figures = await engine.call('/redeem-batch/stats', { id: Number(own[0]?.batch_id) });
    expect(figures).toMatchObject({ redemptions: 3, redemptionsReversed: 1, valueRedeemed: { coin: 2 * each.coin } });
    const made = modelState.made.length;
    for (const who of [0, 1]) for (const which of [shared, one]) await useStep(who, which)(modelState);
    expect(modelState.made).toHaveLength(made);
    const noWay = engine.database.transaction((tx) =>
      tx.updateTable('redemptions').set({ grants: '[]' }).where('id', '=', Number(own[0]?.id)).execute(),
    );
    await expect(noWay).rejects.toThrow(/past stays|appended to only/);
  });

  test('keep all invariants when codes are redeemed and reversed concurrently', async () => {
    const modelState = await begin();
    for (const [nth] of modelState.codes.entries()) await useStep(nth, nth)(modelState);
    const busy = (error: unknown) => engine.database.dialect.isBusy(error);
    const work: (() => Promise<unknown>)[] = modelState.made.flatMap(({ id }) => [
      () => engine.call('/redemption/reverse', { id, reason, shortfall: 'negative' }, { key: randomUUID() }),
      () => engine.call('/redemption/reverse', { id, reason, shortfall: 'negative' }, { key: randomUUID() }),
      () => spendStep(id, 'coin', 7)(modelState),
      () => useStep(id, id)(modelState),
    ]);
    const ids = modelState.made.map(({ id }) => id).reverse();
    const params = { reason, shortfall: 'negative' };
    const as = { ...anAdmin, stepUpAt: engine.now };
    work.push(() => engine.call('/redemption/batch', { action: 'reverse', ids, params }, { key: randomUUID(), as }));
    for (const ended of await Promise.allSettled(work.map((one) => one()))) {
      if (ended.status === 'fulfilled' || busy(ended.reason)) continue;
      expect(ended.reason).toMatchObject({ problem: 'stateConflict' });
    }
    await assertInvariants();
  }, 120_000);
});
