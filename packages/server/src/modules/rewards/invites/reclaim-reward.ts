import { sql } from 'kysely';
import type { Reader } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { type Asset, type NewLot, type Operator, reclaim } from '../../ledger/index.ts';

/** A granted reward: its lots and its posting. */
export interface GivenReward {
  readonly userId: number;
  readonly asset: Asset;
  readonly amount: number;
  readonly source: NewLot['source'];
  readonly sourceId: number;
  /** The natural key of the posting that granted it. */
  readonly transactionId: string;
}

export interface TimeReclaimed {
  readonly taken: number;
  /** What was spent, held, or used to repay a debt. */
  readonly short: number;
}

type RewardLots = Pick<GivenReward, 'userId' | 'asset' | 'source' | 'sourceId'>;

const toLotKey = ({ userId, asset, source, sourceId }: RewardLots) => `${userId} ${asset} ${source} ${sourceId}`;

/** Returns a function that tells how much of each of these rewards can be reclaimed now, with one query for all of them. */
export async function createReclaimableCheck(
  { tx }: { readonly tx: Reader },
  rewards: readonly GivenReward[],
): Promise<(reward: GivenReward) => TimeReclaimed> {
  const each = <K extends keyof GivenReward>(name: K) => [...new Set(rewards.map((reward) => reward[name]))];
  const query = tx
    .selectFrom('credit_lots')
    .select(['user_id', 'asset', 'source', 'source_id', ({ fn }) => fn.sum<number>(sql`remaining - held`).as('free')])
    .where('user_id', 'in', each('userId'))
    .where('source', 'in', each('source'))
    .where('source_id', 'in', each('sourceId'))
    .groupBy(['user_id', 'asset', 'source', 'source_id']);
  const rows = rewards.length > 0 ? await query.execute() : [];
  const free = new Map(
    rows.map((row) => {
      const lots = {
        userId: row.user_id,
        asset: row.asset,
        source: row.source,
        sourceId: row.source_id ?? 0,
      };
      return [toLotKey(lots as RewardLots), row.free];
    }),
  );
  return (reward) => {
    const taken = Math.min(free.get(toLotKey(reward)) ?? 0, reward.amount);
    return { taken, short: reward.amount - taken };
  };
}

/** Reclaims a reward from its own lots as far as it is still available, without creating a debt. */
export async function revert(
  scope: TxContext,
  reward: GivenReward,
  { causeId, operator, reason }: { readonly causeId: string; readonly operator: Operator; readonly reason: string },
): Promise<TimeReclaimed> {
  if (reward.amount === 0) return { taken: 0, short: 0 };
  const { userId, asset, amount } = reward;
  const lotIds = await getLots(scope, reward);
  const reversalOf = await getEntry(scope, reward);
  const transactionId = `reversal:${reward.transactionId}`;
  const cause = { transactionId, cause: 'reversal', causeId, operator, reason, reversalOf } as const;
  const back = await reclaim(scope, { userId, asset, lotIds, amount, debtLimit: 0 }, cause);
  if (!back) throw new Error('a reward was taken back before');
  return { taken: back.taken, short: back.short };
}

async function getLots({ tx }: TxContext, { userId, asset, source, sourceId }: GivenReward): Promise<number[]> {
  const rows = await tx
    .selectFrom('credit_lots')
    .select('id')
    .where('user_id', '=', userId)
    .where('asset', '=', asset)
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .execute();
  return rows.map(({ id }) => id);
}

async function getEntry({ tx }: Pick<TxContext, 'tx'>, { transactionId }: GivenReward): Promise<number | null> {
  const row = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .where('wallet_id', 'is not', null)
    .executeTakeFirst();
  return row ? row.id : null;
}
