import type { PaymentResult } from '@gantry/core';
import type { Column } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';

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

/** Keeps a word with what became of it; for ever. */
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
