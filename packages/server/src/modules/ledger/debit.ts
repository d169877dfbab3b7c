import type { TxContext } from '../../platform/store/tx-context.ts';
import { changeLot, type LotShare, openLots, splitOverLots } from './lots.ts';
import {
  type Asset,
  assertAmount,
  claimPosting,
  createInsufficientError,
  type LockedWallet,
  lockWallet,
  type PostingCause,
  type PostingLine,
  post,
  writeWallet,
} from './posting.ts';

export interface Debit {
  readonly userId: number;
  readonly asset: Asset;
  /** Positive credits. */
  readonly amount: number;
  readonly capability?: string | null;
  /** Maximum debt of the wallet after this debit, in credits. Default: 0. */
  readonly debtLimit?: number;
}

/**
 * Takes credits from the lots in spending order, then as debt up to the debt limit. Rejects an amount above what is available;
 * held credits are not available. Returns null when the posting already exists.
 */
export async function debit(scope: TxContext, taken: Debit, cause: PostingCause): Promise<LockedWallet | null> {
  assertAmount(taken.amount);
  const wallet = await lockWallet(scope, taken.userId, taken.asset);
  if (!(await claimPosting(scope, cause))) return null;
  const { shares, short } = splitOverLots(await openLots(scope, wallet.id, taken.capability ?? null), taken.amount);
  if (short > getDebtCapacity(wallet, taken.debtLimit ?? 0))
    throw createInsufficientError(taken.amount - short, taken.amount);
  return post(scope, wallet, await takeCredits(scope, shares, short), cause, { debt: short });
}

export interface Reclaim {
  readonly userId: number;
  readonly asset: Asset;
  /** The lots that the reversed order or redemption created. */
  readonly lotIds: readonly number[];
  readonly amount: number;
  readonly debtLimit: number;
}

export interface Reclaimed {
  readonly wallet: LockedWallet;
  /** Credits taken from the lots. */
  readonly taken: number;
  /** Credits recorded as debt because the lots are spent or held. */
  readonly debt: number;
  /** Credits that could be taken neither from the lots nor as debt. */
  readonly short: number;
}

/**
 * Reclaims credits from the given lots as far as they are neither spent nor held, then as debt up to the debt limit. Returns null
 * when the posting already exists.
 */
export async function reclaim(scope: TxContext, from: Reclaim, cause: PostingCause): Promise<Reclaimed | null> {
  assertAmount(from.amount);
  const wallet = await lockWallet(scope, from.userId, from.asset);
  if (!(await claimPosting(scope, cause))) return null;
  const { shares, short } = splitOverLots(await listFreeCredits(scope, wallet, from.lotIds), from.amount);
  const debt = Math.min(short, getDebtCapacity(wallet, from.debtLimit));
  const lines = await takeCredits(scope, shares, debt);
  const after = lines.length > 0 ? await post(scope, wallet, lines, cause, { debt }) : wallet;
  return { wallet: after, taken: from.amount - short, debt, short: short - debt };
}

/** Returns the credits of the given lots that are neither spent nor held. Includes expired lots. */
async function listFreeCredits({ tx }: TxContext, wallet: LockedWallet, lotIds: readonly number[]) {
  if (lotIds.length === 0) return [];
  const rows = await tx
    .selectFrom('credit_lots')
    .select(['id', 'remaining', 'held'])
    .where('wallet_id', '=', wallet.id)
    .where('id', 'in', [...lotIds])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, free: row.remaining - row.held }));
}

const getDebtCapacity = ({ debt }: LockedWallet, debtLimit: number) => Math.max(0, debtLimit - debt);

async function takeCredits(scope: TxContext, shares: readonly LotShare[], debt: number): Promise<PostingLine[]> {
  for (const { lotId, amount } of shares) await changeLot(scope, lotId, { remaining: -amount });
  const lines: PostingLine[] = shares.map(({ lotId, amount }) => ({ lotId, delta: -amount }));
  return debt > 0 ? [...lines, { lotId: null, delta: -debt }] : lines;
}

/**
 * Pays debt with credits that have become free. The balance does not change, because the debt was deducted from it when it was
 * recorded. Credits limited to capabilities pay no debt.
 */
export async function settleDebt(scope: TxContext, wallet: LockedWallet): Promise<LockedWallet> {
  if (wallet.debt === 0) return wallet;
  const { shares, short } = splitOverLots(await openLots(scope, wallet.id, null), wallet.debt);
  for (const { lotId, amount } of shares) await changeLot(scope, lotId, { remaining: -amount });
  const after = { ...wallet, debt: short };
  if (shares.length > 0) await writeWallet(scope, after);
  return after;
}
