import {
  ApiError,
  type CurrentUser,
  camel,
  admin as definition,
  formatTime,
  type NewToken,
  type SessionItem,
  sessionCalls,
  type TokenItem,
  type Values,
} from '@gantry/core';
import { runWrite } from '../../platform/audit/run-write.ts';
import type { Caller } from '../../platform/context/context.ts';
import { type CallRequest, type RegisterCall, serveCall, toWriteCall } from '../../platform/http/call.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { toChangedCells } from '../../platform/store/records.ts';
import { getPermissionSet, lockAdmin, updateAdmin } from './admin-rows.ts';
import { type FirstAdmin, rejectTaken } from './first-admin.ts';
import { getLoggedIp, readOperationLog, shortenUserAgent } from './login-log.ts';
import { changePassword } from './password/password-change.ts';
import type { SessionDeps } from './session-deps.ts';
import { insertSession, listLiveSessions, localizeSession, revokeOne, type TokenKind } from './session-rows.ts';
import { signIn } from './sign-in.ts';
import { performStepUp, readSelf } from './step-up.ts';
import { confirmTwoFactor, disableTwoFactor, startTwoFactor } from './two-factor/two-factor.ts';

/** Maximum number of access tokens for each user. */
const maxTokens = 20;
const day = 86_400_000;

export async function listSessions(deps: SessionDeps, caller: Caller): Promise<{ items: SessionItem[] }> {
  const { idleMinutes } = await deps.settings.read('system', 'loginSecurity');
  const now = deps.clock();
  const rows = await listLiveSessions(deps.database.read, caller.actor.id, 'session', now);
  const items = rows
    .filter((row) => now - row.last_seen_at < idleMinutes * 60_000)
    .map((row) => ({
      id: row.id,
      ip: row.ip,
      userAgent: row.user_agent,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      current: row.id === caller.sessionId,
    }));
  return { items };
}

export async function listTokens(deps: SessionDeps, caller: Caller): Promise<{ items: TokenItem[] }> {
  const rows = await listLiveSessions(deps.database.read, caller.actor.id, 'token', deps.clock());
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name ?? '',
    readOnly: row.read_only === 1,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }));
  return { items };
}

/** Ends one of one's own sessions or tokens. Another user's is reported as not found. */
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

/** Ends the session or token that makes the call. */
export async function logOut({ database, clock, audit }: SessionDeps, caller: Caller): Promise<null> {
  await database.transaction(async (tx) => {
    const { sessionId, actor } = caller;
    if (sessionId === null || !(await revokeOne(tx, actor.id, sessionId, 'logout', clock()))) return;
    await audit.append(tx, caller, { resource: 'admin', resourceId: actor.id, action: 'logout' });
  });
  return null;
}

interface TokenOptions {
  readonly name: string;
  readonly days: number;
  readonly readOnly: boolean;
}

/** Creates a token for scripts, with the user's permissions at the time of each call, or only the reading ones. */
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

