import {
  ApiError,
  formatFen,
  type OpenRefundRequest,
  type RefundPreviewAnswer,
  refund as refundResource,
} from '@gantry/core';
import { sql } from 'kysely';
import { createChangedDraft, pickDiffering } from '../../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import type { Column } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { dayMs } from '../../memberships/index.ts';
import { loadOrderRules, type OrderDeps, type OrderHooks, type OrderRules } from '../order-deps.ts';
import {
  createFieldError,
  createOrderResult,
  findOrder,
  loadFreshOrder,
  lockOrder,
  requireLockedOrder,
  type StoredOrder,
  toTxContext,
  words,
} from '../order-rows.ts';
import { isTransferTaken, normalizeNumber, transferKey } from '../transfer-key.ts';
import { planReclaim, type ReclaimPart } from './reclaim-plan.ts';
import { changeRefund, type StoredRefund, toRefund, transferNumber } from './refund-rows.ts';
import { sendRefund } from './send-refund.ts';
import { checkRefund, isRefundable, type OnShortfall, openRequestOf, startRefund } from './start-refund.ts';

function assertAmount({ caller }: OperationCall, order: StoredOrder, amount: number): number {
  const against = checkRefund(order, amount);
  if (against === null) return amount;
  const left = formatFen(order.paid - order.refunded, caller.locale, order.currency);
  const { zh, en } = words[against];
  throw createFieldError('amount', { zh: `${zh}（${left}）`, en: `${en} (${left})` }, caller.locale);
}

/** Previews what a refund reclaims and its shortfall, without changing anything. */
export function previewRefund(deps: OrderDeps): Operation<'orders'> {
  return {
    prepare: () => loadOrderRules(deps),
    async run(call, prepared) {
      const order = requireLockedOrder(call);
      const amount = assertAmount(call, order, Number(call.input.amount));
      const openRequest = toOpenRequest(await openRequestOf(toTxContext(call), order.id));
      return { data: { ...(await createPreview(call, deps, prepared as OrderRules, order, amount)), openRequest } };
    },
  };
}

/** Previews the approval of a user's refund request, by default for the requested amount. */
export function previewApproval(deps: OrderDeps): Operation<'refunds'> {
  return {
    prepare: () => loadOrderRules(deps),
    async run(call, prepared) {
      const { input, caller, row } = call;
      const request = toRefund(row);
      const order = await findOrder(call.tx, { id: request.orderId });
      if (!isRefundable(order)) throw new ApiError('stateConflict', { data: { state: order.status } });
      if (Number(input.amount ?? 0) > request.amount) throw createFieldError('amount', words.requested, caller.locale);
      const amount = assertAmount(call, order, Number(input.amount ?? request.amount));
      const data = await createPreview(call, deps, prepared as OrderRules, order, amount);
      return { data: { ...data, id: request.id, openRequest: toOpenRequest(request) } };
    },
  };
}

async function createPreview(
  call: OperationCall,
  { hooks }: OrderDeps,
  rules: OrderRules,
  order: StoredOrder,
  amount: number,
) {
  const { parts, ...plan } = await planReclaim(toTxContext(call), rules, order, amount, false);
  const preview = await computeRefundPreview(toTxContext(call), hooks, rules, order, amount);
  const [refundable, delivered] = [order.paid - order.refunded, order.fulfilStatus === 'done'];
  const { id, currency } = order;
  return { id, currency, refundable, delivered, ...plan, parts: parts.map(toReclaimLine), ...preview };
}

function toOpenRequest(request: StoredRefund | null): OpenRefundRequest | null {
  if (request === null) return null;
  const { id: requestId, no: requestNo, amount: requested, row } = request;
  return {
    ...{ requestId, requestNo, requested },
    requestReason: row.reason ?? '',
    requestedAt: row.created_at,
  };
}

