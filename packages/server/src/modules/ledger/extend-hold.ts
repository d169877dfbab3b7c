import { ApiError } from '@gantry/core';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { getHold, type StoredHold, toHold } from './place-hold.ts';

interface HoldExtension {
  readonly no: string;
  /** Time from now until the hold expires, in ms. */
  readonly ttlMs: number;
  /** Maximum time between setting the credits aside and the expiry, in ms. */
  readonly maxMs: number;
}

/**
 * Moves the expiry of an open hold to `ttlMs` from now, but not past the limit and never earlier than the current expiry, so that
 * the call can be repeated safely. Throws `stateConflict` for a hold that is not open: an expired one must be placed again or
 * captured.
 */
export async function extendHold(scope: TxContext, { no, ttlMs, maxMs }: HoldExtension): Promise<StoredHold> {
  const { tx, at } = scope;
  const known = await getHold(scope, no);
  const expiresAt = Math.max(known.expiresAt, Math.min(at + ttlMs, known.heldAt + maxMs));
  const row = await tx
    .updateTable('holds')
    .set((old) => ({ expires_at: expiresAt, updated_at: at, version: old('version', '+', 1) }))
    .where('no', '=', no)
    .where('status', '=', 'held')
    .where('held_at', '=', known.heldAt)
    .where('expires_at', '<=', expiresAt)
    .returningAll()
    .executeTakeFirst();
  if (row) return toHold(row);
  const now = await getHold(scope, no);
  if (now.status === 'held') return now;
  throw new ApiError('stateConflict', { data: { state: now.status, holdNo: no } });
}
