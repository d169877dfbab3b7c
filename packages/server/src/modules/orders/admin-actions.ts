import { ApiError, order, refund as refundResource } from '@gantry/core';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { settleOrder } from './fulfil-order.ts';
import { close, createSandboxPayOperation, queryUpstream, retryFulfillment } from './order-actions.ts';
import { loadOrderRules, type OrderDeps, type OrderRules } from './order-needs.ts';
import {
  changeOrder,
  createFieldError,
  createOrderResult,
  loadFreshOrder,
  requireLockedOrder,
  toTxContext,
  words,
} from './order-rows.ts';
import { applyPayment } from './payment/apply-payment.ts';
import {
  approveRefund,
  markPaidManually,
  previewApproval,
  previewRefund,
  refund,
  retryRefund,
} from './refunds/refund-actions.ts';
import { transferNumber } from './refunds/refund-rows.ts';
import { timeline } from './timeline.ts';
import { transferKey } from './transfer-key.ts';

/** What is done with orders and refunds by hand. */
export function createOrderOperations({ orders }: { readonly orders: OrderDeps }): Operations {
  return {
    [`${order.name}/timeline`]: timeline,
    [`${order.name}/markPaid`]: markPaid(orders),
    [`${order.name}/queryUpstream`]: queryUpstream(orders),
    [`${order.name}/retryFulfillment`]: retryFulfillment(orders),
    [`${order.name}/close`]: close,
    [`${order.name}/previewRefund`]: previewRefund(orders),
    [`${order.name}/refund`]: refund(orders),
    [`${order.name}/sandboxPay`]: createSandboxPayOperation(orders),
    [`${refundResource.name}/previewApprove`]: previewApproval(orders),
    [`${refundResource.name}/approve`]: approveRefund(orders),
    [`${refundResource.name}/retry`]: retryRefund(orders),
    [`${refundResource.name}/markPaidManually`]: markPaidManually,
  };
}

/** Money that an admin saw come in: booked like a gateway’s word, with their evidence in place of a signature. */
function markPaid(deps: OrderDeps): Operation<'orders'> {
  return {
    prepare: () => loadOrderRules(deps),
    async run(call, prepared) {
      const rules = prepared as OrderRules;
      const order = requireLockedOrder(call);
      const scope = toTxContext(call);
      const { input, caller } = call;
      const externalNo = transferNumber(input);
      if (externalNo === null) throw createFieldError('externalNo', words.transfer, caller.locale);
      const evidence = String(input.evidence);
      const { result, order: after } = await applyPayment(scope, deps, rules, order, {
        channel: 'manual',
        kind: 'manual',
        verified: true,
        eventId: transferKey({ channel: 'manual', number: externalNo }),
        tradeNo: externalNo,
        amount: Number(input.paid),
        currency: order.currency,
        paidAt: scope.at,
        raw: null,
        note: evidence,
        actorId: caller.actor.id,
      });
      if (result === 'amountMismatch') throw createFieldError('paid', words.amount, caller.locale);
      if (result === 'tradeNoReused' || result === 'duplicate')
        throw createFieldError('externalNo', words.trade, caller.locale);
      if (result !== 'applied') throw new ApiError('stateConflict', { data: { state: order.status } });
      const picture = typeof input.evidenceFile === 'string' ? input.evidenceFile : null;
      const stored = picture ? await changeOrder(scope, after, { evidence_file: picture }, caller.actor.id) : after;
      return createOrderResult(call, stored, { evidence, externalNo });
    },
    async after(call) {
      await settleOrder(deps, Number(call.id));
      return loadFreshOrder(call);
    },
  };
}
