import type { PaymentResult } from '@gantry/core';
import { notify } from '../../../platform/notifications/notify.ts';
import type { Column } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { createOddPaymentNotification } from '../notifications.ts';
import type { OrderDeps } from '../order-needs.ts';
import type { StoredOrder } from '../order-rows.ts';

/** A word about a payment, whoever said it. */
export interface GatewayWord {
  readonly channel: string;
  readonly kind: 'notify' | 'query' | 'manual' | 'refund';
  /** Did whoever can vouch for it do so? */
  readonly verified: boolean;
  readonly eventId: string | null;
  readonly tradeNo: string | null;
  /** Integer fen. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly raw: string | null;
  readonly note: string | null;
  /** The admin who said or asked it. */
  readonly actorId: number | null;
}

/** Keeps a word with what became of it; forever. */
export async function recordEvent(
  { tx, at }: TxContext,
  orderId: number | null,
  word: GatewayWord,
  result: PaymentResult,
): Promise<void> {
  await tx
    .insertInto('payment_events')
    .values({
      order_id: orderId,
      channel: word.channel as Column<'payment_events', 'channel'>,
      kind: word.kind,
      result,
      verified: word.verified ? 1 : 0,
      amount: word.amount,
      currency: word.currency,
      trade_no: word.tradeNo,
      event_id: word.eventId,
      note: word.note,
      actor_id: word.actorId,
      raw: word.raw,
      created_at: at,
    })
    .execute();
}

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
