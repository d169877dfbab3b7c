import { ApiError, formatFen, type Locale, type LocalizedText, localize, refund as refundResource } from '@gantry/core';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { createNumber, lockOrder } from '../order-rows.ts';
import { changeRefund, type StoredRefund, toRefund } from './refund-rows.ts';
import { checkRefund, isRefundable, refundKind } from './start-refund.ts';

export interface RefundRequestOptions {
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
  more: { zh: '超过可退金额', en: 'The amount exceeds the refundable amount.' },
  full: { zh: '尚未发货的订单只能全额退款', en: 'An undelivered order can only be refunded in full.' },
  open: { zh: '该订单已有待审核的退款申请', en: 'A refund request for this order is already under review.' },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** Notes that a user asks for a refund; nothing is taken back and no money moves until an admin agrees. */
export async function requestRefund(scope: TxContext, options: RefundRequestOptions): Promise<StoredRefund> {
  const { tx, dialect, at } = scope;
  const order = await lockOrder(scope, { no: options.orderNo });
  if (order?.userId !== options.userId) throw new ApiError('notFound', { data: { orderNo: options.orderNo } });
  if (!isRefundable(order)) throw new ApiError('stateConflict', { data: { state: order.status } });
  const left = order.paid - order.refunded;
  const amount = options.amount ?? left;
  const against = checkRefund(order, amount);
  if (against) {
    const why = `${localize(words[against], options.locale)} (${formatFen(left, options.locale, order.currency)})`;
    throw new ApiError('invalid', { errors: { amount: [why] } });
  }
  await rejectSecondAdmin(scope, order.id, options.locale);
  const values = {
    no: createNumber('R', at, options.timezone),
    orderId: order.id,
    userId: order.userId,
    channel: order.channel,
    currency: order.currency,
    kind: refundKind(order, amount),
    requestedBy: 'user',
    status: 'requested',
    amount,
    reason: options.reason,
  };
  const row = createRow(refundResource, values, { by: null, at });
  const [id = 0] = await insertRecords(tx, dialect, refundResource, [row]);
  return toRefund(await tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

async function rejectSecondAdmin({ tx }: TxContext, orderId: number, locale: Locale): Promise<void> {
  const open = await openRequestOf({ tx }, orderId);
  if (!open) return;
  throw new ApiError('stateConflict', {
    message: localize(words.open, locale),
    data: { state: 'requested', refundNo: open.no },
  });
}

/** The open request of an order; null when there is none. */
export async function openRequestOf({ tx }: Pick<TxContext, 'tx'>, orderId: number): Promise<StoredRefund | null> {
  const own = tx.selectFrom('refunds').selectAll().where('order_id', '=', orderId);
  const row = await own.where('status', '=', 'requested').executeTakeFirst();
  return row ? toRefund(row) : null;
}

/** Closes the open request of a locked order that has nothing left to refund; the user can read why. */
export async function closeRequest(scope: TxContext, orderId: number, decision: string): Promise<void> {
  const open = await openRequestOf(scope, orderId);
  if (open) await changeRefund(scope, open, { status: 'cancelled', decision, finished_at: scope.at });
}

/** Takes a request back, by who made it; of this and an admin's decision, one finds it open. */
export async function cancelRefund({ tx, at }: TxContext, userId: number, no: string): Promise<StoredRefund> {
  const known = await tx
    .selectFrom('refunds')
    .select('status')
    .where('no', '=', no)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!known) throw new ApiError('notFound', { data: { refundNo: no } });
  const row = await tx
    .updateTable('refunds')
    .set((old) => ({ status: 'cancelled', updated_at: at, finished_at: at, version: old('version', '+', 1) }))
    .where('no', '=', no)
    .where('status', '=', 'requested')
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ApiError('stateConflict', { data: { state: known.status } });
  return toRefund(row);
}
