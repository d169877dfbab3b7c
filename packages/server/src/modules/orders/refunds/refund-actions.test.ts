import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDistributionHarness, type DistributionHarness } from '../../../../test/distribution-harness.ts';
import { price } from '../../../../test/order-harness.ts';
import { setSettings } from '../../../../test/set-settings.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import type { Row } from '../../../platform/store/database.ts';
import { grantDueInvites } from '../../rewards/invites/settle-invite.ts';

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

describe.each(databaseKinds)('order refund preview on %s', (kind) => {
  let space: DistributionHarness;
  let planId: number;
  beforeAll(async () => {
    space = await createDistributionHarness(kind);
    const { foundation } = space.harness.space;
    await setSettings(foundation, 'invite', { inviterReward: 100, inviteeReward: 30, coolDays: 0 });
    const plan = { name: randomUUID(), price, level: 2, durationUnit: 'day', durationValue: 37, giftCoin: 300, quotas };
    planId = Number((await space.prompt('/vip-plan/create', { ...plan, renewalPolicy: 'inherit' })).id);
    await space.prompt('/vip-plan/publish', { id: planId });
  });
  afterAll(async () => {
    expect(await space.harness.space.broken()).toEqual([]);
    await space.harness.space.drop();
  });

  const read = () => space.harness.space.foundation.database.read;
  const hold = (userId: number, capability: 'chat' | 'draw', amount: number) =>
    space.harness.api.call('billingHold', { requestId: randomUUID(), userId, capability, asset: 'coin', amount });
  /** Reads the current values of what a preview predicts. */
  async function status(userId: number, orderNo: string) {
    const membership = await read()
      .selectFrom('user_memberships')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const all = read().selectFrom('quota_buckets').selectAll().where('membership_id', '=', membership.id);
    const { now } = space.harness.space;
    const buckets = (await all.execute()).filter((row) => row.period_end === null || row.period_end > now);
    const order = await space.harness.row(orderNo);
    const shares = read().selectFrom('commissions').selectAll().where('order_id', '=', Number(order.id));
    const refunds = read().selectFrom('refunds').selectAll().where('order_id', '=', Number(order.id));
    return {
      membership,
      left: new Map(buckets.map((row) => [`${row.capability} ${row.period}`, row.granted - row.used])),
      stored: (await shares.where('kind', '=', 'earned').orderBy('id').execute()).map(({ net }) => net),
      last: await refunds.orderBy('id', 'desc').executeTakeFirst(),
    };
  }
  const getRewards = async (userIds: readonly number[]) =>
    new Map(
      (
        await read()
          .selectFrom('credit_lots')
          .select(({ fn }) => ['user_id', fn.sum('remaining').as('left')])
          .where('source', '=', 'invite')
          .where('user_id', 'in', [...userIds])
          .groupBy('user_id')
          .execute()
      ).map((row) => [row.user_id, Number(row.left)]),
    );

  test('matches the effects of each refund that follows', async () => {
    const parts = fc.array(fc.integer({ min: 1, max: price }), { minLength: 1, maxLength: 3 });
    const uses = fc.record({ chat: fc.integer({ min: 0, max: 70 }), draw: fc.integer({ min: 0, max: 16 }) });
    await fc.assert(
      fc.asyncProperty(parts, uses, fc.integer({ min: 0, max: 36 * 24 }), async (amounts, used, hours) => {
        const { inviter, buyer } = await space.chain();
        await space.distributor(inviter, 1234);
        const orderNo = await space.harness.place(buyer, { productType: 'vip', productId: planId });
        expect((await space.harness.notify(space.harness.notice(orderNo))).code).toBe(20_000);
        await grantDueInvites(space.harness.space.foundation);
        for (const capability of ['chat', 'draw'] as const)
          if (used[capability] > 0) await hold(buyer, capability, used[capability]);
        space.harness.space.now += hours * 3_600_000;
        await space.later(0);
        for (const amount of [...amounts, price]) {
          const { paid, refunded } = await space.harness.row(orderNo);
          const money = Math.min(amount, Number(paid) - Number(refunded));
          if (money === 0) break;
          const shown = await space.harness.act(orderNo, 'preview-refund', { amount: money });
          const preview = shown.data as unknown as Preview;
          const [rewards, before] = [await getRewards([inviter, buyer]), await status(buyer, orderNo)];
          await space.refund(orderNo, money);
          const now = await status(buyer, orderNo);
          expect(now.last).toMatchObject({ amount: money, reclaimed_days: preview.membershipDays });
          expect(now.membership).toMatchObject({
            status: preview.membershipEnds ? 'revoked' : before.membership.status,
            ...(preview.membershipEnds ? {} : { end_at: preview.membershipUntil }),
          });
          for (const { capability, period, left } of preview.quotas)
            if (!preview.membershipEnds) expect(now.left.get(`${capability} ${period}`) ?? left).toBe(left);
            else expect(left).toBe(0);
          expect(now.stored).toEqual(preview.shares.map(({ retainedShare }) => retainedShare));
          const after = await getRewards([inviter, buyer]);
          const lost = [...rewards].filter(([id, had]) => had !== after.get(id));
          expect(lost.map(([id, had]) => [id, had - (after.get(id) ?? 0)])).toEqual(
            preview.rewards
              .filter(({ rewardBack }) => Number(rewardBack) > 0)
              .map((row) => [row.rewarded, row.rewardBack]),
          );
        }
        expect((await space.harness.row(orderNo)).status).toBe('refunded');
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  test('reports used and reclaimed quotas, and writes nothing', async () => {
    const { inviter, buyer } = await space.chain();
    await space.distributor(inviter, 1000);
    const orderNo = await space.harness.place(buyer, { productType: 'vip', productId: planId, quantity: 2 });
    await space.harness.notify(space.harness.notice(orderNo, { amount: 2 * price }));
    await grantDueInvites(space.harness.space.foundation);
    await hold(buyer, 'chat', 120);
    const before = await status(buyer, orderNo);
    const shown = await space.harness.act(orderNo, 'preview-refund', { amount: price });
    expect(shown.data).toMatchObject({
      ...{ membershipDays: 37, membershipEnds: false, rewards: [] },
      membershipUntil: Number(before.membership.end_at) - 37 * day,
      quotas: [
        { capability: 'chat', period: 'total', granted: 140, used: 120, reclaimed: 20, left: 0 },
        { capability: 'draw', period: 'total', granted: 22, used: 0, reclaimed: 11, left: 11 },
        { capability: 'draw', period: 'month', granted: 5, used: 0, reclaimed: 0, left: 5 },
      ],
      shares: [{ payeeKind: 'distributor', shareBack: 100, retainedShare: 100 }],
    });
    const full = await space.harness.act(orderNo, 'preview-refund', { amount: 2 * price });
    expect(full.data).toMatchObject({
      membershipEnds: true,
      rewards: [
        { rewarded: inviter, rewardAsset: 'coin', rewardBack: 100, rewardStays: 0 },
        { rewarded: buyer, rewardAsset: 'coin', rewardBack: 30, rewardStays: 0 },
      ],
    });
    expect(await status(buyer, orderNo)).toEqual(before);
  });
});
