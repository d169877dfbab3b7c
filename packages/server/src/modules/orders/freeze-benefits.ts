import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, lockOwner, lockWallet, settleDebt } from '../ledger/index.ts';
import type { OrderRules } from './order-needs.ts';
import type { StoredOrder } from './order-rows.ts';
import { changeReversal, reversalsOf, type StoredReversal } from './reversal-rows.ts';

/**
 * Freezes what a locked order gave while its payment is disputed: its credits cannot be spent, and the membership that it is part of
 * is suspended with the time that it has left. What was not delivered is frozen when it is.
 */
export async function freezeBenefits(
  scope: TxContext,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  dispute: StoredReversal,
): Promise<void> {
  if (order.fulfilStatus !== 'done') return;
  await lockOwner(scope, order.userId);
  await ownLotsOf(scope, order.id).set({ frozen_at: scope.at }).where('frozen_at', 'is', null).execute();
  const membershipId = await products.suspendTime(scope, order, dispute.reference);
  if (membershipId !== null) await changeReversal(scope, dispute, { membership_id: membershipId });
}

/** The end of a dispute: everything can be used again, unless another dispute of the order is open. Debts are paid first. */
export async function unfreezeBenefits(
  scope: TxContext,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  dispute: StoredReversal,
): Promise<void> {
  const others = (await reversalsOf(scope, order.id, 'open')).filter(({ id }) => id !== dispute.id);
  const [next] = others;
  if (next) {
    if (dispute.membershipId !== null) await changeReversal(scope, next, { membership_id: dispute.membershipId });
    return;
  }
  await lockOwner(scope, order.userId);
  const freed = await ownLotsOf(scope, order.id)
    .set({ frozen_at: null })
    .where('frozen_at', 'is not', null)
    .returning('asset')
    .execute();
  for (const asset of [...new Set(freed.map((row) => row.asset as Asset))].sort())
    await settleDebt(scope, await lockWallet(scope, order.userId, asset));
  if (dispute.membershipId !== null) await products.resumeTime(scope, order, dispute.membershipId, dispute.reference);
}

const ownLotsOf = ({ tx }: TxContext, orderId: number) =>
  tx.updateTable('credit_lots').where('source', 'in', ['order', 'refundReturn']).where('source_id', '=', orderId);
