import { type CurrencySum, commission, regionalIncome } from '@gantry/core';
import { isRetryDue, processDue, type RoundDeps } from '../../platform/jobs/sweep.ts';
import { lockRows } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { Operator } from '../ledger/index.ts';
import { getPayeeId, type Share, settleIncomes } from './order-shares.ts';
import { lockPayee, lockPayees } from './payee.ts';

/** Commissions that one round settles at most; the next round goes on. */
const atOnce = 500;
const settling = { resource: commission, action: 'settle' };

/** Settles commissions whose time has come, each once and in a transaction of its own, however late. Gives how many. */
export async function settleDueCommissions(deps: RoundDeps): Promise<number> {
  const { database, clock } = deps;
  const due = await database.read
    .selectFrom('commissions')
    .select('id')
    .where('status', '=', 'pending')
    .where('kind', '=', 'earned')
    .where('settle_at', '<=', clock())
    .where(isRetryDue(settling, clock(), 'commissions.id'))
    .orderBy('settle_at')
    .limit(atOnce)
    .execute();
  return processDue(deps, settling, due, (_, id) =>
    database.transaction((tx) => settleOne({ tx, dialect: database.dialect, at: clock() }, id)),
  );
}

/** Looks again under the lock: a refund may have taken it back, or another process been faster. Tells whether it settled it. */
async function settleOne(scope: TxContext, id: number): Promise<boolean> {
  const [row] = await lockRows(scope.tx, scope.dialect, commission, [id]);
  if (row?.status !== 'pending' || (row.settle_at ?? 0) > scope.at) return false;
  const payee = await lockPayee(scope, 'distributor', getPayeeId(row), row.currency ?? '');
  await settleIncomes(scope, payee, [row], { transactionId: `commission:${id}:settle`, causeId: `commission:${id}` });
  return true;
}

export interface SettledMonth {
  readonly agents: number;
  readonly incomes: number;
  /** In minor units; of incomes in several currencies, by currency. */
  readonly totals: readonly CurrencySum[];
}

/** Settles what every agent earned in a month, or one of them; done again, it finds nothing left to do. */
export async function settleMonth(
  scope: TxContext,
  month: string,
  operator: Operator,
  agentId: number | null = null,
): Promise<SettledMonth> {
  const everyone = scope.tx
    .selectFrom('regional_incomes')
    .select('id')
    .where('month', '=', month)
    .where('status', '=', 'pending')
    .where('kind', '=', 'earned');
  const found = await (agentId === null ? everyone : everyone.where('agent_id', '=', agentId)).execute();
  const rows = await lockRows(
    scope.tx,
    scope.dialect,
    regionalIncome,
    found.map(({ id }) => id),
  );
  const shares = rows.filter(({ status }) => status === 'pending');
  const agents = new Set(shares.map((row) => getPayeeId(row)));
  const currencies = [...new Set(shares.map((row) => row.currency ?? ''))].sort();
  for (const currency of currencies) {
    const inIt = shares.filter((row) => row.currency === currency);
    const ids = inIt.map((row) => getPayeeId(row));
    for (const payee of (await lockPayees(scope, 'agent', ids, currency)).values()) {
      const own = inIt.filter((row) => getPayeeId(row) === payee.id);
      await settleIncomes(scope, payee, own, naturalOf(payee.id, month, own), operator);
    }
  }
  const sumOf = (currency: string) => shares.reduce((sum, row) => sum + (row.currency === currency ? row.net : 0), 0);
  const totals = currencies.map((currency) => ({ currency, amount: sumOf(currency) }));
  return { agents: agents.size, incomes: shares.length, totals };
}

/**
 * An income is settled once, so the first of them tells a month's settlement from a later one of the same month.
 * @param own at least one, by id
 */
function naturalOf(agentId: number, month: string, own: readonly Share[]) {
  return {
    transactionId: `agent:${agentId}:month:${month}:${own[0]?.id}`,
    causeId: `agent:${agentId}:${month}`,
  };
}
