import { notify } from '../../platform/notifications/notify.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { createOddPaymentNotification } from './notifications.ts';
import type { OrderDeps } from './order-needs.ts';
import type { StoredOrder } from './order-rows.ts';
import { type GatewayWord, recordEvent } from './payment/record-event.ts';

/**
 * Stores an answer or a notice whose parts contradict one another on whether an order is paid, and notifies admins; the order stays
 * as it is. The job asks twice a minute: the same contradiction of the same kind is stored once in a row, unless an admin asked.
 */
export async function recordConflict(
  scope: TxContext,
  { clock }: Pick<OrderDeps, 'clock'>,
  { id, no }: Pick<StoredOrder, 'id' | 'no'>,
  word: GatewayWord,
): Promise<'conflicting'> {
  await scope.dialect.lock(scope.tx, `payment conflict ${id}`);
  const last = await scope.tx
    .selectFrom('payment_events')
    .select(['kind', 'result', 'note'])
    .where('order_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isRepeated = last?.result === 'conflicting' && last.kind === word.kind && last.note === word.note;
  if (isRepeated && word.actorId === null) return 'conflicting';
  await recordEvent(scope, id, word, 'conflicting');
  await notify(scope.tx, clock, createOddPaymentNotification(id, no, 'conflicting'));
  return 'conflicting';
}
