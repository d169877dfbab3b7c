import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test/fresh-database.ts';
import { price } from '../../test/order-room.ts';
import { setSettings } from '../../test/set-settings.ts';
import { type ShareRoom, shareRoom } from '../../test/share-room.ts';
import { grantDueInvites } from '../rewards/due-invites.ts';
import type { Row } from '../store/database.ts';

const day = 86_400_000;
const quotas = [
  { capability: 'chat', amount: 70, period: 'total' },
  { capability: 'draw', amount: 11, period: 'total' },
  { capability: 'draw', amount: 5, period: 'month' },
];

interface Preview {
  readonly parts: readonly { readonly asset: string; readonly reclaimable: number; readonly shortfall: number }[];
  readonly membershipDays: number;
  readonly membershipEnds: boolean;
  readonly membershipUntil: number;
  readonly quotas: readonly Row[];
  readonly shares: readonly Row[];
  readonly rewards: readonly Row[];
}

describe.each(databaseKinds)('the outlook of a refund on %s', (kind) => {
  let room: ShareRoom;
  let planId: number;
  beforeAll(async () => {
    room = await shareRoom(kind);
    const { foundation } = room.shop.room;
    await setSettings(foundation, 'invite', { inviterReward: 100, inviteeReward: 30, coolDays: 0 });
    const plan = { name: randomUUID(), price, level: 2, durationUnit: 'day', durationValue: 37, giftCoin: 300, quotas };
    planId = Number((await room.ask('/vip-plan/create', { ...plan, renewalPolicy: 'inherit' })).id);
    await room.ask('/vip-plan/put-on', { id: planId });
  });
  afterAll(async () => {
    expect(await room.shop.room.broken()).toEqual([]);
    await room.shop.room.drop();
  });

  const read = () => room.shop.room.foundation.database.read;
  const hold = (userId: number, capability: 'chat' | 'draw', amount: number) =>
    room.shop.api.call('billingHold', { requestId: randomUUID(), userId, capability, asset: 'coin', amount });
  /** What of the numbers of an outlook is so now. */
  async function standing(userId: number, orderNo: string) {
    const membership = await read()
      .selectFrom('user_memberships')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const all = read().selectFrom('quota_buckets').selectAll().where('membership_id', '=', membership.id);
    const { now } = room.shop.room;
    const buckets = (await all.execute()).filter((row) => row.period_end === null || Number(row.period_end) > now);
    const order = await room.shop.row(orderNo);
    const shares = read().selectFrom('commissions').selectAll().where('order_id', '=', order.id);
    const refunds = read().selectFrom('refunds').selectAll().where('order_id', '=', order.id);
    return {
      membership,
      left: new Map(buckets.map((row) => [`${row.capability} ${row.period}`, Number(row.granted) - Number(row.used)])),
      kept: (await shares.where('kind', '=', 'earned').orderBy('id').execute()).map(({ net }) => Number(net)),
      last: await refunds.orderBy('id', 'desc').executeTakeFirst(),
    };
  }
  const rewardsOf = async (userIds: readonly number[]) =>
    new Map(
      (
        await read()
          .selectFrom('credit_lots')
          .select(({ fn }) => ['user_id', fn.sum('remaining').as('left')])
          .where('source', '=', 'invite')
          .where('user_id', 'in', [...userIds])
          .groupBy('user_id')
          .execute()
      ).map((row) => [Number(row.user_id), Number(row.left)]),
    );

  test('is what the refund then comes to, part by part', async () => {
    const parts = fc.array(fc.integer({ min: 1, max: price }), { minLength: 1, maxLength: 3 });
    const uses = fc.record({ chat: fc.integer({ min: 0, max: 70 }), draw: fc.integer({ min: 0, max: 16 }) });
    await fc.assert(
      fc.asyncProperty(parts, uses, fc.integer({ min: 0, max: 36 * 24 }), async (amounts, used, hours) => {
        const { inviter, buyer } = await room.chain();
        await room.distributor(inviter, 1234);
        const orderNo = await room.shop.place(buyer, { productType: 'vip', productId: planId });
        expect((await room.shop.notify(room.shop.notice(orderNo))).code).toBe(20_000);
        await grantDueInvites(room.shop.room.foundation);
        for (const capability of ['chat', 'draw'] as const)
          if (used[capability] > 0) await hold(buyer, capability, used[capability]);
        room.shop.room.now += hours * 3_600_000;
        await room.later(0);
        for (const amount of [...amounts, price]) {
          const { paid, refunded } = await room.shop.row(orderNo);
          const money = Math.min(amount, Number(paid) - Number(refunded));
          if (money === 0) break;
          const shown = await room.shop.act(orderNo, 'refund-preview', { amount: money });
          const outlook = shown.data as unknown as Preview;
          const [rewards, before] = [await rewardsOf([inviter, buyer]), await standing(buyer, orderNo)];
          await room.refund(orderNo, money);
          const now = await standing(buyer, orderNo);
          expect(now.last).toMatchObject({ amount: money, reclaimed_days: outlook.membershipDays });
          expect(now.membership).toMatchObject({
            status: outlook.membershipEnds ? 'revoked' : before.membership.status,
            ...(outlook.membershipEnds ? {} : { end_at: outlook.membershipUntil }),
          });
          for (const { capability, period, left } of outlook.quotas)
            if (!outlook.membershipEnds) expect(now.left.get(`${capability} ${period}`) ?? left).toBe(left);
            else expect(left).toBe(0);
          expect(now.kept).toEqual(outlook.shares.map(({ shareKept }) => shareKept));
          const after = await rewardsOf([inviter, buyer]);
          const lost = [...rewards].filter(([id, had]) => had !== after.get(id));
          expect(lost.map(([id, had]) => [id, had - (after.get(id) ?? 0)])).toEqual(
            outlook.rewards
              .filter(({ rewardBack }) => Number(rewardBack) > 0)
              .map((row) => [row.rewarded, row.rewardBack]),
          );
        }
        expect((await room.shop.row(orderNo)).status).toBe('refunded');
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  test('says what of quotas stays used, and writes nothing', async () => {
    const { inviter, buyer } = await room.chain();
    await room.distributor(inviter, 1000);
    const orderNo = await room.shop.place(buyer, { productType: 'vip', productId: planId, quantity: 2 });
    await room.shop.notify(room.shop.notice(orderNo, { amount: 2 * price }));
    await grantDueInvites(room.shop.room.foundation);
    await hold(buyer, 'chat', 120);
    const before = await standing(buyer, orderNo);
    const shown = await room.shop.act(orderNo, 'refund-preview', { amount: price });
    expect(shown.data).toMatchObject({
      ...{ membershipDays: 37, membershipEnds: false, rewards: [] },
      membershipUntil: Number(before.membership.end_at) - 37 * day,
      quotas: [
        { capability: 'chat', period: 'total', granted: 140, used: 120, takenBack: 20, left: 0 },
        { capability: 'draw', period: 'total', granted: 22, used: 0, takenBack: 11, left: 11 },
        { capability: 'draw', period: 'month', granted: 5, used: 0, takenBack: 0, left: 5 },
      ],
      shares: [{ payeeKind: 'distributor', shareBack: 100, shareKept: 100 }],
    });
    const whole = await room.shop.act(orderNo, 'refund-preview', { amount: 2 * price });
    expect(whole.data).toMatchObject({
      membershipEnds: true,
      rewards: [
        { rewarded: inviter, rewardAsset: 'coin', rewardBack: 100, rewardStays: 0 },
        { rewarded: buyer, rewardAsset: 'coin', rewardBack: 30, rewardStays: 0 },
      ],
    });
    expect(await standing(buyer, orderNo)).toEqual(before);
  });
});
