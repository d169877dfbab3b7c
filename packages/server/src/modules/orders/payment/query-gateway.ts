import type { PaymentResult } from '@gantry/core';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import type { PaymentAdapter, QueryAnswer } from '../../payments/index.ts';
import { settleOrder } from '../fulfil-order.ts';
import { loadOrderRules, type OrderDeps } from '../order-deps.ts';
import { lockOrder, type StoredOrder } from '../order-rows.ts';
import { applyPayment } from './apply-payment.ts';
import { type GatewayWord, recordConflict, recordEvent } from './record-event.ts';

/** Queries the gateway for an order. Throws when the gateway does not answer. */
function queryGateway(adapter: PaymentAdapter, order: StoredOrder): Promise<QueryAnswer> {
  const { no, payable, currency, productName, expiresAt, payMethod: method } = order;
  return adapter.query({ no, amount: payable, currency, title: productName, expiresAt, method });
}

/**
 * Queries the gateway for an order and books the payment that it reports. A query by an admin is recorded even when there is no
 * payment; a query by the job, which runs every half minute, is not.
 */
export async function queryOrder(
  deps: OrderDeps,
  adapter: PaymentAdapter,
  order: StoredOrder,
  actorId: number | null,
): Promise<PaymentResult> {
  const { database, clock } = deps;
  const rules = await loadOrderRules(deps);
  const answer = await queryGateway(adapter, order);
  const result = await database.transaction((tx) => {
    const scope: TxContext = { tx, dialect: database.dialect, at: clock() };
    return applyAnswer(scope, answer, actorId);
  });
  if (result === 'applied') await settleOrder(deps, order.id);
  return result;

  async function applyAnswer(scope: TxContext, received: QueryAnswer, by: number | null): Promise<PaymentResult> {
    const { payment, raw } = received;
    const word: GatewayWord = {
      channel: adapter.channel,
      kind: 'query',
      verified: true,
      eventId: payment?.eventId ?? null,
      tradeNo: payment?.tradeNo ?? null,
      amount: payment?.amount ?? null,
      currency: payment?.currency ?? null,
      raw,
      note: null,
      actorId: by,
    };
    if (!payment && received.conflict !== undefined)
      return recordConflict(scope, deps, order, { ...word, note: received.conflict });
    if (!payment) {
      if (by !== null) await recordEvent(scope, order.id, word, 'notPaid');
      return 'notPaid';
    }
    const locked = await lockOrder(scope, { id: order.id });
    if (!locked) throw new Error('an order is gone');
    return (await applyPayment(scope, deps, rules, locked, { ...word, ...payment })).result;
  }
}