/** Converts a part for the response: membership time in days, credits with their lots. */
function toReclaimLine({ asset, granted, toReclaim, reclaimable, shortfall, lots }: ReclaimPart) {
  const reported = (value: number) => (asset === 'time' ? Math.round(value / dayMs) : value);
  return {
    asset: asset === 'time' ? 'days' : asset,
    granted: reported(granted),
    toReclaim: reported(toReclaim),
    reclaimable: reported(reclaimable),
    shortfall: reported(shortfall),
    lots: lots.map(({ id, amount, remaining, held, expiresAt }) => ({
      lot: id,
      given: amount,
      remaining,
      held,
      expiresAt,
    })),
  };
}

/**
 * Returns the entered transfer number of a manual refund, which must not belong to another refund. Returns null for a gateway,
 * which reports its own number.
 */
async function requireTransferNo(
  { tx, services, caller, input }: OperationCall,
  { channel }: StoredOrder,
  refundId: number | null,
): Promise<string | null> {
  if (channel !== 'manual') return null;
  const number = transferNumber(input);
  if (number === null) throw createFieldError('externalNo', words.transfer, caller.locale);
  if (await isTransferTaken(toTxContext({ tx, services }), { channel, number }, refundId))
    throw createFieldError('externalNo', words.taken, caller.locale);
  return number;
}

/** Reclaims benefits and stores the refund in one transaction, then requests the refund from the gateway. */
export function refund(deps: OrderDeps): Operation<'orders'> {
  return {
    prepare: () => loadOrderRules(deps),
    async run(call, prepared) {
      const { input, caller } = call;
      const order = requireLockedOrder(call);
      const amount = assertAmount(call, order, Number(input.amount));
      const externalNo = await requireTransferNo(call, order, null);
      const shortfall = String(input.shortfall ?? 'reject') as OnShortfall;
      const prompt = { amount, reason: String(input.reason), shortfall, externalNo, by: caller.actor.id };
      const started = await startRefund(toTxContext(call), prepared as OrderRules, order, prompt);
      const { no, amount: given, reclaimed, row } = started.refund;
      const stored = { refundNo: no, amount: given, ...reclaimed, shortfall: row.shortfall ?? 0 };
      return createOrderResult(call, started.order, stored);
    },
    async after(call) {
      await sendPendingRefunds(deps, Number(call.id));
      return loadFreshOrder(call);
    },
  };
}

/** Approves a user's refund request, which then continues like a refund by an admin. */
export function approveRefund(deps: OrderDeps): Operation<'refunds'> {
  return {
    prepare: () => loadOrderRules(deps),
    async run(call, prepared) {
      const { input, caller, row, tx, services } = call;
      const request = toRefund(row);
      const scope = toTxContext(call);
      const order = await lockOrder(scope, { id: request.orderId });
      if (!order) throw new ApiError('notFound');
      if (Number(input.amount ?? 0) > request.amount) throw createFieldError('amount', words.requested, caller.locale);
      const amount = assertAmount(call, order, Number(input.amount ?? request.amount));
      const externalNo = await requireTransferNo(call, order, request.id);
      const shortfall = String(input.shortfall ?? 'reject') as OnShortfall;
      const prompt = {
        amount,
        reason: String(request.row.reason),
        shortfall,
        externalNo,
        by: caller.actor.id,
        request,
      };
      const { refund } = await startRefund(scope, prepared as OrderRules, order, prompt);
      const data = await presentRow(services, tx, refundResource, refund.row, caller);
      return {
        data,
        audit: createChangedDraft(refundResource, call.name, row, pickDiffering(row, refund.row)),
      };
    },
    async after(call) {
      const { services, caller, id } = call;
      const sent = await sendRefund(deps, Number(id));
      return presentRow(services, services.database.read, refundResource, sent.row, caller);
    },
  };
}

async function sendPendingRefunds(deps: OrderDeps, orderId: number): Promise<void> {
  const waiting = await deps.database.read
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'processing')
    .execute();
  for (const { id } of waiting) await sendRefund(deps, id);
}

/**
 * Whether a number belongs to another refund. Also compares stored numbers without a transfer key: those that gateways sent and
 * those that were entered before the key existed.
 */
