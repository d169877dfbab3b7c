import { books, payeeIdOf, takeBackIncome } from '../../distribution/incomes.ts';
import { lockPayee } from '../../distribution/payee.ts';
import type { Operation } from '../../resources/operation.ts';
import { changedResult, scopeOf } from './call-scope.ts';

/** All that is left of a commission is taken back; what took something back cannot be. */
export const reverseCommission: Operation = {
  async run(call) {
    const { row, caller, input } = call;
    const share = row ?? {};
    const scope = scopeOf(call);
    const payee = await lockPayee(scope, 'distributor', payeeIdOf('distributor', share), String(share.currency));
    const by = caller.actor.id;
    await takeBackIncome(scope, payee, share, 0, {
      ...{ kind: 'manual', sourceNo: 'manual', operator: { kind: 'admin', id: by }, reason: String(input.reason), by },
    });
    const after = await scope.tx
      .selectFrom(books.distributor.table)
      .selectAll()
      .where('id', '=', share.id)
      .executeTakeFirstOrThrow();
    return changedResult(call, after);
  },
};
