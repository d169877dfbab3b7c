import { ApiError } from '@gantry/core';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { holdNamed, type StoredHold, toHold } from './place-hold.ts';

interface HoldExtension {
  readonly no: string;
  /** How long it is to stand from now on, in ms. */
  readonly ttlMs: number;
  /** The longest that a hold may stand since its credits were set aside, in ms. */
  readonly maxMs: number;
}

/**
 * Has an open hold stand until so long from now, as far as the limit allows; never shorter than it does already, so that asking again
 * does no harm. One that is at its end is rejected: what had expired is to be held again or captured.
 */
export async function extendHold(scope: TxContext, { no, ttlMs, maxMs }: HoldExtension): Promise<StoredHold> {
  const { tx, at } = scope;
  const known = await holdNamed(scope, no);
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
  const now = await holdNamed(scope, no);
  if (now.status === 'held') return now;
  throw new ApiError('stateConflict', { data: { state: now.status, holdNo: no } });
}
