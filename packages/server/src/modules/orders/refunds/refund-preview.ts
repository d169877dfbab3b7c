import type { RefundPreviewAnswer } from '@gantry/core';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { dayMs } from '../../memberships/index.ts';
import type { OrderHooks, OrderRules } from '../order-needs.ts';
import type { StoredOrder } from '../order-rows.ts';

/** Reckons as the refund itself does; nothing is written. */
export async function computeRefundPreview(
  scope: TxContext,
  { previewRefund }: OrderHooks,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  amount: number,
): Promise<RefundPreviewAnswer> {
  const delivered = order.fulfilStatus === 'done';
  const membership = delivered ? await products.previewMembership(scope, order, amount) : null;
  const reported = { id: order.id, paid: order.paid, refundedInAll: order.refunded + amount };
  const takenMs = membership === null ? 0 : membership.takenMs;
  return {
    membershipDays: takenMs === null ? null : Math.round(takenMs / dayMs),
    membershipEnds: membership?.ends ?? false,
    membershipUntil: membership?.endAt ?? null,
    quotas: membership?.quotas ?? [],
    ...(await previewRefund(scope, reported)),
  };
}
