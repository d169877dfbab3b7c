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
import { loadOrderRules, type OrderDeps, type OrderHooks, type OrderRules } from '../order-needs.ts';
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

/** What a refund would take back and what is missing of it; nothing is changed. */
export function previewRefund(deps: OrderDeps): Operation<'orders'> {
  return {
    prepare: () => loadOrderRules(deps),
    async run(call, prepared) {
      const order = requireLockedOrder(call);
      const amount = assertAmount(call, order, Number(call.input.amount));
      const openRequest = toldRequest(await openRequestOf(toTxContext(call), order.id));
      return { data: { ...(await previewOf(call, deps, prepared as OrderRules, order, amount)), openRequest } };
    },
  };
}

/** The same for a refund that a user asked for, by the requested amount unless told otherwise. */
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
      const data = await previewOf(call, deps, prepared as OrderRules, order, amount);
      return { data: { ...data, id: request.id, openRequest: toldRequest(request) } };
    },
  };
}

async function previewOf(
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

function toldRequest(request: StoredRefund | null): OpenRefundRequest | null {
  if (request === null) return null;
  const { id: requestId, no: requestNo, amount: requested, row } = request;
  return {
    ...{ requestId, requestNo, requested },
    requestReason: row.reason ?? '',
    requestedAt: row.created_at,
  };
}

/** Membership time is given in days, credits by their lots. */
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

/** Money that went back by hand has its number from the start, of no other refund; a gateway says its own. */
async function ownNo(
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

/** Takes back first, in one transaction with the refund’s record; then the gateway is asked for the money. */
export function refund(deps: OrderDeps): Operation<'orders'> {
  return {
    prepare: () => loadOrderRules(deps),
    async run(call, prepared) {
      const { input, caller } = call;
      const order = requireLockedOrder(call);
      const amount = assertAmount(call, order, Number(input.amount));
      const externalNo = await ownNo(call, order, null);
      const shortfall = String(input.shortfall ?? 'reject') as OnShortfall;
      const prompt = { amount, reason: String(input.reason), shortfall, externalNo, by: caller.actor.id };
      const started = await startRefund(toTxContext(call), prepared as OrderRules, order, prompt);
      const { no, amount: given, reclaimed, row } = started.refund;
      const stored = { refundNo: no, amount: given, ...reclaimed, shortfall: row.shortfall ?? 0 };
      return createOrderResult(call, started.order, stored);
    },
    async after(call) {
      await sendWaiting(deps, Number(call.id));
      return loadFreshOrder(call);
    },
  };
}

/** Agrees to a refund that a user asked for; from here on it goes as an admin's own. */
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
      const externalNo = await ownNo(call, order, request.id);
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

async function sendWaiting(deps: OrderDeps, orderId: number): Promise<void> {
  const waiting = await deps.database.read
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'processing')
    .execute();
  for (const { id } of waiting) await sendRefund(deps, id);
}

/** Whether it is the number of another refund, entered by an admin, now or before such numbers had a key, or sent by the gateway. */
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

/** Asks the gateway once more, under the same number; or records the number of a transfer that an admin saw. */
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
      const noted = (number: string) => ({
        channel_refund_no: number,
        transfer_key: transferKey({ channel: known.channel, number }),
      });
      const refund =
        externalNo === null ? known : await changeRefund(toTxContext(call), known, noted(externalNo), caller.actor.id);
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
 * Notes that who never got their refund was paid in another way: by one payment of its own, never one that another refund has.
 * Nothing is posted, the books had it as refunded.
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

/** Reckons as the refund itself does; nothing is written. */
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
