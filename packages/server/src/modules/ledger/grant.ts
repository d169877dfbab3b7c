import type { TxContext } from '../../platform/store/tx-context.ts';
import { addLot, type NewLot } from './lots.ts';
import {
  type Asset,
  assertAmount,
  claimPosting,
  type LockedWallet,
  lockWallet,
  type PostingCause,
  post,
} from './posting.ts';

export interface Grant {
  readonly userId: number;
  readonly asset: Asset;
  /** Positive credits. */
  readonly amount: number;
  readonly lot: Omit<NewLot, 'amount' | 'remaining'>;
}

export interface Granted {
  readonly wallet: LockedWallet;
  readonly lotId: number;
}

/**
 * Grants credits as a new lot. An existing debt is paid from them first, unless the lot is limited to capabilities. Returns null
 * when the posting already exists.
 */
export async function grant(scope: TxContext, given: Grant, cause: PostingCause): Promise<Granted | null> {
  assertAmount(given.amount);
  const wallet = await lockWallet(scope, given.userId, given.asset);
  if (!(await claimPosting(scope, cause))) return null;
  const { amount, lot } = given;
  const isLimited = (lot.capabilities ?? []).length > 0;
  const paysDebt = isLimited ? 0 : Math.min(amount, wallet.debt);
  const lotId = await addLot(scope, wallet, { ...lot, amount, remaining: amount - paysDebt });
  const after = await post(scope, wallet, [{ lotId, delta: amount }], cause, { debt: -paysDebt });
  return { wallet: after, lotId };
}
