import { localize, refund as refundResource } from '@gantry/core';
import { sql } from 'kysely';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import { notify } from '../../../platform/notifications/notify.ts';
import type { Column } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { grant } from '../../ledger/index.ts';
import type { RefundAnswer } from '../../payments/index.ts';
import { computeBackoff, describeError } from '../backoff.ts';
import { createRefundStuckNotification } from '../notifications.ts';
import { loadOrderRules, type OrderDeps, type OrderHooks, type OrderRules } from '../order-deps.ts';
import { changeOrder, findOrder, lockOrder, type StoredOrder } from '../order-rows.ts';
import { releaseStock } from '../order-stock.ts';
import { recordEvent } from '../payment/record-event.ts';
import { computeNextCheck } from './reconcile-refunds.ts';
import { changeRefund, lockRefund, type StoredRefund, toRefund } from './refund-rows.ts';
import type { StartedRefund } from './start-refund.ts';
import { closeRequest } from './start-refund.ts';

/** Maximum number of refunds that one run of the job sends. */
const batchSize = 50;
const sending = { resource: refundResource, action: 'send' };
/** Number of automatic requests to a gateway before an admin must retry. */
const maxAttempts = 8;
/** Upper limit of the attempt count while a gateway processes a refund. Waiting is not a failure and must not use up attempts. */
const maxPendingTries = 5;
/** Time in ms after which a request to a gateway counts as unanswered. */
const requestTimeoutMs = 60_000;

/**
 * Requests a pending refund from the gateway and stores the outcome. Without an answer, or when storing it fails, the request is
 * repeated later with the same refund number.
 */
export async function sendRefund(deps: OrderDeps, id: number): Promise<StoredRefund> {
  const { database, clock } = deps;
  const known = await database.read.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { refund, isTurn } = await claim(deps, toRefund(known));
  if (!isTurn) return refund;
  const order = await findOrder(database.read, { id: refund.orderId });
  const rules = await loadOrderRules(deps);
  const received = await queryGateway(deps, order, refund);
  const settle = (answer: RefundAnswer | Error) =>
    database.transaction(async (tx) => {
      const scope = { tx, dialect: database.dialect, at: clock() };
      const locked = await lockOrder(scope, { id: refund.orderId });
      const now = await lockRefund(scope, id);
      if (!locked || now.status !== 'processing') return now;
      if (answer instanceof Error) return postpone(scope, deps, now, describeError(answer));
      if (answer.outcome === 'pending') return wait(scope, now, answer.why);
      return answer.outcome === 'succeeded'
        ? (await completeRefund(scope, deps, rules, { order: locked, refund: now }, answer)).refund
        : fail(scope, deps, rules, locked, now, answer.why);
    });
  try {
    return await settle(received);
  } catch (error) {
    if (database.dialect.isBusy(error)) throw error;
    deps.log.error({ refund: id, reason: describeError(error) }, 'a refund could not be dealt with');
    return settle(error instanceof Error ? error : new Error('unknown'));
  }
}

/**
 * Records that a request is about to be sent. Other processes then send none in the meantime, and if this process ends without an
 * answer, the next attempt knows that it is a repeat.
 */
async function claim(
  { database, clock }: OrderDeps,
  known: StoredRefund,
): Promise<{ readonly refund: StoredRefund; readonly isTurn: boolean }> {
  if (known.status !== 'processing') return { refund: known, isTurn: false };
  return database.transaction(async (tx) => {
    const scope = { tx, dialect: database.dialect, at: clock() };
    const now = await lockRefund(scope, known.id);
    const isRequested = now.tries > 0 && now.row.error === null && scope.at - now.row.updated_at < requestTimeoutMs;
    if (now.status !== 'processing' || now.tries !== known.tries || isRequested) return { refund: now, isTurn: false };
    const request = { tries: now.tries + 1, error: null, next_try_at: scope.at + requestTimeoutMs };
    return { refund: await changeRefund(scope, now, request), isTurn: true };
  });
}

async function queryGateway(
  { adapters }: OrderDeps,
  order: StoredOrder,
  { no, channel, amount, externalNo, tries }: StoredRefund,
): Promise<RefundAnswer | Error> {
  const { no: orderNo, paid, currency, tradeNo, refunded: refundedBefore } = order;
  const isRepeat = tries > 1;
  try {
    const adapter = adapters.get(channel);
    if (!adapter || tradeNo === null) throw new Error(`there is no way to refund by ${channel}`);
    const money = { amount, paid, refundedBefore, currency };
    return await adapter.refund({ refundNo: no, orderNo, tradeNo, ...money, isRepeat, externalNo });
  } catch (error) {
    return error instanceof Error ? error : new Error('unknown');
  }
}

