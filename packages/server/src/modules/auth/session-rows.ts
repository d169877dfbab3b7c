import type { Row, Tx } from '../../platform/store/database.ts';
import { judgedTime } from './latest-time.ts';
import { generateToken, hashToken, type TokenKind } from './token.ts';

/**
 * Why a session is no more: `replaced` by a newer sign-in, `ended` by an admin or from another session, `logout` by itself,
 * `password` changed, `disabled` with its person.
 */
export type RevokedCause = 'replaced' | 'ended' | 'logout' | 'password' | 'disabled';

const table = 'admin_sessions';

export interface NewSession {
  readonly adminId: number;
  readonly kind: TokenKind;
  readonly name: string | null;
  readonly readOnly: boolean;
  readonly ip: string;
  readonly userAgent: string;
  readonly expiresAt: number;
}

/** Makes a session and gives its token, which is kept nowhere here. Whoever has just given a password need not again. */
export async function insertSession(
  tx: Tx,
  session: NewSession,
  now: number,
): Promise<{ id: number; token: string; expiresAt: number }> {
  const token = generateToken(session.kind);
  const { epoch, latest_at: latestAt } = await tx
    .selectFrom('session_epochs')
    .select(['epoch', 'latest_at'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  // It lasts as long as it should by the time that it is judged by.
  const expiresAt = session.expiresAt + judgedTime(now, latestAt) - now;
  const { id } = await tx
    .insertInto(table)
    .values({
      token_hash: hashToken(token),
      admin_id: session.adminId,
      kind: session.kind,
      name: session.name,
      read_only: session.readOnly ? 1 : 0,
      ip: session.ip,
      user_agent: session.userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      step_up_at: session.kind === 'session' ? now : null,
      epoch,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: Number(id), token, expiresAt };
}

/** Ends all sessions and tokens of a person but one; gives how many. */
export async function revokeAll(
  tx: Tx,
  adminId: number,
  cause: RevokedCause,
  now: number,
  { keep = null, kind = null }: { keep?: number | null; kind?: TokenKind | null } = {},
): Promise<number> {
  let query = tx
    .updateTable(table)
    .set({ revoked_at: now, revoked_cause: cause, status: 'ended', updated_at: now })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null);
  if (keep !== null) query = query.where('id', '<>', keep);
  if (kind !== null) query = query.where('kind', '=', kind);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Ends one session or token of a person; false when they have no such one. */
export async function revokeOne(
  tx: Tx,
  adminId: number,
  id: number,
  cause: RevokedCause,
  now: number,
  kind: TokenKind | null = null,
): Promise<boolean> {
  let query = tx
    .updateTable(table)
    .set({ revoked_at: now, revoked_cause: cause, status: 'ended', updated_at: now })
    .where('id', '=', id)
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null);
  if (kind !== null) query = query.where('kind', '=', kind);
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Sessions, or tokens, of a person that are still good, the one used last first. */
export async function listLiveSessions(
  tx: Pick<Tx, 'selectFrom'>,
  adminId: number,
  kind: TokenKind,
  now: number,
): Promise<Row[]> {
  return tx
    .selectFrom(table)
    .selectAll()
    .where('admin_id', '=', adminId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends the sessions that were used least lately, so that `keep` are left. */
export async function replaceOldest(tx: Tx, adminId: number, keep: number, now: number): Promise<void> {
  const surplus = (await listLiveSessions(tx, adminId, 'session', now)).slice(keep);
  for (const row of surplus) await revokeOne(tx, adminId, Number(row.id), 'replaced', now);
}
