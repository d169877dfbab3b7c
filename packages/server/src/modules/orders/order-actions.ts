import { ApiError, localize, paymentEvent } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { listMemberships, payInSandbox } from '../payments/index.ts';
import { closeOrder } from './expire-orders.ts';
import { fulfilOrder } from './fulfil-order.ts';
import type { OrderDeps } from './order-needs.ts';
import {
  changeOrder,
  createFieldError,
  createOrderResult,
  findOrder,
  loadFreshOrder,
  words as rejections,
  requireLockedOrder,
  toTxContext,
} from './order-rows.ts';
import { queryOrder } from './payment/query-gateway.ts';

export const close: Operation<'orders'> = {
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

/** Delivers once more, now; a delivery that fails is tried again as before. */
export function retryFulfillment(deps: OrderDeps): Operation<'orders'> {
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

/** Asks the gateway, before the transaction; what it knows of is booked in one of its own. */
export function queryUpstream(deps: OrderDeps): Operation<'orders'> {
  return {
    atOnce: 20,
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

/** Pays at the sandbox gateway as a payer would, and lets the notice get lost. */
export function createSandboxPayOperation(deps: OrderDeps): Operation<'orders'> {
  return {
    async run(call) {
      const order = requireLockedOrder(call);
      const adapter = deps.adapters.get('sandbox');
      const why = adapter ? await listMemberships(adapter) : null;
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