async function postpone(
  scope: TxContext,
  { clock }: OrderDeps,
  refund: StoredRefund,
  why: string,
): Promise<StoredRefund> {
  const { tries } = refund;
  const isOver = tries >= maxAttempts;
  if (isOver) await notify(scope.tx, clock, createRefundStuckNotification(refund.id, refund.no, why));
  return changeRefund(scope, refund, {
    error: why,
    next_try_at: isOver ? null : scope.at + computeBackoff(tries),
  });
}

function wait(scope: TxContext, refund: StoredRefund, why: string): Promise<StoredRefund> {
  const tries = Math.min(refund.tries, maxPendingTries);
  return changeRefund(scope, refund, {
    tries,
    error: why.slice(0, 200),
    next_try_at: scope.at + computeBackoff(tries),
  });
}

const nothingLeft = { zh: '订单已全额退款', en: 'The order was refunded in full' } as const;

const getWord = (order: StoredOrder, refund: StoredRefund, note: string | null) => ({
  channel: refund.channel,
  kind: 'refund' as const,
  verified: true,
  eventId: refund.no,
  tradeNo: order.tradeNo,
  amount: refund.amount,
  currency: order.currency,
  raw: null,
  note,
  actorId: refund.row.created_by,
});

/**
 * Records that the money of a refund was returned: on the order, in the user's totals, and through the refund hooks. A full
 * refund also closes the user's open request. `appearance` states whether the gateway knows the refund by our number, so that it
 * can be queried about it in the next days.
 */
export async function completeRefund(
  scope: TxContext,
  { hooks, adapters }: OrderDeps,
  { products, locale }: OrderRules,
  { order, refund }: StartedRefund,
  { channelRefundNo, appearance = true }: { readonly channelRefundNo: string; readonly appearance?: boolean },
): Promise<StartedRefund> {
  const refunded = order.refunded + refund.amount;
  const isFullRefund = refunded === order.paid;
  const status = isFullRefund ? 'refunded' : 'partiallyRefunded';
  const fulfilStatus = isFullRefund && order.fulfilStatus === 'done' ? 'reversed' : order.fulfilStatus;
  // A delivered unit stays sold even after a refund. A unit that was never delivered returns to stock.
  const isUnsold = isFullRefund && order.fulfilStatus !== 'done';
  const own = isUnsold ? { stock_taken: 0 } : {};
  const after = await changeOrder(scope, order, { refunded, status, fulfil_status: fulfilStatus, ...own });
  if (order.fulfilStatus === 'done') await products.takeQuotas(scope, order, refund.amount);
  await recordEvent(scope, order.id, getWord(order, refund, null), 'applied');
  if (!order.testMoney) await countRefund(scope, hooks, after, refund);
  // The stock is released after all wallets are locked. Placing an order also locks users before products, so this avoids
  // deadlocks.
  if (isUnsold) await releaseStock(scope, order);
  if (isFullRefund) await closeRequest(scope, order.id, localize(nothingLeft, locale));
  const done = await changeRefund(scope, refund, {
    status: 'succeeded',
    channel_refund_no: channelRefundNo.slice(0, 64),
    error: null,
    finished_at: scope.at,
    next_try_at: null,
    next_look_at:
      appearance && adapters.get(refund.channel)?.reconcileRefund ? computeNextCheck(scope.at, scope.at) : null,
  });
  return { order: after, refund: done };
}

/** Reduces the user's totals and runs the refund hooks. Not called for test money, which was never counted. */
async function countRefund(
  scope: TxContext,
  hooks: OrderHooks,
  order: StoredOrder,
  refund: StoredRefund,
): Promise<void> {
  const { id, no, userId, paid, currency, refunded } = order;
  await scope.tx
    .updateTable('users')
    .set({ total_paid: sql`total_paid - ${refund.amount}` })
    .where('id', '=', userId)
    .where('paid_currency', '=', currency)
    .execute();
  const { no: refundNo, amount } = refund;
  const reported = { id, no, userId, paid, currency, refundNo, amount, refundedInAll: refunded };
  for (const hook of hooks.afterRefunded) await hook(scope, reported);
}

