import type { PaymentResult } from '@gantry/core';
import { notify } from '../../../platform/notifications/notify.ts';
import type { Column } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { createOddPaymentNotification } from '../notifications.ts';
import type { OrderDeps } from '../order-deps.ts';
import type { StoredOrder } from '../order-rows.ts';

/** A report about a payment or refund: a notification, the answer to a query, or an entry of an admin. */
export interface GatewayWord {
  readonly channel: string;
  readonly kind: 'notify' | 'query' | 'manual' | 'refund';
  /** Whether the source is authenticated: by a signature, by a query to the gateway, or by the signed-in admin. */
  readonly verified: boolean;
  readonly eventId: string | null;
  readonly tradeNo: string | null;
  /** Integer fen. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly raw: string | null;
  readonly note: string | null;
  /** The admin who entered the report or requested the query; null for the system. */
  readonly actorId: number | null;
}

/** Stores a report with its result. Events are never deleted. */
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
 * Stores an answer or a notification whose fields contradict each other on whether an order is paid, and notifies admins. The
 * order does not change. Because the job queries twice a minute, consecutive identical conflicts are stored once, unless an admin
 * queried.
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
