import { Fault } from '@gantry/core';
import { applyPayment } from '../../orders/apply-payment.ts';
import { type OrderNeeds, type OrderRules, orderRules } from '../../orders/order-needs.ts';
import { changeOrder } from '../../orders/order-rows.ts';
import { settleOrder } from '../../orders/settle-order.ts';
import { transferKey } from '../../orders/transfer-key.ts';
import type { Operation } from '../../resources/operation.ts';
import { fieldFault, freshOrder, lockedOrder, orderResult, scopeOf, words } from './order-answers.ts';
import { transferNumber } from './transfer-number.ts';

/** Money that an admin saw come in: booked like a gateway’s word, with their evidence in place of a signature. */
export function markPaid(needs: OrderNeeds): Operation {
  return {
    prepare: () => orderRules(needs),
    async run(call, prepared) {
      const rules = prepared as OrderRules;
      const order = lockedOrder(call);
      const scope = scopeOf(call);
      const { input, caller } = call;
      const externalNo = transferNumber(input);
      if (externalNo === null) throw fieldFault('externalNo', words.transfer, caller.locale);
      const evidence = String(input.evidence);
      const { result, order: after } = await applyPayment(scope, needs, rules, order, {
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
      if (result === 'amountMismatch') throw fieldFault('paid', words.amount, caller.locale);
      if (result === 'tradeNoReused' || result === 'duplicate')
        throw fieldFault('externalNo', words.trade, caller.locale);
      if (result !== 'applied') throw new Fault('stateConflict', { data: { state: order.status } });
      const picture = typeof input.evidenceFile === 'string' ? input.evidenceFile : null;
      const kept = picture ? await changeOrder(scope, after, { evidence_file: picture }, caller.actor.id) : after;
      return orderResult(call, kept, { evidence, externalNo });
    },
    async after(call) {
      await settleOrder(needs, Number(call.id));
      return freshOrder(call);
    },
  };
}
