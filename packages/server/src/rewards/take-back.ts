import { reclaim } from '../money/debit.ts';
import type { NewLot } from '../money/lots.ts';
import type { Asset, MoneyScope, Operator } from '../money/posting.ts';

/** A reward that was given: in which lots, and by which posting. */
export interface GivenReward {
  readonly userId: number;
  readonly asset: Asset;
  readonly amount: number;
  readonly source: NewLot['source'];
  readonly sourceId: number;
  /** The natural key of the posting that gave it. */
  readonly transactionId: string;
}

export interface TakenBack {
  readonly taken: number;
  /** What was spent, held, or went into a debt. */
  readonly short: number;
}

/** What could be taken back of a reward now. */
export async function reclaimable(scope: Pick<MoneyScope, 'tx'>, reward: GivenReward): Promise<TakenBack> {
  const { free } = await lotsOf(scope, reward);
  const taken = Math.min(free, reward.amount);
  return { taken, short: reward.amount - taken };
}

/** Takes a reward back from its own lots, as far as it is still there; nobody comes to owe anything by it. */
export async function takeBack(
  scope: MoneyScope,
  reward: GivenReward,
  { causeId, operator, reason }: { readonly causeId: string; readonly operator: Operator; readonly reason: string },
): Promise<TakenBack> {
  if (reward.amount === 0) return { taken: 0, short: 0 };
  const { userId, asset, amount } = reward;
  const { lotIds } = await lotsOf(scope, reward);
  const reversalOf = await entryOf(scope, reward);
  const transactionId = `reversal:${reward.transactionId}`;
  const cause = { transactionId, cause: 'reversal', causeId, operator, reason, reversalOf } as const;
  const back = await reclaim(scope, { userId, asset, lotIds, amount, debtLimit: 0 }, cause);
  if (!back) throw new Error('a reward was taken back before');
  return { taken: back.taken, short: back.short };
}

async function lotsOf({ tx }: Pick<MoneyScope, 'tx'>, { userId, asset, source, sourceId }: GivenReward) {
  const rows = await tx
    .selectFrom('credit_lots')
    .select(['id', 'remaining', 'held'])
    .where('user_id', '=', userId)
    .where('asset', '=', asset)
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .execute();
  const free = rows.reduce((sum, row) => sum + Number(row.remaining) - Number(row.held), 0);
  return { lotIds: rows.map(({ id }) => Number(id)), free };
}

async function entryOf({ tx }: Pick<MoneyScope, 'tx'>, { transactionId }: GivenReward): Promise<number | null> {
  const row = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where('wallet_id', 'is not', null)
    .executeTakeFirst();
  return row ? Number(row.id) : null;
}
