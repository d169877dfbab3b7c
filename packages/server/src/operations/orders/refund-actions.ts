import { Fault, formatFen, type OpenRefundRequest, refund as refundResource } from '@gantry/core';
import { sql } from 'kysely';
import type { MoneyScope } from '../../money/posting.ts';
import { type OrderNeeds, type OrderRules, orderRules } from '../../orders/order-needs.ts';
import { findOrder, lockOrder, type StoredOrder } from '../../orders/order-rows.ts';
import { planReclaim, type ReclaimPart } from '../../orders/reclaim-plan.ts';
import { refundOutlook } from '../../orders/refund-outlook.ts';
import { changeRefund, refundOf, type StoredRefund } from '../../orders/refund-rows.ts';
import { openRequestOf } from '../../orders/request-refund.ts';
import { sendRefund } from '../../orders/send-refund.ts';
import { isRefundable, type OnShortfall, refundRefusal, startRefund } from '../../orders/start-refund.ts';
import { bareNumber, isTransferTaken, transferKey } from '../../orders/transfer-key.ts';
import { changedDraft, differing } from '../../resources/changes.ts';
import type { Operation, OperationCall } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import { fieldFault, freshOrder, lockedOrder, orderResult, scopeOf, words } from './order-answers.ts';
import { transferNumber } from './transfer-number.ts';

const dayMs = 86_400_000;

function assertAmount({ caller }: OperationCall, order: StoredOrder, amount: number): number {
  const against = refundRefusal(order, amount);
  if (against === null) return amount;
  const left = formatFen(order.paid - order.refunded, caller.locale, order.currency);
  const { zh, en } = words[against];
  throw fieldFault('amount', { zh: `${zh}（${left}）`, en: `${en} (${left})` }, caller.locale);
}

/** What a refund would take back and what is missing of it; nothing is changed. */
export function refundPreview(needs: OrderNeeds): Operation {
  return {
    prepare: () => orderRules(needs),
    async run(call, prepared) {
      const order = lockedOrder(call);
      const amount = assertAmount(call, order, Number(call.input.amount));
      const openRequest = toldRequest(await openRequestOf(scopeOf(call), order.id));
      return { data: { ...(await previewOf(call, prepared as OrderRules, order, amount)), openRequest } };
    },
  };
}

/** The same for a refund that a user asked for, by the requested amount unless told otherwise. */
export function previewApproval(needs: OrderNeeds): Operation {
  return {
    prepare: () => orderRules(needs),
    async run(call, prepared) {
      const { input, caller, row } = call;
      const request = refundOf(row ?? {});
      const order = await findOrder(call.tx, { id: request.orderId });
      if (!isRefundable(order)) throw new Fault('stateConflict', { data: { state: order.status } });
      if (Number(input.amount ?? 0) > request.amount) throw fieldFault('amount', words.asked, caller.locale);
      const amount = assertAmount(call, order, Number(input.amount ?? request.amount));
      const data = await previewOf(call, prepared as OrderRules, order, amount);
      return { data: { ...data, id: request.id, openRequest: toldRequest(request) } };
    },
  };
}

async function previewOf(call: OperationCall, rules: OrderRules, order: StoredOrder, amount: number) {
  const { parts, ...plan } = await planReclaim(scopeOf(call), rules, order, amount, false);
  const outlook = await refundOutlook(scopeOf(call), rules, order, amount);
  const [refundable, delivered] = [order.paid - order.refunded, order.fulfilStatus === 'done'];
  const { id, currency } = order;
  return { id, currency, refundable, delivered, ...plan, parts: parts.map(toldPart), ...outlook };
}

function toldRequest(request: StoredRefund | null): OpenRefundRequest | null {
  if (request === null) return null;
  const { id: requestId, no: requestNo, amount: requested, row } = request;
  return {
    ...{ requestId, requestNo, requested },
    requestReason: String(row.reason ?? ''),
    requestedAt: Number(row.created_at),
  };
}

