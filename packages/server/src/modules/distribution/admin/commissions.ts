import type { Operation } from '../../../platform/engine/operation.ts';
import { books, getPayeeId, reverseIncome } from '../incomes.ts';
import { lockPayee } from '../payee.ts';
import { createChangedResult, toTxContext } from './call-scope.ts';

/** All that is left of a commission is taken back; what took something back cannot be. */
export const reverseCommission: Operation = {
  async run(call) {
    const { row, caller, input } = call;
    const share = row ?? {};
    const scope = toTxContext(call);
    const payee = await lockPayee(scope, 'distributor', getPayeeId('distributor', share), String(share.currency));
    const by = caller.actor.id;
    await reverseIncome(scope, payee, share, 0, {
      ...{ kind: 'manual', sourceNo: 'manual', operator: { kind: 'admin', id: by }, reason: String(input.reason), by },
    });
    const after = await scope.tx
      .selectFrom(books.distributor.table)
      .selectAll()
      .where('id', '=', share.id)
      .executeTakeFirstOrThrow();
    return createChangedResult(call, after);
  },
};
