import { Fault, formatFen, type Locale, refund as refundResource, say, type Words } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import { insertRecords, newRow } from '../store/records.ts';
import { newNumber } from './order-number.ts';
import { lockOrder } from './order-rows.ts';
import { changeRefund, refundOf, type StoredRefund } from './refund-rows.ts';
import { isRefundable, refundKind, refundRefusal } from './start-refund.ts';

export interface RefundWish {
  readonly userId: number;
  readonly orderNo: string;
  /** Integer fen; null for all that is left. */
  readonly amount: number | null;
  readonly reason: string;
  readonly locale: Locale;
  /** Of the site. */
  readonly timezone: string;
}

const words = {
  more: { zh: '超过可退金额', en: 'This is more than is left to refund' },
  whole: { zh: '尚未发货的订单只能全额退款', en: 'What was not delivered is refunded as a whole' },
  open: { zh: '该订单已有待审核的退款申请', en: 'A refund of this order is being looked at already' },
} as const satisfies Readonly<Record<string, Words>>;

/** Notes that a user asks for a refund; nothing is taken back and no money moves until an admin agrees. */
export async function requestRefund(scope: MoneyScope, wish: RefundWish): Promise<StoredRefund> {
  const { tx, dialect, at } = scope;
  const order = await lockOrder(scope, { no: wish.orderNo });
  if (order?.userId !== wish.userId) throw new Fault('notFound', { data: { orderNo: wish.orderNo } });
  if (!isRefundable(order)) throw new Fault('stateConflict', { data: { state: order.status } });
  const left = order.paid - order.refunded;
  const amount = wish.amount ?? left;
  const against = refundRefusal(order, amount);
  if (against) {
    const why = `${say(words[against], wish.locale)} (${formatFen(left, wish.locale, order.currency)})`;
    throw new Fault('invalid', { errors: { amount: [why] } });
  }
  await refuseSecond(scope, order.id, wish.locale);
  const values = {
    no: newNumber('R', at, wish.timezone),
    orderId: order.id,
    userId: order.userId,
    channel: order.channel,
    currency: order.currency,
    kind: refundKind(order, amount),
    requestedBy: 'user',
    status: 'requested',
    amount,
    reason: wish.reason,
  };
  const row = newRow(refundResource, values, { by: null, at });
  const [id = 0] = await insertRecords(tx, dialect, refundResource, [row]);
  return refundOf({ ...row, id });
}

async function refuseSecond({ tx }: MoneyScope, orderId: number, locale: Locale): Promise<void> {
  const open = await openRequestOf({ tx }, orderId);
  if (!open) return;
  throw new Fault('stateConflict', {
    message: say(words.open, locale),
    data: { state: 'requested', refundNo: open.no },
  });
}

/** The open request of an order; null when there is none. */
export async function openRequestOf({ tx }: Pick<MoneyScope, 'tx'>, orderId: number): Promise<StoredRefund | null> {
  const own = tx.selectFrom('refunds').selectAll().where('order_id', '=', orderId);
  const row = await own.where('status', '=', 'requested').executeTakeFirst();
  return row ? refundOf(row) : null;
}

/** Closes the open request of a locked order that has nothing left to refund; the user can read why. */
export async function closeRequest(scope: MoneyScope, orderId: number, decision: string): Promise<void> {
  const open = await openRequestOf(scope, orderId);
  if (open) await changeRefund(scope, open, { status: 'cancelled', decision, finished_at: scope.at });
}

/** Takes a request back, by who made it; of this and an admin's decision, one finds it open. */
export async function cancelRefund({ tx, at }: MoneyScope, userId: number, no: string): Promise<StoredRefund> {
  const known = await tx
    .selectFrom('refunds')
    .select('status')
    .where('no', '=', no)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!known) throw new Fault('notFound', { data: { refundNo: no } });
  const row = await tx
    .updateTable('refunds')
    .set((old) => ({ status: 'cancelled', updated_at: at, finished_at: at, version: old('version', '+', 1) }))
    .where('no', '=', no)
    .where('status', '=', 'requested')
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Fault('stateConflict', { data: { state: known.status } });
  return refundOf(row);
}
