import { randomUUID } from 'node:crypto';
import { ApiError, currencyPack, powerPack } from '@gantry/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createMembershipHarness,
  day,
  type Memberships,
  operator,
  usualRules,
} from '../../../test/membership-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import { findGrantedTime, planReclaim } from '../memberships/reclaim-membership.ts';
import type { ProductSnapshot } from './product-snapshot.ts';
import { fulfilProduct, snapshotProduct } from './products.ts';

describe.each(databaseKinds)('a product on %s', (kind) => {
  let space: Memberships;
  let userId: number;
  beforeAll(async () => {
    space = await createMembershipHarness(kind);
  });
  afterAll(() => space.books.drop());
  beforeEach(async () => {
    space.rules = usualRules;
    userId = await space.books.newUser();
  });

  const newPack = (resource: typeof currencyPack | typeof powerPack, values: Readonly<Record<string, unknown>>) =>
    space.inScope(async ({ tx, dialect, at }) => {
      const given = { name: randomUUID(), price: 500, status: 'on', ...values };
      const [id = 0] = await insertRecords(tx, dialect, resource, [createRow(resource, given, { by: null, at })]);
      return id;
    });
  const offer = (kindOf: 'vip' | 'coin' | 'compute', productId: number, rest = {}) =>
    space.inScope((scope) =>
      snapshotProduct(scope, space.rules, { userId, kind: kindOf, productId, locale: 'en-US', ...rest }),
    );
  const fulfil = (snapshot: ProductSnapshot, key: string = randomUUID(), quantity = 1) =>
    space.inScope((scope) =>
      fulfilProduct(scope, space.rules, {
        currency: 'CNY',
        ...{ userId, snapshot, quantity, key, operator },
        ...{ paid: 500 * quantity, causeId: key, orderId: 7 },
      }),
    );
  const rejected = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown);
    if (error instanceof ApiError) return Object.values(error.detail.errors ?? {}).flat();
    throw new Error('it was not refused');
  };
  const lots = () =>
    space.books.database.read
      .selectFrom('credit_lots')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();

  test('is delivered as it was ordered, once for each key, with its bonus and the first-purchase bonus', async () => {
    const id = await newPack(currencyPack, { coin: 100, bonus: 10, firstBuyBonus: 50, validDays: 30 });
    const { snapshot, priceFen } = await offer('coin', id);
    expect(priceFen).toBe(500);
    const key = randomUUID();
    const given = await Promise.all([fulfil(snapshot, key, 2), fulfil(snapshot, key, 2)]);
    expect(given.filter(Boolean)).toHaveLength(1);
    await fulfil(snapshot);
    const expires_at = space.books.now + 30 * day;
    expect(await lots()).toMatchObject([
      { amount: 270, source: 'order', source_id: 7, expires_at },
      { amount: 110, expires_at },
    ]);
    const pack = await space.books.database.read
      .selectFrom('currency_packs')
      .select(['sales', 'revenue'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(pack).toEqual({ sales: 3, revenue: 1500 });
    expect(await space.books.broken()).toEqual([]);
  });

  test('limits the compute of a pack to some capabilities', async () => {
    const id = await newPack(powerPack, { compute: 40, capabilities: ['draw'] });
    await fulfil((await offer('compute', id)).snapshot);
    const hold = (capability: string) => space.books.hold({ userId, asset: 'compute', amount: 5, capability });
    await expect(hold('chat')).rejects.toMatchObject({ problem: 'insufficient' });
    expect(await hold('draw')).toMatchObject({ amount: 5 });
  });

  test('is not sold when it is unknown, off sale, past its limit or for a higher level', async () => {
    const id = await newPack(currencyPack, { coin: 1, limitPerUser: 3 });
    expect(await rejected(offer('coin', 999_999))).toEqual(['Product not found.']);
    expect(await rejected(offer('coin', id, { quantity: 4 }))).toEqual(['Purchase limit reached for this product.']);
    await fulfil((await offer('coin', id, { quantity: 2 })).snapshot, randomUUID(), 2);
    expect(await rejected(offer('coin', id, { ordered: 1 }))).toEqual(['Purchase limit reached for this product.']);
    await offer('coin', id);
    const off = await newPack(currencyPack, { coin: 1, status: 'off' });
    expect(await rejected(offer('coin', off))).toEqual(['This product is not on sale.']);
    const members = await newPack(currencyPack, { coin: 1, vipLevelRequired: 2 });
    expect(await rejected(offer('coin', members))).toEqual(['This requires a higher membership level.']);
    await space.grant(userId, await space.newPlan({ level: 2 }));
    await offer('coin', members);
  });

  test('of a lower level is sold or not as the settings say, and given once it is paid for', async () => {
    const [high, low] = [await space.newPlan({ level: 2 }), await space.newPlan({ level: 1 })];
    await space.grant(userId, high);
    const { snapshot } = await offer('vip', low.planId);
    space.rules = { ...usualRules, downgrade: 'reject' };
    expect(await rejected(offer('vip', low.planId))).toEqual(['The user already has a higher membership level.']);
    expect(await fulfil(snapshot)).toMatchObject({ membership: { outcome: 'queued' }, lots: [] });
  });

  test('returns its membership time by shares, as far as it is left', async () => {
    const plan = await space.newPlan({ durationUnit: 'day', durationValue: 40, giftCoin: 4 });
    const key = randomUUID();
    expect(await fulfil({ kind: 'vip', plan }, key)).toMatchObject({ lots: [{ asset: 'coin', amount: 4 }] });
    const start = space.books.now;
    space.books.now += 10 * day;
    const revert = (bps: number) =>
      space.inScope((scope) =>
        planReclaim(scope, space.rules, { key, bps, cause: 'refund', operator, reason: 'refund' }),
      );
    const left = async () =>
      (await findGrantedTime({ tx: space.books.database.read, at: space.books.now }, key))?.leftMs;
    expect(await left()).toBe(30 * day);
    expect(await revert(2_500)).toMatchObject({ takenMs: 10 * day, shortMs: 0, revoked: false });
    expect((await space.all(userId))[0]).toMatchObject({ status: 'active', endAt: start + 30 * day });
    expect(await revert(10_000)).toMatchObject({ takenMs: 20 * day, shortMs: 20 * day, revoked: true });
    expect(await revert(10_000)).toMatchObject({ takenMs: 0 });
    expect(await left()).toBe(0);
    expect(await space.books.broken()).toEqual([]);
  });
});
