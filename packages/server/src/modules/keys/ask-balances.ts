import { apiKey } from '@gantry/core';
import type { Row } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import { readBalance, type UpstreamBalance, UpstreamError } from './ask-upstream.ts';
import type { KeyDeps } from './check-key.ts';
import { keepBalance } from './keep-balance.ts';

/** Keys that one round asks about, and how many calls it makes side by side: a stop waits for its end. */
const most = 32;
const sideBySide = 8;
const minute = 60_000;

/**
 * Asks the upstreams of keys what is left, so that nobody learns it from refused calls: of those whose upstream tells, that may be
 * used and that were not asked about for a while.
 */
export async function checkBalances(deps: KeyDeps): Promise<void> {
  const { database, clock, settings } = deps;
  await clearLowBalances(database);
  const { enabled, intervalMinutes } = await settings.read('keyPool', 'balance');
  if (!enabled) return;
  const now = clock();
  const due = await database.read
    .selectFrom('api_keys')
    .select('id')
    .where('balance_source', '<>', 'none')
    .where('status', 'not in', ['disabled', 'expired'])
    .where(({ eb, or }) => or([eb('balance_due_at', 'is', null), eb('balance_due_at', '<=', now)]))
    .orderBy('id')
    .limit(most)
    .execute();
  const dueAt = now + intervalMinutes * minute;
  for (let from = 0; from < due.length; from += sideBySide)
    await Promise.all(due.slice(from, from + sideBySide).map(({ id }) => checkBalance(deps, Number(id), dueAt)));
}

/** A balance is low no longer once a key asks for less, or its upstream is not asked any more: nobody would say so otherwise. */
async function clearLowBalances({ read, transaction }: KeyDeps['database']): Promise<void> {
  const stale = await read
    .selectFrom('api_keys')
    .select('id')
    .where('balance_is_low', '=', 1)
    .where(({ eb, or, ref }) =>
      or([
        eb('low_balance', 'is', null),
        eb('balance_source', '=', 'none'),
        eb('upstream_balance', '>=', ref('low_balance')),
      ]),
    )
    .limit(most)
    .execute();
  const ids = stale.map(({ id }) => id);
  if (ids.length > 0)
    await transaction((tx) => tx.updateTable('api_keys').set({ balance_is_low: 0 }).where('id', 'in', ids).execute());
}

/** Takes the key until it is due again, so that of two processes one asks; one that does not answer keeps what it said before. */
async function checkBalance(deps: KeyDeps, id: number, dueAt: number): Promise<void> {
  const { database, clock } = deps;
  const taken = await database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, apiKey, [id]);
    if (!row || (row.balance_due_at !== null && Number(row.balance_due_at) > clock())) return null;
    await tx.updateTable('api_keys').set({ balance_due_at: dueAt }).where('id', '=', id).execute();
    return row;
  });
  const balance = taken && (await requested(deps, taken));
  if (!balance) return;
  await database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, apiKey, [id]);
    if (row) await keepBalance({ tx, clock }, row, balance);
  });
}

async function requested(deps: KeyDeps, row: Row): Promise<UpstreamBalance | null> {
  try {
    return await readBalance(deps, row);
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}
