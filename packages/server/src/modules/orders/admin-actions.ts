import { ApiError, localize, order, paymentEvent, refund as refundResource } from '@gantry/core';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { getUnavailableReason, payInSandbox } from '../payments/index.ts';
import { closeOrder } from './expire-orders.ts';
import { fulfilOrder, settleOrder } from './fulfil-order.ts';
import { loadOrderRules, type OrderDeps, type OrderRules } from './order-deps.ts';
import {
  changeOrder,
  createFieldError,
  createOrderResult,
  findOrder,
  loadFreshOrder,
  words as rejections,
  requireLockedOrder,
  toTxContext,
  words,
} from './order-rows.ts';
import { applyPayment } from './payment/apply-payment.ts';
import { queryOrder } from './payment/query-gateway.ts';
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

/** Admin actions on orders and refunds. */
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

/** Books a payment that an admin saw arrive like a gateway notification, with the admin's evidence instead of a signature. */
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
      const image = typeof input.evidenceFile === 'string' ? input.evidenceFile : null;
      const stored = image ? await changeOrder(scope, after, { evidence_file: image }, caller.actor.id) : after;
      return createOrderResult(call, stored, { evidence, externalNo });
    },
    async after(call) {
      await settleOrder(deps, Number(call.id));
      return loadFreshOrder(call);
    },
  };
}

const close: Operation<'orders'> = {
  async run(call) {
    const { actor } = call.caller;
    const closed = await closeOrder(
      toTxContext(call),
      requireLockedOrder(call),
      String(call.input.closedReason),
      actor.id,
    );
    return createOrderResult(call, closed);
  },
};

/** Retries the delivery immediately. If it fails, automatic retries continue as before. */
function retryFulfillment(deps: OrderDeps): Operation<'orders'> {
  return {
    async run(call) {
      const scope = toTxContext(call);
      const waiting = { next_fulfil_at: scope.at };
      return createOrderResult(call, await changeOrder(scope, requireLockedOrder(call), waiting, call.caller.actor.id));
    },
    async after(call) {
      await fulfilOrder(deps, Number(call.id));
      return loadFreshOrder(call);
    },
  };
}

/** Queries the gateway after the transaction of the action, and books a payment that it reports in a separate transaction. */
function queryUpstream(deps: OrderDeps): Operation<'orders'> {
  return {
    maxPerCall: 20,
    async run(call) {
      const order = requireLockedOrder(call);
      if (!deps.adapters.get(order.channel)?.canQuery)
        throw createFieldError('payChannel', rejections.noQuery, call.caller.locale);
      const { resource, id, name } = call;
      return { data: { id: order.id, result: null }, audit: { resource: resource.name, resourceId: id, action: name } };
    },
    async after(call) {
      const { services, caller } = call;
      const order = await findOrder(services.database.read, { id: Number(call.id) });
      const adapter = deps.adapters.get(order.channel);
      if (!adapter) throw createFieldError('payChannel', rejections.noQuery, caller.locale);
      const result = await queryOrder(deps, adapter, order, caller.actor.id).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        throw new ApiError('busy', { message: localize(rejections.silent, caller.locale) });
      });
      const { status } = await findOrder(services.database.read, { id: order.id });
      const words = localize(paymentEvent.fields.result.options[result], caller.locale);
      return { id: order.id, result, words, status };
    },
  };
}

/** Pays at the sandbox gateway as a payer would, without sending the notification. */
function createSandboxPayOperation(deps: OrderDeps): Operation<'orders'> {
  return {
    async run(call) {
      const order = requireLockedOrder(call);
      const adapter = deps.adapters.get('sandbox');
      const why = adapter ? await getUnavailableReason(adapter) : null;
      if (order.channel !== 'sandbox') throw createFieldError('payChannel', rejections.sandbox, call.caller.locale);
      if (why) throw createFieldError('payChannel', why, call.caller.locale);
      const { resource, id, name } = call;
      return { data: { id: order.id }, audit: { resource: resource.name, resourceId: id, action: name } };
    },
    async after(call) {
      const { database, clock } = call.services;
      const { id, no, payable, currency, status } = await findOrder(database.read, { id: Number(call.id) });
      await payInSandbox(database, { orderNo: no, tradeNo: `SP${no}`, amount: payable, currency }, clock());
      return { id, tradeNo: `SP${no}`, status };
    },
  };
}
