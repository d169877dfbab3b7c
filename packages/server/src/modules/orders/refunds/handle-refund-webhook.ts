import type { PaymentResult } from '@gantry/core';
import { notify } from '../../../platform/notifications/notify.ts';
import type { Column } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import type { RefundReport } from '../../payments/index.ts';
import { type HandledReversal, ignoredReversal, lockOrderPaidBy } from '../handle-dispute.ts';
import { createReversalNotification, refundCameBack, refundOdd } from '../notifications.ts';
import type { OrderDeps } from '../order-deps.ts';
import { lockOrder, type StoredOrder } from '../order-rows.ts';
import { type GatewayWord, recordEvent } from '../payment/record-event.ts';
import { changeReversal, explainedTotal, findReversal, insertReversal, type StoredReversal } from '../reversal-rows.ts';
import { changeRefund, lockRefund } from './refund-rows.ts';

/**
 * Handles a report about a refund without a number of this system, which was made in the gateway's dashboard. It is stored once,
 * even if several notifications report it, and booked afterwards. A failed one is not booked; if it fails after booking, it is
 * marked.
 */
async function handleOutsideRefund(
  scope: TxContext,
  deps: Pick<OrderDeps, 'clock'>,
  channel: string,
  reported: RefundReport,
  raw: string,
): Promise<HandledReversal> {
  const { refundNo, tradeNo, failure, detour, total = null } = reported;
  if (detour !== undefined || tradeNo === '' || (refundNo === null && total === null)) return ignoredReversal;
  const order = await lockOrderPaidBy(scope, channel, tradeNo);
  if (!order) return ignoredReversal;
  // Without a refund number, the payment's number and the refunded total identify the refund.
  const reference = (refundNo ?? `${tradeNo.slice(0, 48)}-${total}`).slice(0, 64);
  const report = { deps, channel, reported, raw, reference };
  const known = await findReversal(scope, { orderId: order.id, kind: 'refund', reference });
  if (failure !== null) return handleFailure(scope, report, order, known, failure);
  if (known !== null) return { ...toOrderFacts(order), result: 'duplicate' };
  // A reported total includes refunds of this system and all that were reported before.
  const unexplained = total === null ? null : total - (await explainedTotal(scope, order.id));
  if (reported.amount === null && unexplained !== null && unexplained < 1)
    return { ...toOrderFacts(order), result: 'duplicate' };
  return store(scope, report, order, reported.amount ?? unexplained);
}

/**
 * Handles the refunded total in a report about a refund of this system: what no known refund explains was refunded at the
 * gateway. Returns whether there is something to book.
 */
async function handleRefundTotal(
  scope: TxContext,
  deps: Pick<OrderDeps, 'clock'>,
  order: StoredOrder,
  reported: RefundReport,
  raw: string,
): Promise<boolean> {
  if (typeof reported.total !== 'number' || reported.tradeNo !== order.tradeNo) return false;
  const unnumbered = { ...reported, refundNo: null, amount: null };
  return (await handleOutsideRefund(scope, deps, order.channel, unnumbered, raw)).isOpen;
}

interface Report {
  readonly deps: Pick<OrderDeps, 'clock'>;
  readonly channel: string;
  readonly reported: RefundReport;
  readonly raw: string;
  readonly reference: string;
}

const toOrderFacts = ({ id, no }: StoredOrder) => ({ orderId: id, orderNo: no, isOpen: false });

async function store(
  scope: TxContext,
  report: Report,
  order: StoredOrder,
  amount: number | null,
): Promise<HandledReversal> {
  const { deps, channel, reported, reference } = report;
  const note = reported.refundNo ?? 'without a number';
  await record(scope, report, order, 'outside', amount, note, 'refundedOutside');
  await notify(scope.tx, deps.clock, createReversalNotification(order.id, order.no, note));
  // Without an amount nothing can be booked, and an admin must decide.
  if (amount === null) return { ...toOrderFacts(order), result: 'refundedOutside' };
  const { currency } = reported;
  const whose = { orderId: order.id, channel, kind: 'refund', reference, currency, reason: null } as const;
  await insertReversal(scope, { ...whose, status: 'pending', amount });
  return { ...toOrderFacts(order), result: 'refundedOutside', isOpen: true };
}

/** Handles a refund made at the gateway that failed, before or after it was reported as successful. */
async function handleFailure(
  scope: TxContext,
  report: Report,
  order: StoredOrder,
  known: StoredReversal | null,
  failure: string,
): Promise<HandledReversal> {
  const { deps, channel, reported, reference } = report;
  if (known === null) {
    const whose = { orderId: order.id, channel, kind: 'refund', reference, currency: reported.currency } as const;
    await insertReversal(scope, { ...whose, status: 'dismissed', amount: reported.amount, reason: failure });
  } else if (known.status === 'pending') {
    await changeReversal(scope, known, { status: 'dismissed', reason: failure.slice(0, 200), next_try_at: null });
  } else if (known.refundId === null || !(await markReturned(scope, deps, known.refundId, failure))) {
    return { ...toOrderFacts(order), result: 'duplicate' };
  }
  const isBooked = known?.status === 'booked';
  await record(scope, report, order, 'failed', reported.amount, failure, isBooked ? 'cameBack' : 'failed');
  return { ...toOrderFacts(order), result: isBooked ? 'cameBack' : 'failed' };
}

