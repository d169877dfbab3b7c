import { ApiError, formatFen, type Locale, type LocalizedText, localize, refund as refundResource } from '@gantry/core';
import { createRow, insertRecords, toChangedCells } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { reclaim } from '../../ledger/index.ts';
import { computeTimeShare, type OrderRules } from '../order-needs.ts';
import { changeOrder, createNumber, lockOrder, type StoredOrder } from '../order-rows.ts';
import { transferKey } from '../transfer-key.ts';
import { planReclaim, type ReclaimPlan } from './reclaim-plan.ts';
import { changeRefund, type StoredRefund, toRefund } from './refund-rows.ts';

/** What to do about credits or time that should come back and are gone. */
export type OnShortfall = 'reject' | 'prorate' | 'negative';

interface RefundRequestInput {
  /** Integer fen. */
  readonly amount: number;
  readonly reason: string;
  readonly shortfall: OnShortfall;
  /** The number of a transfer that was made by hand; the manual channel needs it. */
  readonly externalNo: string | null;
  /** The admin who asks; null for the system. */
  readonly by: number | null;
  /** The gateway made it without a request of ours. */
  readonly requestedBy?: 'gateway';
  /** The user's request that it answers: its row becomes the refund. */
  readonly request?: StoredRefund;
}

export interface StartedRefund {
  readonly order: StoredOrder;
  readonly refund: StoredRefund;
}

const refundable = ['paid', 'fulfilled', 'fulfilFailed', 'partiallyRefunded'];
/** Whether an order is in a state from which money goes back. */
export const isRefundable = ({ status }: StoredOrder) => refundable.includes(status);
const dayMs = 86_400_000;

/** What stands against a refund of so much; null when nothing does. */
export function checkRefund(order: StoredOrder, amount: number): 'more' | 'full' | null {
  if (amount > order.paid - order.refunded) return 'more';
  // Of what was not delivered nothing can be taken back in part.
  return order.fulfilStatus !== 'done' && amount !== order.paid ? 'full' : null;
}

/** Whether so much more is all of what was paid. */
const refundKind = ({ refunded, paid }: StoredOrder, amount: number) =>
  refunded + amount === paid ? 'full' : 'partial';

/** Takes back what a locked order gave and notes the refund; the money goes back afterwards, by `sendRefund`. */
export async function startRefund(
  scope: TxContext,
  rules: OrderRules,
  order: StoredOrder,
  prompt: RefundRequestInput,
): Promise<StartedRefund> {
  if (!isRefundable(order)) throw new ApiError('stateConflict', { data: { state: order.status } });
  if (checkRefund(order, prompt.amount)) throw new Error('a refund was not checked before it was started');
  const plan = await settledPlan(scope, rules, order, prompt);
  const no = prompt.request?.no ?? createNumber('R', scope.at, rules.timezone);
  const taken = await revert(scope, rules, order, plan, { ...prompt, no });
  const refunding = await changeOrder(scope, order, { status: 'refunding', next_fulfil_at: null }, prompt.by);
  const refund = await keepRefund(scope, order, { ...prompt, amount: plan.amount }, no, taken);
  return { order: refunding, refund };
}

/** With pro rata, so much less that nothing is missing. */
async function settledPlan(
  scope: TxContext,
  rules: OrderRules,
  order: StoredOrder,
  prompt: RefundRequestInput,
): Promise<ReclaimPlan> {
  const plan = await planReclaim(scope, rules, order, prompt.amount, true);
  if (!plan.hasShortfall || prompt.shortfall === 'negative') return plan;
  const { withoutShortfall } = plan;
  if (prompt.shortfall === 'prorate' && withoutShortfall > 0)
    return planReclaim(scope, rules, order, withoutShortfall, true);
  const missing = plan.parts.find(({ shortfall }) => shortfall > 0);
  const { asset, toReclaim: requested = 0, reclaimable: available = 0, shortfall = 0 } = missing ?? {};
  throw new ApiError('insufficient', { data: { asset, available, requested, shortfall, withoutShortfall } });
}

interface Taken {
  readonly coin: number;
  readonly compute: number;
  /** Membership time in ms; null forever. */
  readonly time: number | null;
  /** Credits. */
  readonly shortfall: number;
}

async function revert(
  scope: TxContext,
  { products, debtLimit }: OrderRules,
  order: StoredOrder,
  plan: ReclaimPlan,
  { no, reason, shortfall }: RefundRequestInput & { readonly no: string },
): Promise<Taken> {
  const taken = { coin: 0, compute: 0, time: 0 as number | null, shortfall: 0 };
  const { userId } = order;
  const operator = { kind: 'system', id: null } as const;
  for (const { asset, toReclaim: amount, lots, shortfall: short } of plan.parts) {
    // The time and with it the quotas are taken below; what was used of either is never owed.
    if (asset === 'time' || asset === 'quota' || amount === 0) continue;
    const from = {
      userId,
      asset,
      lotIds: lots.map(({ id }) => id),
      amount,
      debtLimit: shortfall === 'negative' ? debtLimit : 0,
    };
    const transactionId = `refund:${no}:reclaim:${asset}`;
    const done = await reclaim(scope, from, { transactionId, cause: 'orderRefund', causeId: no, operator, reason });
    if (!done) throw new Error('a refund took back before it began');
    taken[asset] = done.taken + done.debt;
    taken.shortfall += short;
  }
  if (order.fulfilStatus !== 'done') return taken;
  return { ...taken, time: await products.takeTime(scope, order, computeTimeShare(order, plan.amount), reason) };
}

async function keepRefund(
  scope: TxContext,
  order: StoredOrder,
  prompt: RefundRequestInput,
  no: string,
  taken: Taken,
): Promise<StoredRefund> {
  const { tx, at, dialect } = scope;
  const reclaimed = {
    amount: prompt.amount,
    kind: refundKind(order, prompt.amount),
    reclaimedCoin: taken.coin,
    reclaimedCompute: taken.compute,
    reclaimedDays: taken.time === null ? null : Math.round(taken.time / dayMs),
    shortfall: taken.shortfall,
    channelRefundNo: prompt.externalNo,
    ...(prompt.requestedBy ? { requestedBy: prompt.requestedBy } : {}),
  };
  const typed = prompt.externalNo === null ? null : transferKey({ channel: order.channel, number: prompt.externalNo });
  const waiting = { order_status: order.status, next_try_at: at, reclaimed_ms: taken.time, transfer_key: typed };
  if (prompt.request) {
    const cells = { ...toChangedCells(refundResource, reclaimed), ...waiting, status: 'processing' };
    return changeRefund(scope, prompt.request, cells, prompt.by);
  }
  const { currency, channel } = order;
  const whose = { no, orderId: order.id, userId: order.userId, channel, currency, reason: prompt.reason };
  const row = createRow(refundResource, { ...whose, ...reclaimed }, { by: prompt.by, at });
  const [id = 0] = await insertRecords(tx, dialect, refundResource, [row]);
  const stored = tx.updateTable('refunds').set(waiting).where('id', '=', id).returningAll();
  return toRefund(await stored.executeTakeFirstOrThrow());
}

interface RefundRequestOptions {
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
