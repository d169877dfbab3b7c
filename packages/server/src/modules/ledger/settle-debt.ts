import { changeLot, openLots, splitOver } from './lots.ts';
import type { LockedWallet, TxContext } from './posting.ts';
import { writeWallet } from './wallet.ts';

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
