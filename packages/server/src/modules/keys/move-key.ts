import { snake } from '@gantry/core';
import type { Clock } from '../../platform/http/caller.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { Cell, Row, Tx } from '../../platform/store/database.ts';
import { toHealthCells, toKeyHealth } from './key-row.ts';
import { type KeyHealth, moves } from './next-state.ts';
import { createKeyDisabledNotification } from './notifications.ts';

export interface Cause {
  readonly cause: 'report' | 'test' | 'probe' | 'auto' | 'manual';
  readonly code?: string | null;
  readonly message?: string | null;
  /** Who did it by hand. */
  readonly actor?: string | null;
}

interface Scope {
  readonly tx: Tx;
  readonly clock: Clock;
}

/**
 * Brings a key into another state, if it still is in the one that it was read in; a change of state leaves its event. Answers
 * whether it was. Says so to the admins when a key was disabled by itself, or its time is over, and `tell` is set.
 */
export async function moveKey(
  { tx, clock }: Scope,
  row: Row,
  next: KeyHealth,
  cause: Cause,
  { cells = {}, report = false }: { cells?: Readonly<Record<string, Cell>>; report?: boolean } = {},
): Promise<boolean> {
  const before = toKeyHealth(row);
  const isMove = before.status !== next.status;
  if (isMove && !moves[before.status].includes(next.status))
    throw new Error(`a key does not go from ${before.status} to ${next.status}`);
  const { numUpdatedRows } = await tx
    .updateTable('api_keys')
    .set({ ...cells, ...toHealthCells(next) })
    .where('id', '=', row.id)
    .where('status', '=', before.status)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (!isMove) return true;
  await insertEvent(tx, row, before.status, next.status, cause, clock());
  const isOut = next.status === 'expired' || (next.status === 'autoDisabled' && before.status !== 'probing');
  if (report && isOut)
    await notify(tx, clock, createKeyDisabledNotification(Number(row.id), String(row.name), cause.code ?? ''));
  return true;
}

async function insertEvent(tx: Tx, row: Row, from: string, to: string, cause: Cause, at: number): Promise<void> {
  const values = {
    keyId: Number(row.id),
    keyName: row.name,
    fromState: from,
    toState: to,
    cause: cause.cause,
    code: cause.code?.slice(0, 64) ?? null,
    message: cause.message?.slice(0, 255) ?? null,
    actor: cause.actor ?? null,
    createdAt: at,
  };
  await tx
    .insertInto('api_key_events')
    .values(Object.fromEntries(Object.entries(values).map(([name, value]) => [snake(name), value])))
    .execute();
}