async function isRefundNoTaken(scope: TxContext, { id, channel }: StoredRefund, number: string): Promise<boolean> {
  if (await isTransferTaken(scope, { channel, number }, id)) return true;
  const others = scope.tx
    .selectFrom('refunds')
    .select('id')
    .where('channel', '=', channel as Column<'refunds', 'channel'>)
    .where('id', '<>', id);
  const theirs = sql<string>`upper(replace(channel_refund_no, ' ', ''))`;
  return (await others.where(theirs, '=', normalizeNumber(number)).executeTakeFirst()) !== undefined;
}

/** Repeats the request to the gateway with the same refund number, after recording a transfer number if the admin entered one. */
export function retryRefund(deps: OrderDeps): Operation<'refunds'> {
  return {
    async run(call) {
      const { name, row, tx, services, caller, input } = call;
      const known = toRefund(row);
      const externalNo = transferNumber(input);
      if (externalNo !== null && known.channel !== 'epay')
        throw createFieldError('externalNo', words.ownNumbers, caller.locale);
      if (externalNo !== null && (await isRefundNoTaken(toTxContext(call), known, externalNo)))
        throw createFieldError('externalNo', words.taken, caller.locale);
      const createExternalNote = (number: string) => ({
        channel_refund_no: number,
        transfer_key: transferKey({ channel: known.channel, number }),
      });
      const refund =
        externalNo === null
          ? known
          : await changeRefund(toTxContext(call), known, createExternalNote(externalNo), caller.actor.id);
      const data = await presentRow(services, tx, refundResource, refund.row, caller);
      return { data, audit: createChangedDraft(refundResource, name, row, pickDiffering(row, refund.row)) };
    },
    async after({ services, caller, id }) {
      const sent = await sendRefund(deps, Number(id));
      return presentRow(services, services.database.read, refundResource, sent.row, caller);
    },
  };
}

/**
 * Records that a payer who did not receive a refund was paid by a manual transfer, whose number must not belong to another
 * refund. It writes no ledger entries, because the ledger already shows the order as refunded.
 */
export const markPaidManually: Operation<'refunds'> = {
  async run(call) {
    const { name, row, tx, services, caller, input } = call;
    const known = toRefund(row);
    const handPaidNo = transferNumber(input);
    if (handPaidNo === null) throw createFieldError('externalNo', words.transfer, caller.locale);
    const payment = { channel: 'manual', number: handPaidNo };
    if (await isTransferTaken(toTxContext(call), payment, known.id))
      throw createFieldError('externalNo', words.taken, caller.locale);
    const cells = { status: 'succeeded', came_back: 'settled', hand_paid_no: handPaidNo };
    const stored = { ...cells, transfer_key: transferKey(payment) };
    const refund = await changeRefund(toTxContext(call), known, stored, caller.actor.id);
    const data = await presentRow(services, tx, refundResource, refund.row, caller);
    const draft = createChangedDraft(refundResource, name, row, pickDiffering(row, refund.row));
    return { data, audit: { ...draft, reason: String(input.reason) } };
  },
};

/** Computes the effects of a refund exactly as the refund does, without writing. */
async function computeRefundPreview(
  scope: TxContext,
  { previewRefund }: OrderHooks,
  { products }: Pick<OrderRules, 'products'>,
  order: StoredOrder,
  amount: number,
): Promise<RefundPreviewAnswer> {
  const delivered = order.fulfilStatus === 'done';
  const membership = delivered ? await products.previewMembership(scope, order, amount) : null;
  const reported = { id: order.id, paid: order.paid, refundedInAll: order.refunded + amount };
  const takenMs = membership === null ? 0 : membership.takenMs;
  return {
    membershipDays: takenMs === null ? null : Math.round(takenMs / dayMs),
    membershipEnds: membership?.ends ?? false,
    membershipUntil: membership?.endAt ?? null,
    quotas: membership?.quotas ?? [],
    ...(await previewRefund(scope, reported)),
  };
}