/** Records that the gateway rejected the refund for good: returns what was reclaimed and restores the status of the order. */
async function fail(
  scope: TxContext,
  { clock, adapters }: OrderDeps,
  rules: OrderRules,
  order: StoredOrder,
  refund: StoredRefund,
  why: string,
): Promise<StoredRefund> {
  await returnCredits(scope, order, refund);
  if (refund.reclaimedMs !== 0) await rules.products.giveTime(scope, order, refund.no, refund.reclaimedMs);
  const delivery = wasAwaitingDelivery(order, refund.orderStatus, rules) ? { next_fulfil_at: scope.at } : {};
  // The gateway may have rejected it because the payment was already refunded in its dashboard.
  const check = adapters.get(refund.channel)?.findRefunded ? { next_refund_check_at: scope.at } : {};
  await changeOrder(scope, order, { status: refund.orderStatus, ...delivery, ...check });
  await recordEvent(scope, order.id, getWord(order, refund, why.slice(0, 200)), 'failed');
  await notify(scope.tx, clock, createRefundStuckNotification(refund.id, refund.no, why));
  const error = why.slice(0, 200);
  return changeRefund(scope, refund, { status: 'failed', error, finished_at: scope.at, next_try_at: null });
}

/** Whether delivery was still pending. It is not for a late payment, or once all attempts were used up. */
function wasAwaitingDelivery(
  { latePaid, channel, fulfilTries }: StoredOrder,
  status: string,
  { pay }: OrderRules,
): boolean {
  if (status === 'paid') return !latePaid || channel === 'manual';
  return status === 'fulfilFailed' && fulfilTries < pay.fulfilTries;
}

async function returnCredits(scope: TxContext, order: StoredOrder, refund: StoredRefund): Promise<void> {
  for (const asset of ['coin', 'compute'] as const) {
    const amount = refund.reclaimed[asset];
    if (amount === 0) continue;
    const { expiresAt, capabilities } = await getLotTerms(scope, order.id, asset);
    // The part that became debt is returned as unrestricted credits: credits limited to some capabilities could not repay it.
    const owed = capabilities.length > 0 ? Math.min(amount, refund.row.shortfall ?? 0) : 0;
    const give = async (credits: number, key: string, only: readonly string[]) => {
      if (credits === 0) return;
      const lot = { source: 'refundReturn', sourceId: order.id, expiresAt, capabilities: only } as const;
      const operator = { kind: 'system', id: null } as const;
      const cause = { transactionId: key, cause: 'reversal', causeId: refund.no, operator } as const;
      await grant(scope, { userId: order.userId, asset, amount: credits, lot }, cause);
    };
    const key = `refund:${refund.no}:return:${asset}`;
    await give(owed, `${key}:owed`, []);
    await give(amount - owed, key, capabilities);
  }
}

interface LotTerms {
  /** UTC ms; null when the credits never expire. */
  readonly expiresAt: number | null;
  readonly capabilities: readonly string[];
}

/** Returns the earliest expiry and the capabilities of the order's own credits, which also limit returned credits. */
async function getLotTerms({ tx }: TxContext, orderId: number, asset: string): Promise<LotTerms> {
  const row = await tx
    .selectFrom('credit_lots')
    .select(['expires_at', 'capabilities'])
    .where('source', '=', 'order')
    .where('source_id', '=', orderId)
    .where('asset', '=', asset as Column<'credit_lots', 'asset'>)
    .orderBy(sql`case when expires_at is null then 1 else 0 end`)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  return {
    expiresAt: row?.expires_at === null || row === undefined ? null : row.expires_at,
    capabilities: typeof row?.capabilities === 'string' ? (JSON.parse(row.capabilities) as string[]) : [],
  };
}

/** Sends the refunds that are due. A failing refund does not block the others. Returns how many were processed. */
export async function sendDueRefunds(deps: OrderDeps): Promise<number> {
  const due = await deps.database.read
    .selectFrom('refunds')
    .select('id')
    .where('next_try_at', '<=', deps.clock())
    .where(isRetryDue(sending, deps.clock(), 'refunds.id'))
    .orderBy('next_try_at')
    .limit(batchSize)
    .execute();
  return processDue(deps, sending, due, (_, id) => sendRefund(deps, id));
}
