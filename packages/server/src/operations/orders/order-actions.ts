import { Fault, paymentEvent, say } from '@gantry/core';
import { closeOrder } from '../../orders/close-order.ts';
import { fulfilOrder } from '../../orders/fulfil-order.ts';
import type { OrderNeeds } from '../../orders/order-needs.ts';
import { changeOrder, findOrder } from '../../orders/order-rows.ts';
import { queryOrder } from '../../orders/query-gateway.ts';
import { payInSandbox } from '../../payments/sandbox-books.ts';
import { standingOf } from '../../payments/standing-of.ts';
import type { Operation } from '../../resources/operation.ts';
import { fieldFault, freshOrder, lockedOrder, orderResult, words as refusals, scopeOf } from './order-answers.ts';

export const close: Operation = {
  async run(call) {
    const { actor } = call.caller;
    const closed = await closeOrder(scopeOf(call), lockedOrder(call), String(call.input.closedReason), actor.id);
    return orderResult(call, closed);
  },
};

/** Delivers once more, now; a delivery that fails is tried again as before. */
export function retryFulfil(needs: OrderNeeds): Operation {
  return {
    async run(call) {
      const scope = scopeOf(call);
      const waiting = { next_fulfil_at: scope.at };
      return orderResult(call, await changeOrder(scope, lockedOrder(call), waiting, call.caller.actor.id));
    },
    async after(call) {
      await fulfilOrder(needs, Number(call.id));
      return freshOrder(call);
    },
  };
}

/** Asks the gateway, before the transaction; what it knows of is booked in one of its own. */
export function queryUpstream(needs: OrderNeeds): Operation {
  return {
    atOnce: 20,
    async run(call) {
      const order = lockedOrder(call);
      if (!needs.adapters.get(order.channel)?.canQuery)
        throw fieldFault('payChannel', refusals.noQuery, call.caller.locale);
      const { resource, id, name } = call;
      return { data: { id: order.id, result: null }, audit: { resource: resource.name, resourceId: id, action: name } };
    },
    async after(call) {
      const { services, caller } = call;
      const order = await findOrder(services.database.read, { id: Number(call.id) });
      const adapter = needs.adapters.get(order.channel);
      if (!adapter) throw fieldFault('payChannel', refusals.noQuery, caller.locale);
      const result = await queryOrder(needs, adapter, order, caller.actor.id).catch((error: unknown) => {
        if (error instanceof Fault) throw error;
        throw new Fault('busy', { message: say(refusals.silent, caller.locale) });
      });
      const { status } = await findOrder(services.database.read, { id: order.id });
      const words = say(paymentEvent.fields.result.options[result], caller.locale);
      return { id: order.id, result, words, status };
    },
  };
}

/** Pays at the sandbox gateway as a payer would, and lets the notice get lost. */
export function sandboxPay(needs: OrderNeeds): Operation {
  return {
    async run(call) {
      const order = lockedOrder(call);
      const adapter = needs.adapters.get('sandbox');
      const why = adapter ? await standingOf(adapter) : null;
      if (order.channel !== 'sandbox') throw fieldFault('payChannel', refusals.sandbox, call.caller.locale);
      if (why) throw fieldFault('payChannel', why, call.caller.locale);
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