/** Membership time is told in days, points by their lots. */
function toldPart({ asset, granted, toReclaim, reclaimable, shortfall, lots }: ReclaimPart) {
  const told = (value: number) => (asset === 'time' ? Math.round(value / dayMs) : value);
  return {
    asset: asset === 'time' ? 'days' : asset,
    granted: told(granted),
    toReclaim: told(toReclaim),
    reclaimable: told(reclaimable),
    shortfall: told(shortfall),
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
  if (number === null) throw fieldFault('externalNo', words.transfer, caller.locale);
  if (await isTransferTaken(scopeOf({ tx, services }), { channel, number }, refundId))
    throw fieldFault('externalNo', words.taken, caller.locale);
  return number;
}

/** Takes back first, in one transaction with the refund’s record; then the gateway is asked for the money. */
export function refund(needs: OrderNeeds): Operation {
  return {
    prepare: () => orderRules(needs),
    async run(call, prepared) {
      const { input, caller } = call;
      const order = lockedOrder(call);
      const amount = assertAmount(call, order, Number(input.amount));
      const externalNo = await ownNo(call, order, null);
      const shortfall = String(input.shortfall ?? 'refuse') as OnShortfall;
      const ask = { amount, reason: String(input.reason), shortfall, externalNo, by: caller.actor.id };
      const started = await startRefund(scopeOf(call), prepared as OrderRules, order, ask);
      const { no, amount: given, reclaimed, row } = started.refund;
      const kept = { refundNo: no, amount: given, ...reclaimed, shortfall: Number(row.shortfall) };
      return orderResult(call, started.order, kept);
    },
    async after(call) {
      await sendWaiting(needs, Number(call.id));
      return freshOrder(call);
    },
  };
}

/** Agrees to a refund that a user asked for; from here on it goes as an admin's own. */
export function approveRefund(needs: OrderNeeds): Operation {
  return {
    prepare: () => orderRules(needs),
    async run(call, prepared) {
      const { input, caller, row, tx, services } = call;
      const request = refundOf(row ?? {});
      const scope = scopeOf(call);
      const order = await lockOrder(scope, { id: request.orderId });
      if (!order) throw new Fault('notFound');
      if (Number(input.amount ?? 0) > request.amount) throw fieldFault('amount', words.asked, caller.locale);
      const amount = assertAmount(call, order, Number(input.amount ?? request.amount));
      const externalNo = await ownNo(call, order, request.id);
      const shortfall = String(input.shortfall ?? 'refuse') as OnShortfall;
      const ask = { amount, reason: String(request.row.reason), shortfall, externalNo, by: caller.actor.id, request };
      const { refund } = await startRefund(scope, prepared as OrderRules, order, ask);
      const data = await presentRow(services, tx, refundResource, refund.row, caller);
      return { data, audit: changedDraft(refundResource, call.name, row ?? {}, differing(row ?? {}, refund.row)) };
    },
    async after(call) {
      const { services, caller, id } = call;
      const sent = await sendRefund(needs, Number(id));
      return presentRow(services, services.database.read, refundResource, sent.row, caller);
    },
  };
}

async function sendWaiting(needs: OrderNeeds, orderId: number): Promise<void> {
  const waiting = await needs.database.read
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'processing')
    .execute();
  for (const { id } of waiting) await sendRefund(needs, Number(id));
}

/** Is it the number of another refund, whether somebody typed it, now or before such numbers had a key, or the gateway said it? */
async function isRefundNoTaken(scope: MoneyScope, { id, channel }: StoredRefund, number: string): Promise<boolean> {
  if (await isTransferTaken(scope, { channel, number }, id)) return true;
  const others = scope.tx.selectFrom('refunds').select('id').where('channel', '=', channel).where('id', '<>', id);
  const theirs = sql<string>`upper(replace(channel_refund_no, ' ', ''))`;
  return (await others.where(theirs, '=', bareNumber(number)).executeTakeFirst()) !== undefined;
}

/** Asks the gateway once more, under the same number; or notes the number under which somebody saw the money go back. */
export function retryRefund(needs: OrderNeeds): Operation {
  return {
    async run(call) {
      const { name, row, tx, services, caller, input } = call;
      const known = refundOf(row ?? {});
      const externalNo = transferNumber(input);
      if (externalNo !== null && known.channel !== 'epay')
        throw fieldFault('externalNo', words.ownNumbers, caller.locale);
      if (externalNo !== null && (await isRefundNoTaken(scopeOf(call), known, externalNo)))
        throw fieldFault('externalNo', words.taken, caller.locale);
      const noted = (number: string) => ({
        channel_refund_no: number,
        transfer_key: transferKey({ channel: known.channel, number }),
      });
      const refund =
        externalNo === null ? known : await changeRefund(scopeOf(call), known, noted(externalNo), caller.actor.id);
      const data = await presentRow(services, tx, refundResource, refund.row, caller);
      return { data, audit: changedDraft(refundResource, name, row ?? {}, differing(row ?? {}, refund.row)) };
    },
    async after({ services, caller, id }) {
      const sent = await sendRefund(needs, Number(id));
      return presentRow(services, services.database.read, refundResource, sent.row, caller);
    },
  };
}

/**
 * Notes that who never got their refund was paid in another way: by one payment of its own, never one that another refund has.
 * Nothing is posted, the books had it as refunded.
 */
export const settleOtherwise: Operation = {
  async run(call) {
    const { name, row, tx, services, caller, input } = call;
    const known = refundOf(row ?? {});
    const handPaidNo = transferNumber(input);
    if (handPaidNo === null) throw fieldFault('externalNo', words.transfer, caller.locale);
    const payment = { channel: 'manual', number: handPaidNo };
    if (await isTransferTaken(scopeOf(call), payment, known.id))
      throw fieldFault('externalNo', words.taken, caller.locale);
    const cells = { status: 'succeeded', came_back: 'settled', hand_paid_no: handPaidNo };
    const kept = { ...cells, transfer_key: transferKey(payment) };
    const refund = await changeRefund(scopeOf(call), known, kept, caller.actor.id);
    const data = await presentRow(services, tx, refundResource, refund.row, caller);
    const draft = changedDraft(refundResource, name, row ?? {}, differing(row ?? {}, refund.row));
    return { data, audit: { ...draft, reason: String(input.reason) } };
  },
};
