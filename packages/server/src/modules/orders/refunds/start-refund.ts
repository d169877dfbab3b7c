import { ApiError, formatFen, type Locale, type LocalizedText, localize, refund as refundResource } from '@gantry/core';
import { createRow, insertRecords, toChangedCells } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { reclaim } from '../../ledger/index.ts';
import { computeTimeShare, type OrderRules } from '../order-deps.ts';
import { changeOrder, createNumber, lockOrder, type StoredOrder } from '../order-rows.ts';
import { transferKey } from '../transfer-key.ts';
import { planReclaim, type ReclaimPlan } from './reclaim-plan.ts';
import { changeRefund, type StoredRefund, toRefund } from './refund-rows.ts';

/** What to do when credits or membership time that a refund should reclaim are no longer available. */
export type OnShortfall = 'reject' | 'prorate' | 'negative';

interface RefundRequestInput {
  /** Integer fen. */
  readonly amount: number;
  readonly reason: string;
  readonly shortfall: OnShortfall;
  /** The number of a manual transfer; required for the manual channel. */
  readonly externalNo: string | null;
  /** The requesting admin; null for the system. */
  readonly by: number | null;
  /** Set when the gateway made the refund without a request of this system. */
  readonly requestedBy?: 'gateway';
  /** The user's refund request that is approved. Its row becomes the refund. */
  readonly request?: StoredRefund;
}

export interface StartedRefund {
  readonly order: StoredOrder;
  readonly refund: StoredRefund;
}

const refundable = ['paid', 'fulfilled', 'fulfilFailed', 'partiallyRefunded'];
/** Whether the status of an order allows a refund. */
export const isRefundable = ({ status }: StoredOrder) => refundable.includes(status);
const dayMs = 86_400_000;

/** Returns why an order cannot be refunded by `amount`; null when it can. */
export function checkRefund(order: StoredOrder, amount: number): 'more' | 'full' | null {
  if (amount > order.paid - order.refunded) return 'more';
  // An undelivered order has no benefits of which a part could be reclaimed.
  return order.fulfilStatus !== 'done' && amount !== order.paid ? 'full' : null;
}

/** Returns `full` when a further refund of `amount` completes the refund of everything that was paid. */
const getRefundKind = ({ refunded, paid }: StoredOrder, amount: number) =>
  refunded + amount === paid ? 'full' : 'partial';

/** Reclaims what a locked order granted and stores the refund. `sendRefund` returns the money afterwards. */
export async function startRefund(
  scope: TxContext,
  rules: OrderRules,
  order: StoredOrder,
  prompt: RefundRequestInput,
): Promise<StartedRefund> {
  if (!isRefundable(order)) throw new ApiError('stateConflict', { data: { state: order.status } });
  if (checkRefund(order, prompt.amount)) throw new Error('a refund was not checked before it was started');
  const plan = await resolvePlan(scope, rules, order, prompt);
  const no = prompt.request?.no ?? createNumber('R', scope.at, rules.timezone);
  const reclaimed = await reclaimBenefits(scope, rules, order, plan, { ...prompt, no });
  const refunding = await changeOrder(scope, order, { status: 'refunding', next_fulfil_at: null }, prompt.by);
  const refund = await storeRefund(scope, order, { ...prompt, amount: plan.amount }, no, reclaimed);
  return { order: refunding, refund };
}

/** Plans what to reclaim. Pro rata lowers the amount until there is no shortfall. Throws when a shortfall must be rejected. */
async function resolvePlan(
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

interface Reclaimed {
  readonly coin: number;
  readonly compute: number;
  /** Membership time in ms; null for lifetime. */
  readonly time: number | null;
  /** Credits. */
  readonly shortfall: number;
}

async function reclaimBenefits(
  scope: TxContext,
  { products, debtLimit }: OrderRules,
  order: StoredOrder,
  plan: ReclaimPlan,
  { no, reason, shortfall }: RefundRequestInput & { readonly no: string },
): Promise<Reclaimed> {
  const taken = { coin: 0, compute: 0, time: 0 as number | null, shortfall: 0 };
  const { userId } = order;
  const operator = { kind: 'system', id: null } as const;
  for (const { asset, toReclaim: amount, lots, shortfall: short } of plan.parts) {
    // Membership time is reclaimed below, and quotas with it. Used time or quota never becomes debt.
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

async function storeRefund(
  scope: TxContext,
  order: StoredOrder,
  prompt: RefundRequestInput,
  no: string,
  taken: Reclaimed,
): Promise<StoredRefund> {
  const { tx, at, dialect } = scope;
  const reclaimed = {
    amount: prompt.amount,
    kind: getRefundKind(order, prompt.amount),
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
  const base = { no, orderId: order.id, userId: order.userId, channel, currency, reason: prompt.reason };
  const row = createRow(refundResource, { ...base, ...reclaimed }, { by: prompt.by, at });
  const [id = 0] = await insertRecords(tx, dialect, refundResource, [row]);
  const stored = tx.updateTable('refunds').set(waiting).where('id', '=', id).returningAll();
  return toRefund(await stored.executeTakeFirstOrThrow());
}

interface RefundRequestOptions {
  readonly userId: number;
  readonly orderNo: string;
  /** Integer fen; null for the remaining amount. */
  readonly amount: number | null;
  readonly reason: string;
  readonly locale: Locale;
  /** Time zone of the site. */
  readonly timezone: string;
}

const words = {
  more: { zh: '超过可退金额', en: 'The amount exceeds the refundable amount.' },
  full: { zh: '尚未发货的订单只能全额退款', en: 'An undelivered order can only be refunded in full.' },
  open: { zh: '该订单已有待审核的退款申请', en: 'A refund request for this order is already under review.' },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** Stores a user's refund request. Nothing is reclaimed and no money moves until an admin approves it. */
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
  await rejectSecondRequest(scope, order.id, options.locale);
  const values = {
    no: createNumber('R', at, options.timezone),
    orderId: order.id,
    userId: order.userId,
    channel: order.channel,
    currency: order.currency,
    kind: getRefundKind(order, amount),
    requestedBy: 'user',
    status: 'requested',
    amount,
    reason: options.reason,
  };
  const row = createRow(refundResource, values, { by: null, at });
  const [id = 0] = await insertRecords(tx, dialect, refundResource, [row]);
  return toRefund(await tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
}

async function rejectSecondRequest({ tx }: TxContext, orderId: number, locale: Locale): Promise<void> {
  const open = await openRequestOf({ tx }, orderId);
  if (!open) return;
  throw new ApiError('stateConflict', {
    message: localize(words.open, locale),
    data: { state: 'requested', refundNo: open.no },
  });
}

/** Returns the open refund request of an order; null when there is none. */
export async function openRequestOf({ tx }: Pick<TxContext, 'tx'>, orderId: number): Promise<StoredRefund | null> {
  const own = tx.selectFrom('refunds').selectAll().where('order_id', '=', orderId);
  const row = await own.where('status', '=', 'requested').executeTakeFirst();
  return row ? toRefund(row) : null;
}

/** Closes the open request of a locked order that has nothing left to refund. The user can read the decision. */
export async function closeRequest(scope: TxContext, orderId: number, decision: string): Promise<void> {
  const open = await openRequestOf(scope, orderId);
  if (open) await changeRefund(scope, open, { status: 'cancelled', decision, finished_at: scope.at });
}

/** Cancels a user's own refund request. If an admin decides at the same time, only one of the two succeeds. */
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
