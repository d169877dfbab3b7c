import { ApiError, type ErrorName, type Role, sessionPaths } from '@gantry/core';
import { sql } from 'kysely';
import type { Authenticator, RequestContext } from '../../platform/http/authenticate.ts';
import type { Permission } from '../../platform/http/permission-table.ts';
import { createRowCache } from '../../platform/store/change-signals.ts';
import { prepareQuery } from '../../platform/store/prepared-query.ts';
import { getPermissionSet } from './admin-rows.ts';
import { judgedTime } from './latest-time.ts';
import type { SessionDeps } from './session-deps.ts';
import { hashToken, isToken, localizeSession } from './session-rows.ts';
import { mustUseTwoFactor } from './two-factor/two-factor.ts';

type AuthenticatorDeps = Pick<SessionDeps, 'database' | 'settings' | 'clock' | 'log'>;

/** Minimum interval between two updates of a session's last use, in ms. */
const seenEvery = 60_000;

/** Calls that are allowed while a user must first change the password or enable two-factor. */
const always: readonly string[] = [sessionPaths.info, sessionPaths.logout];
const toChangePassword: readonly string[] = [...always, '/password/change'];
const toSetTwoFactor: readonly string[] = [...toChangePassword, '/two-factor/start', '/two-factor/confirm', '/step-up'];
/** Calls that require a user in person and that an access token cannot make. */
const ownHands = ['/step-up', '/password/', '/two-factor/', '/session/', '/access-token/', '/profile/'];

const causes: Readonly<Record<string, ErrorName>> = {
  password: 'signInNeeded',
  disabled: 'signInNeeded',
  replaced: 'sessionReplaced',
  ended: 'sessionReplaced',
};

/** Why a row of `admin_sessions`, joined with its admin, is invalid; null when it is valid. */
function toRejection(row: StoredSession, now: number, idleMs: number): ErrorName | null {
  if (row.revoked_at !== null) return causes[row.revoked_cause ?? ''] ?? 'sessionUnknown';
  if (row.status !== 'active') return 'signInNeeded';
  if (row.epoch !== row.current_epoch) return 'sessionUnknown';
  if (judgedTime(now, row.latest_at) >= row.expires_at) return 'sessionExpired';
  // A session that was last seen in the future is invalid, so that setting the clock back reactivates no ended session.
  const idle = row.kind === 'session' && Math.abs(now - row.last_seen_at) >= idleMs;
  return idle ? 'sessionExpired' : null;
}

const findSession = prepareQuery((on, slot: (name: 'hash') => never) =>
  on
    .selectFrom('admin_sessions as s')
    .leftJoin('admins as a', 'a.id', 's.admin_id')
    .select([
      's.id as id',
      's.kind as kind',
      's.read_only as read_only',
      's.last_seen_at as last_seen_at',
      's.expires_at as expires_at',
      's.step_up_at as step_up_at',
      's.epoch as epoch',
      's.revoked_at as revoked_at',
      's.revoked_cause as revoked_cause',
      'a.id as admin_id',
      'a.name as name',
      'a.role as role',
      'a.permission_set as permission_set',
      'a.require_two_factor as require_two_factor',
      'a.status as status',
      'a.totp_enabled as totp_enabled',
      'a.must_change_password as must_change_password',
      sql<number>`(select epoch from session_epochs where id = 1)`.as('current_epoch'),
      sql<number>`(select latest_at from session_epochs where id = 1)`.as('latest_at'),
    ])
    .where('s.token_hash', '=', slot('hash')),
);

type StoredSession = Awaited<ReturnType<typeof findSession>>['rows'][number];

/** Rejects calls that an admin or token may not make yet, or never, regardless of the role, which is checked elsewhere. */
function restrict(
  row: StoredSession,
  call: Permission,
  security: { readonly adminForceTwoFactor: boolean },
  requestContext: RequestContext,
): void {
  const deny = (key: Parameters<typeof localizeSession>[0], data: Record<string, unknown>): never => {
    throw new ApiError('denied', { message: localizeSession(key, requestContext.locale), data });
  };
  const isToken = row.kind === 'token';
  if (isToken && ownHands.some((path) => call.path.startsWith(path))) deny('notWithToken', { token: true });
  if (isToken && row.read_only === 1 && !call.reads && call.path !== sessionPaths.logout)
    deny('tokenReadsOnly', { readOnly: true });
  if (row.must_change_password === 1 && !toChangePassword.includes(call.path))
    deny('mustChangePassword', { mustChangePassword: true });
  if (mustUseTwoFactor(security, row) && row.totp_enabled !== 1 && !toSetTwoFactor.includes(call.path))
    deny('mustSetTwoFactor', { twoFactorSetupRequired: true });
}

/** Records from time to time that the session was used; a full disk must not prevent reads. */
async function touch(deps: AuthenticatorDeps, row: StoredSession, now: number): Promise<void> {
  if (now - row.last_seen_at < seenEvery) return;
  try {
    await deps.database.transaction((tx) =>
      tx
        .updateTable('admin_sessions')
        .set({ last_seen_at: now })
        .where('id', '=', row.id)
        .where('last_seen_at', '<', now)
        .execute(),
    );
  } catch (error) {
    deps.log.warn(
      { sessionId: row.id, reason: error instanceof Error ? error.name : 'unknown' },
      'session not touched',
    );
  }
}

/**
 * A call that writes reads the session from the database, so that ending a session, disabling an admin and changing a role or
 * permission set take effect immediately in every process. A call that only reads uses a short-lived cache: such a change takes
 * effect immediately in its own process, and within a second in others. A rejection always comes from the database, never from
 * the cache. The call that returns the current user never opens the dialog about an ended session: it answers that sign-in is
 * needed.
 */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { database, settings, clock } = deps;
  const find = async (hash: string) => (await findSession(database.read, { hash })).rows[0];
  const remembered = createRowCache(database.changes, ['admin_sessions', 'admins', 'session_epochs'], find);

  /** Throws ApiError when the session has ended, or its admin may not make the call yet. */
  const judge = async (row: StoredSession | undefined, requestContext: RequestContext, call: Permission) => {
    const security = await settings.read('system', 'loginSecurity');
    const known = row ? (toRejection(row, clock(), security.idleMinutes * 60_000) ?? row) : 'sessionUnknown';
    if (typeof known === 'string') throw new ApiError(call.path === sessionPaths.info ? 'signInNeeded' : known);
    restrict(known, call, security, requestContext);
    const permissionSet = getPermissionSet(known);
    const actor = { id: Number(known.admin_id), name: String(known.name), role: known.role as Role, permissionSet };
    const kind = known.kind === 'token' ? ({ isToken: true } as const) : {};
    const caller = { ...requestContext, actor, sessionId: known.id, stepUpAt: known.step_up_at, ...kind };
    return { row: known, caller };
  };
  const readCached = async (hash: string, requestContext: RequestContext, call: Permission) => {
    try {
      const judged = await judge(await remembered.get(hash), requestContext, call);
      return call.may(judged.caller.actor) ? judged : null;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  return {
    async authenticate(token, requestContext, call) {
      const hash = isToken(token) ? hashToken(token) : null;
      const recalled =
        hash !== null && call.reads && !call.stepUp ? await readCached(hash, requestContext, call) : null;
      const findAndJudge = async () => judge(hash === null ? undefined : await find(hash), requestContext, call);
      const { row, caller } = recalled ?? (await findAndJudge());
      await touch(deps, row, clock());
      return caller;
    },
  };
}