type Handler = (input: Values, call: CallRequest) => Promise<unknown>;

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** All calls of one's own session except those of messages, which the workplace module handles. */
function getHandlers(
  deps: SessionDeps,
  firstAdmin: FirstAdmin,
): Record<Exclude<keyof typeof sessionCalls, 'messageRead' | 'messageClear'>, Handler> {
  // An admin who has to find a problem must be able to sign in while other calls use all regular connections.
  const signInPaths = { ...deps, database: deps.database.reserved };
  return {
    login: ({ username, password, captchaId, captchaCode, captchaToken, totp }, { caller, request }) => {
      const input = {
        username: text(username),
        password: text(password),
        captchaId: text(captchaId),
        captchaCode: text(captchaCode),
        captchaToken: text(captchaToken),
        totp: text(totp),
      };
      return signIn(signInPaths, caller, input, shortenUserAgent(request.headers['user-agent']));
    },
    logout: (_, { caller }) => logOut(deps, caller),
    info: (_, { caller }) => readInfo(deps, caller),
    captcha: async () => ({
      ...(await deps.captchas.issue('login')),
      hosted: await deps.hosted.isOn(),
    }),
    setupState: async () => ({ needed: await firstAdmin.isNeeded() }),
    setup: ({ code, username, password, name }, { caller }) =>
      firstAdmin.create(caller, {
        code: text(code),
        username: text(username),
        password: text(password),
        name: text(name),
      }),
    stepUp: ({ password, totp }, { caller }) =>
      performStepUp(deps, caller, { password: text(password), totp: text(totp) }),
    profileUpdate: (input, call) => updateProfile(deps, call, input),
    passwordChange: ({ current, next }, { caller }) =>
      changePassword(deps, caller, { current: text(current), next: text(next) }),
    twoFactorStart: (_, { caller }) => startTwoFactor(deps, caller),
    twoFactorConfirm: ({ totp }, { caller }) => confirmTwoFactor(deps, caller, text(totp)),
    twoFactorDisable: ({ password, totp }, { caller }) =>
      disableTwoFactor(deps, caller, { password: text(password), totp: text(totp) }),
    sessionList: (_, { caller }) => listSessions(deps, caller),
    sessionEnd: ({ id }, call) => endOwn(deps, call, Number(id), 'session'),
    tokenCreate: ({ name, days, readOnly }, call) =>
      createToken(deps, call, { name: text(name), days: Number(days), readOnly: readOnly === true }),
    tokenList: (_, { caller }) => listTokens(deps, caller),
    tokenRevoke: ({ id }, call) => endOwn(deps, call, Number(id), 'token'),
    operationLog: ({ cursor, pageSize }, { caller }) =>
      readOperationLog(deps, caller, text(cursor) || null, Number(pageSize)),
  };
}

export function addSessionCalls(register: RegisterCall, deps: SessionDeps, firstAdmin: FirstAdmin): void {
  const handlers: Readonly<Record<string, Handler>> = getHandlers(deps, firstAdmin);
  for (const [name, definition] of Object.entries(sessionCalls)) {
    const handler = handlers[name];
    if (handler) serveCall(register, definition, handler);
  }
}

function getText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** The admin as returned by `/info`. */
function getCurrentUser(row: RowOf<'admins'>, timeZone: string): CurrentUser {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    avatar: getText(row.avatar),
    job: getText(row.job),
    jobName: getText(row.job_name),
    organization: getText(row.organization),
    organizationName: getText(row.organization_name),
    location: getText(row.location),
    locationName: getText(row.location_name),
    email: getText(row.email),
    introduction: getText(row.introduction),
    personalWebsite: getText(row.personal_website),
    phone: getText(row.phone),
    registrationDate: formatTime(row.created_at, timeZone),
    accountId: String(row.id),
    certification: row.certification ?? 0,
    role: row.role,
    permissionSet: getPermissionSet(row),
    totpEnabled: row.totp_enabled === 1,
    mustChangePassword: row.must_change_password === 1,
  };
}

export async function readInfo(deps: SessionDeps, caller: Caller): Promise<CurrentUser> {
  const { timezone } = await deps.settings.read('system', 'site');
  return getCurrentUser((await readSelf(deps, caller)).admin, timezone);
}

/** Updates the given fields; the others are unchanged. */
export async function updateProfile(deps: SessionDeps, call: CallRequest, values: Values): Promise<CurrentUser> {
  const { caller, body } = call;
  const { id } = caller.actor;
  const { timezone } = await deps.settings.read('system', 'site');
  const given = Object.keys(typeof body === 'object' && body !== null ? body : {});
  const write = { ...toWriteCall(call, sessionCalls.profileUpdate.path), resource: 'admin', action: 'updateProfile' };
  return runWrite(deps, caller, { ...write, resourceId: id }, async (tx) => {
    const wanted = toChangedCells(definition, Object.fromEntries(given.map((name) => [name, values[name] ?? null])));
    const { before, after } = await rejectTaken(deps, caller, () =>
      updateAdmin(tx, deps.database, id, wanted, { by: id, at: deps.clock() }),
    );
    const changed = (Object.keys(wanted) as (keyof typeof before)[]).filter(
      (column) => before[column] !== after[column],
    );
    const pick = (row: RowOf<'admins'>) =>
      Object.fromEntries(changed.map((column) => [camel(column), row[column] ?? null]));
    return {
      data: getCurrentUser(after, timezone),
      audit: { resource: 'admin', resourceId: id, action: 'updateProfile', before: pick(before), after: pick(after) },
    };
  });
}