async function markReturned(
  scope: TxContext,
  { clock }: Pick<OrderDeps, 'clock'>,
  refundId: number,
  failure: string,
): Promise<boolean> {
  const refund = await lockRefund(scope, refundId);
  if (refund.status !== 'succeeded' || refund.row.came_back !== 'no') return false;
  const why = failure.slice(0, 200);
  await changeRefund(scope, refund, { status: 'returned', came_back: 'waiting', came_back_why: why });
  await notify(scope.tx, clock, refundCameBack(refund.id, refund.no, failure));
  return true;
}

function record(
  scope: TxContext,
  { channel, reported, raw, reference }: Report,
  order: StoredOrder,
  state: 'outside' | 'failed',
  amount: number | null,
  note: string,
  result: 'refundedOutside' | 'cameBack' | 'failed',
): Promise<void> {
  const { tradeNo, currency } = reported;
  const word = { channel, kind: 'refund', verified: true, tradeNo, amount, currency, actorId: null } as const;
  return recordEvent(scope, order.id, { ...word, eventId: `${reference}:${state}`, raw, note }, result);
}

/** The result of a gateway's report about a refund. */
export interface ReportedRefund {
  readonly result: PaymentResult;
  readonly orderId: number | null;
  readonly orderNo: string | null;
  /** Whether there is something left to do: the refund is in progress here, or a reversal must be booked. */
  readonly isOpen: boolean;
}

/**
 * Handles a gateway's report about a refund.
 * - In progress: the caller queries the gateway, as the job would.
 * - Completed, but did not reach the payer: the ledger stays unchanged. The refund is marked as returned, and admins are notified
 * to pay the payer in another way.
 * - Reached the payer by another route: it is recorded, and no action is needed.
 * - Amount, currency or payment differ from the refund: nothing changes, and admins are notified.
 * - Unknown to this system: it was made at the gateway.
 */
export async function handleRefundWebhook(
  scope: TxContext,
  deps: Pick<OrderDeps, 'clock'>,
  channel: string,
  reported: RefundReport,
  raw: string,
): Promise<ReportedRefund> {
  const { tx } = scope;
  const { clock } = deps;
  const ours = tx
    .selectFrom('refunds')
    .select(['id', 'order_id'])
    .where('channel', '=', channel as Column<'refunds', 'channel'>);
  const known =
    reported.refundNo === null ? undefined : await ours.where('no', '=', reported.refundNo).executeTakeFirst();
  const order = known ? await lockOrder(scope, { id: known.order_id }) : null;
  if (!known || !order) return handleOutsideRefund(scope, deps, channel, reported, raw);
  const refund = await lockRefund(scope, known.id);
  const isMore = await handleRefundTotal(scope, deps, order, reported, raw);
  const received = { orderId: order.id, orderNo: order.no, isOpen: isMore || refund.status === 'processing' };
  const { eventId, tradeNo, currency, failure, detour = null } = reported;
  const amount = reported.amount ?? refund.amount;
  const word = { channel, kind: 'refund', verified: true, eventId, tradeNo, amount, currency, actorId: null } as const;
  const recordResult = async (result: PaymentResult): Promise<ReportedRefund> => {
    await recordEvent(scope, order.id, { ...word, raw, note: failure }, result);
    return { ...received, result };
  };
  const isOurs = amount === refund.amount && currency === order.currency && tradeNo === order.tradeNo;
  if (!isOurs) {
    await notify(tx, clock, refundOdd(refund.id, refund.no));
    return { ...(await recordResult('amountMismatch')), isOpen: isMore };
  }
  const isNewFailure = failure !== null && refund.status === 'succeeded' && refund.row.came_back === 'no';
  if (detour !== null)
    return { ...received, result: await recordDetour(scope, order.id, refund.no, { ...word, raw, note: detour }) };
  if (!isNewFailure) return { ...received, result: 'duplicate' };
  const why = failure.slice(0, 200);
  await changeRefund(scope, refund, { status: 'returned', came_back: 'waiting', came_back_why: why });
  await notify(tx, clock, refundCameBack(refund.id, refund.no, failure));
  return recordResult('cameBack');
}

/** Records once that a refund reached its payer by another route, regardless of how often or how that is reported. */
async function recordDetour(
  scope: TxContext,
  orderId: number,
  refundNo: string,
  word: GatewayWord,
): Promise<PaymentResult> {
  const eventId = `${refundNo}:rerouted`;
  const known = scope.tx.selectFrom('payment_events').select('id').where('order_id', '=', orderId);
  if (await known.where('event_id', '=', eventId).executeTakeFirst()) return 'duplicate';
  await recordEvent(scope, orderId, { ...word, eventId }, 'rerouted');
  return 'rerouted';
}
