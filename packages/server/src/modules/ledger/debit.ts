import type { TxContext } from '../../platform/store/tx-context.ts';
import { changeLot, type LotShare, openLots, splitOver } from './lots.ts';
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
  /** How far below 0 the debt may go for this; 0 when not given. */
  readonly debtLimit?: number;
}

/**
 * Takes credits, from lots in their order and then, as far as allowed, as a debt. Rejects more than is available, which excludes holds.
 * Null when this posting was made before.
 */
export async function debit(scope: TxContext, taken: Debit, cause: PostingCause): Promise<LockedWallet | null> {
  assertAmount(taken.amount);
  const wallet = await lockWallet(scope, taken.userId, taken.asset);
  if (!(await claimPosting(scope, cause))) return null;
  const { shares, short } = splitOver(await openLots(scope, wallet.id, taken.capability ?? null), taken.amount);
  if (short > space(wallet, taken.debtLimit ?? 0)) throw createInsufficientError(taken.amount - short, taken.amount);
  return post(scope, wallet, await take(scope, shares, short), cause, { debt: short });
}

export interface Reclaim {
  readonly userId: number;
  readonly asset: Asset;
  /** The lots that came of what is taken back: an order's, a code's. */
  readonly lotIds: readonly number[];
  readonly amount: number;
  readonly debtLimit: number;
}

export interface Reclaimed {
  readonly wallet: LockedWallet;
  /** From the lots. */
  readonly taken: number;
  /** Taken as a debt, since the lots have been spent or are held. */
  readonly debt: number;
  /** What is missing all the same. */
  readonly short: number;
}

/** Reclaims credits from some lots, as much as is neither spent nor held, then as a debt. Null when it was done before. */
export async function reclaim(scope: TxContext, from: Reclaim, cause: PostingCause): Promise<Reclaimed | null> {
  assertAmount(from.amount);
  const wallet = await lockWallet(scope, from.userId, from.asset);
  if (!(await claimPosting(scope, cause))) return null;
  const { shares, short } = splitOver(await freeOf(scope, wallet, from.lotIds), from.amount);
  const debt = Math.min(short, space(wallet, from.debtLimit));
  const lines = await take(scope, shares, debt);
  const after = lines.length > 0 ? await post(scope, wallet, lines, cause, { debt }) : wallet;
  return { wallet: after, taken: from.amount - short, debt, short: short - debt };
}

/** What of some lots is neither spent nor held, whether or not their time is over. */
async function freeOf({ tx }: TxContext, wallet: LockedWallet, lotIds: readonly number[]) {
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

const space = ({ debt }: LockedWallet, debtLimit: number) => Math.max(0, debtLimit - debt);

async function take(scope: TxContext, shares: readonly LotShare[], debt: number): Promise<PostingLine[]> {
  for (const { lotId, amount } of shares) await changeLot(scope, lotId, { remaining: -amount });
  const lines: PostingLine[] = shares.map(({ lotId, amount }) => ({ lotId, delta: -amount }));
  return debt > 0 ? [...lines, { lotId: null, delta: -debt }] : lines;
}

/**
 * Pays a debt with what has become free. The balance stays: the debt had gone off it when it was made. Credits that are limited
 * to capabilities pay none.
 */
export async function settleDebt(scope: TxContext, wallet: LockedWallet): Promise<LockedWallet> {
  if (wallet.debt === 0) return wallet;
  const { shares, short } = splitOver(await openLots(scope, wallet.id, null), wallet.debt);
  for (const { lotId, amount } of shares) await changeLot(scope, lotId, { remaining: -amount });
  const after = { ...wallet, debt: short };
  if (shares.length > 0) await writeWallet(scope, after);
  return after;
}
