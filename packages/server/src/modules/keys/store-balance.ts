import type { Clock } from '../../platform/http/caller.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { Cell, RowOf, Tx } from '../../platform/store/database.ts';
import { createLowBalanceNotification } from './notifications.ts';
import type { UpstreamBalance } from './read-upstream.ts';

const shown = (micros: number, currency: string) => `${(micros / 1_000_000).toFixed(2)} ${currency}`;

/**
 * Stores the balance of a locked key and notifies admins when it falls below the key's threshold. Returns the columns written.
 * The record's version does not change.
 */
export async function storeBalance(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  row: RowOf<'api_keys'>,
  { micros, currency }: UpstreamBalance,
): Promise<Record<string, Cell>> {
  const low = row.low_balance;
  const isLow = low !== null && micros < low;
  const cells = {
    upstream_balance: micros,
    balance_currency: currency,
    balance_at: clock(),
    balance_is_low: isLow ? 1 : 0,
  };
  await tx.updateTable('api_keys').set(cells).where('id', '=', row.id).execute();
  if (isLow && row.balance_is_low !== 1) {
    const notification = createLowBalanceNotification(
      row.id,
      row.name ?? '',
      shown(micros, currency),
      shown(low, currency),
    );
    await notify(tx, clock, notification);
  }
  return cells;
}
