import { user } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-entry.ts';
import { createChangedDraft } from '../../platform/engine/changes.ts';
import type { Dialect, Row, Tx } from '../../platform/store/database.ts';
import { changeRecord, lockRows, type Stamp } from '../../platform/store/records.ts';

export interface Ban {
  readonly reason: string;
  /** UTC ms; null is for good. */
  readonly until: number | null;
}

const mayBeBanned: readonly unknown[] = user.actions.ban.from;

/** A ban whose time is over is none, though it was not lifted yet. */
const isOver = ({ status, ban_until: until }: Row, { at }: Stamp) =>
  status === 'banned' && typeof until === 'number' && until <= at;

/** Bans those of some people who are not banned now and signs them out everywhere; gives what the log keeps, one entry each. */
export async function banPeople(
  { tx, dialect }: { readonly tx: Tx; readonly dialect: Dialect },
  ids: readonly number[],
  { reason, until }: Ban,
  stamp: Stamp,
): Promise<AuditDraft[]> {
  const drafts: AuditDraft[] = [];
  // In the order of their ids, as whoever else locks several of them does.
  for (const row of await lockRows(
    tx,
    dialect,
    user,
    [...ids].sort((one, other) => one - other),
  )) {
    if (!mayBeBanned.includes(row.status) && !isOver(row, stamp)) continue;
    const cells = { status: 'banned', ban_reason: reason, ban_until: until };
    await changeRecord(tx, dialect, user, row, { ...cells, token_version: Number(row.token_version) + 1 }, stamp);
    // The sign-out is not kept with it: whose ban is lifted signs in anew.
    drafts.push(createChangedDraft(user, 'ban', row, cells));
  }
  return drafts;
}
