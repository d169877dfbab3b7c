import { ApiError, type NewToken, type SessionItem, sessionCalls, type TokenItem } from '@gantry/core';
import { runWrite } from '../../platform/audit/run-write.ts';
import type { Caller } from '../../platform/context/context.ts';
import type { CallRequest } from '../../platform/http/call.ts';
import { toWriteCall } from '../../platform/http/defined-call.ts';
import { lockAdmin } from './admin-rows.ts';
import { getLoggedIp } from './login-log.ts';
import type { SessionDeps } from './session-needs.ts';
import { insertSession, listLiveSessions, revokeOne } from './session-rows.ts';
import { localizeSession } from './session-words.ts';
import type { TokenKind } from './token.ts';

/** Access tokens that one person may hold at once. */
const maxTokens = 20;
const day = 86_400_000;

export async function listSessions(deps: SessionDeps, caller: Caller): Promise<{ items: SessionItem[] }> {
  const { idleMinutes } = await deps.settings.read('system', 'loginSecurity');
  const now = deps.clock();
  const rows = await listLiveSessions(deps.database.read, caller.actor.id, 'session', now);
  const items = rows
    .filter((row) => now - Number(row.last_seen_at) < idleMinutes * 60_000)
    .map((row) => ({
      id: Number(row.id),
      ip: String(row.ip),
      userAgent: String(row.user_agent),
      createdAt: Number(row.created_at),
      lastSeenAt: Number(row.last_seen_at),
      expiresAt: Number(row.expires_at),
      current: Number(row.id) === caller.sessionId,
    }));
  return { items };
}

export async function listTokens(deps: SessionDeps, caller: Caller): Promise<{ items: TokenItem[] }> {
  const rows = await listLiveSessions(deps.database.read, caller.actor.id, 'token', deps.clock());
  const items = rows.map((row) => ({
    id: Number(row.id),
    name: String(row.name ?? ''),
    readOnly: row.read_only === 1,
    createdAt: Number(row.created_at),
    lastSeenAt: Number(row.last_seen_at),
    expiresAt: Number(row.expires_at),
  }));
  return { items };
}

/** Ends one of one's own sessions or tokens. Somebody else's is answered as if it were not there. */
export async function endOwn(deps: SessionDeps, call: CallRequest, id: number, kind: TokenKind): Promise<null> {
  const { caller } = call;
  const isSession = kind === 'session';
  const { path } = isSession ? sessionCalls.sessionEnd : sessionCalls.tokenRevoke;
  const subject = { resource: 'admin', resourceId: caller.actor.id, action: isSession ? 'endSession' : 'revokeToken' };
  return runWrite(deps, caller, { ...toWriteCall(call, path), ...subject }, async (tx) => {
    if (!(await revokeOne(tx, caller.actor.id, id, 'ended', deps.clock(), kind))) throw new ApiError('notFound');
    return { data: null, audit: { ...subject, after: { id } } };
  });
}

/** Ends the session, or the token, that asks. */
export async function logOut({ database, clock, audit }: SessionDeps, caller: Caller): Promise<null> {
  await database.transaction(async (tx) => {
    const { sessionId, actor } = caller;
    if (sessionId === null || !(await revokeOne(tx, actor.id, sessionId, 'logout', clock()))) return;
    await audit.append(tx, caller, { resource: 'admin', resourceId: actor.id, action: 'logout' });
  });
  return null;
}

export interface TokenOptions {
  readonly name: string;
  readonly days: number;
  readonly readOnly: boolean;
}

/** A token for scripts, with its person's rights at the moment of each call, or only the reading ones. */
export async function createToken(deps: SessionDeps, call: CallRequest, options: TokenOptions): Promise<NewToken> {
  const { caller } = call;
  const adminId = caller.actor.id;
  const now = deps.clock();
  const expiresAt = now + options.days * day;
  const ip = await getLoggedIp(deps, caller.ip);
  const subject = { resource: 'admin', resourceId: adminId, action: 'createToken' };
  const write = { ...toWriteCall(call, sessionCalls.tokenCreate.path), ...subject };
  return runWrite(deps, caller, write, async (tx) => {
    await lockAdmin(tx, deps.database, adminId);
    if ((await listLiveSessions(tx, adminId, 'token', now)).length >= maxTokens)
      throw new ApiError('stateConflict', {
        message: localizeSession('tooManyTokens', caller.locale),
        data: { state: 'full' },
      });
    const { name, readOnly } = options;
    const token = { adminId, kind: 'token', name, readOnly, ip, userAgent: '', expiresAt } as const;
    const made = await insertSession(tx, token, now);
    const known = { id: made.id, expiresAt: made.expiresAt };
    return {
      data: made,
      stored: { ...known, token: '' },
      audit: { ...subject, after: { ...known, name, readOnly } },
    };
  });
}
