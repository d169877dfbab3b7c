import type { RefundOutlook } from '@gantry/core';
import { sharesOutlook } from '../distribution/order-shares.ts';
import { dayMs } from '../membership/membership-rules.ts';
import type { MoneyScope } from '../money/posting.ts';
import { rewardsOutlook } from '../rewards/invite-hooks.ts';
import type { OrderRules } from './order-needs.ts';
import type { StoredOrder } from './order-rows.ts';

/** Reckons as the refund itself does; nothing is written. */
export async function refundOutlook(
  scope: MoneyScope,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  amount: number,
): Promise<RefundOutlook> {
  const delivered = order.fulfilStatus === 'done';
  const membership = delivered ? await products.membershipOutlook(scope, order, amount) : null;
  const told = { id: order.id, paid: order.paid, refundedInAll: order.refunded + amount };
  const takenMs = membership === null ? 0 : membership.takenMs;
  return {
    membershipDays: takenMs === null ? null : Math.round(takenMs / dayMs),
    membershipEnds: membership?.ends ?? false,
    membershipUntil: membership?.endAt ?? null,
    quotas: membership?.quotas ?? [],
    shares: await sharesOutlook(scope, told),
    rewards: await rewardsOutlook(scope, told),
  };
}
