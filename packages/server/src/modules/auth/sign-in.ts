import { ApiError, admin, type Role, type SignInAnswer } from '@gantry/core';
import { sql } from 'kysely';
import type { Caller } from '../../platform/context/context.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { isAddressAllowed } from '../../platform/settings/networks.ts';
import type { Reader, RowOf, Tx } from '../../platform/store/database.ts';
import { getPermissionSet, lockAdmin } from './admin-rows.ts';
import {
  clearGuesses,
  foldName,
  type Guess,
  type GuessTarget,
  refundGuess,
  rejectSpent,
  takeGuess,
} from './guess-guard.ts';
import { createLoginAttempt, type LoginAttempt, type LoginResult, logLogin } from './login-log.ts';
import type { SessionDeps } from './session-deps.ts';
import { insertSession, localizeSession, replaceOldest } from './session-rows.ts';
import { readCredentials, useSecondFactor } from './two-factor/second-factor.ts';

export interface SignInInput {
  readonly username: string;
  readonly password: string;
  readonly captchaId: string;
  readonly captchaCode: string;
  readonly captchaToken: string;
  readonly totp: string;
}

/** One sign-in attempt, from its start to its log row. */
interface Try {
  readonly deps: SessionDeps;
  readonly caller: Caller;
  readonly input: SignInInput;
  readonly attempt: LoginAttempt;
  readonly guess: Guess;
}

/** Reports empty fields separately from wrong ones, with the same messages as in every client. */
function rejectEmpty({ username, password }: SignInInput, { t }: Caller): void {
  const errors = {
    ...(username === '' ? { username: [t('session.usernameEmpty')] } : {}),
    ...(password === '' ? { password: [t('session.passwordEmpty')] } : {}),
  };
  if (Object.keys(errors).length > 0) throw new ApiError('invalid', { errors });
}

async function rejectAddress({ settings }: SessionDeps, caller: Caller): Promise<void> {
  const { adminIpAllowlist } = await settings.read('system', 'loginSecurity');
  if (isAddressAllowed(caller.ip, adminIpAllowlist ?? [])) return;
  throw new ApiError('denied', { message: localizeSession('addressNotAllowed', caller.locale) });
}

/**
 * The image is accepted whatever the settings say, so that a broken provider locks no one out. A provider is not queried for an
 * attempt that would be rejected anyway.
 */
async function answerOfCaptcha(deps: SessionDeps, caller: Caller, input: SignInInput): Promise<GuessTarget['captcha']> {
  const { username, captchaId, captchaCode, captchaToken } = input;
  if (captchaToken !== '') {
    await rejectSpent(deps, { username, caller });
    const verdict = await deps.hosted.check(captchaToken);
    if (verdict === 'broken') deps.log.warn('the captcha provider could not say: sign-in falls back to the picture');
    return verdict ?? 'broken';
  }
  if (captchaId === '') return 'none';
  return (await deps.captchas.consume('login', captchaId, captchaCode)) ? 'right' : 'wrong';
}

/** Takes an attempt, or logs that none is left. */
async function begin(deps: SessionDeps, caller: Caller, input: SignInInput, userAgent: string): Promise<Try> {
  const attempt = await createLoginAttempt(deps, caller, input.username, userAgent);
  let captcha: GuessTarget['captcha'] = 'none';
  try {
    captcha = await answerOfCaptcha(deps, caller, input);
    const guess = await takeGuess(deps, { username: input.username, caller, captcha, signedIn: false });
    return { deps, caller, input, attempt, guess };
  } catch (error) {
    const result: LoginResult = error instanceof ApiError && error.problem === 'captchaNeeded' ? 'captcha' : 'locked';
    if (error instanceof ApiError && (result === 'locked' || captcha === 'wrong'))
      await deps.database.transaction((tx) => logLogin(tx, deps, attempt, result));
    throw error;
  }
}

/**
 * Does not reveal the reason: unknown, disabled and wrong get the same answer. A lock applies to the account, however its name
 * was typed.
 */
async function fail({ deps, attempt, guess }: Try, result: LoginResult): Promise<never> {
  await deps.database.transaction(async (tx) => {
    if (guess.lockedUntil !== null) {
      const locked = { locked_until: guess.lockedUntil };
      const found = await tx
        .updateTable('admins')
        .set(locked)
        .where(sql`lower(username)`, '=', foldName(attempt.username))
        .returning(['id', 'name'])
        .executeTakeFirst();
      const person = found && { id: found.id, name: found.name, ip: attempt.ip };
      if (person) await notify(tx, deps.clock, createAdminLockedNotification(person, guess.lockedUntil));
    }
    await logLogin(tx, deps, attempt, result);
  });
  throw new ApiError('wrongCredentials', { data: { captchaRequired: guess.captchaNext } });
}

async function failSecondFactor(signing: Try): Promise<never> {
  const { deps, attempt, guess, caller } = signing;
  await deps.database.transaction((tx) => logLogin(tx, deps, attempt, 'twoFactor'));
  throw new ApiError('twoFactorNeeded', {
    errors: { totp: [localizeSession('wrongCode', caller.locale)] },
    data: { twoFactorRequired: true, captchaRequired: guess.captchaNext },
  });
}

/** The password was right and the code is missing: nothing was guessed, so nothing is counted. */
async function requireSecondFactor({ deps, guess }: Try): Promise<never> {
  await deps.database.transaction((tx) => refundGuess(tx, guess));
  throw new ApiError('twoFactorNeeded', { data: { twoFactorRequired: true, captchaRequired: guess.captchaNext } });
}

/** Finds the admin by the exact name, or else in any case and width. */
function findAdmin(read: Reader, username: string): Promise<RowOf<'admins'> | undefined> {
  return read
    .selectFrom('admins')
    .selectAll()
    .where((where) => where.or([where('username', '=', username), where('username_key', '=', foldName(username))]))
    .orderBy(sql`case when username = ${username} then 0 else 1 end`)
    .limit(1)
    .executeTakeFirst();
}

/** The admin when the password is right; takes as long and as many queries for an unknown user name. */
async function verifyPassword(
  signing: Try,
): Promise<{ admin: RowOf<'admins'>; credentials: RowOf<'admin_credentials'> }> {
  const { deps, input } = signing;
  const { read } = deps.database;
  const admin = await findAdmin(read, input.username);
  const credentials = await readCredentials(read, admin?.id ?? 0);
  const stored = credentials ? credentials.password_hash : null;
  const isRight = await deps.hasher.verify(stored, input.password);
  if (!isRight || !admin || !credentials) return fail(signing, 'wrong');
  return admin.status === 'active' ? { admin, credentials } : fail(signing, 'disabled');
}

/** An admin whose credentials were all right, with what the sign-in still needs. */
interface Known {
  readonly admin: RowOf<'admins'>;
  readonly credentials: RowOf<'admin_credentials'>;
  /** The password hashed with the current parameters, when the stored hash has older ones. */
  readonly rehashed: string | null;
  readonly limits: { readonly adminSessionHours: number; readonly maxSessions: number };
}

/** Checks again under the lock of the admin, so that a password change or disabling in between prevents the sign-in. */
async function enter(signing: Try, tx: Tx, { admin, credentials, rehashed, limits }: Known): Promise<SignInAnswer> {
  const { deps, caller, attempt, guess } = signing;
  const id = admin.id;
  const now = deps.clock();
  await lockAdmin(tx, deps.database, id);
  const same = await tx
    .selectFrom('admins as a')
    .innerJoin('admin_credentials as c', 'c.admin_id', 'a.id')
    .select(['a.must_change_password as must_change_password', 'a.role as role', 'a.permission_set as permission_set'])
    .where('a.id', '=', id)
    .where('a.status', '=', 'active')
    .where('c.password_hash', '=', credentials.password_hash)
    .executeTakeFirst();
  if (!same) throw new ApiError('wrongCredentials', { data: { captchaRequired: guess.captchaNext } });
  if (rehashed !== null)
    await tx.updateTable('admin_credentials').set({ password_hash: rehashed }).where('admin_id', '=', id).execute();
  await clearGuesses(tx, guess);
  const expiresAt = now + limits.adminSessionHours * 3_600_000;
  const { ip, userAgent } = attempt;
  const made = await insertSession(
    tx,
    { adminId: id, kind: 'session', name: null, readOnly: false, ip, userAgent, expiresAt },
    now,
  );
  await replaceOldest(tx, id, limits.maxSessions, now);
  const seen = { last_login_at: now, last_login_ip: ip || null, locked_until: null };
  await tx.updateTable('admins').set(seen).where('id', '=', id).execute();
  await logLogin(tx, deps, attempt, 'ok');
  const actor = { id, name: admin.name, role: same.role as Role, permissionSet: getPermissionSet(same) };
  await deps.audit.append(tx, { ...caller, actor }, { resource: 'admin', resourceId: id, action: 'login' });
  return { token: made.token, expiresAt: made.expiresAt, mustChangePassword: same.must_change_password === 1 };
}

async function finishSignIn(signing: Try): Promise<SignInAnswer> {
  const { deps, input } = signing;
  const { admin, credentials } = await verifyPassword(signing);
  if (credentials.totp_secret !== null) {
    if (input.totp === '') return requireSecondFactor(signing);
    const isRight = await deps.database.transaction((tx) => useSecondFactor(tx, deps, credentials, input.totp));
    if (!isRight) return failSecondFactor(signing);
  }
  const outdated = deps.hasher.isOutdated(credentials.password_hash);
  const rehashed = outdated ? await deps.hasher.hash(input.password) : null;
  const limits = await deps.settings.read('system', 'loginSecurity');
  return deps.database.transaction((tx) => enter(signing, tx, { admin, credentials, rehashed, limits }));
}

/** Exchanges credentials for a token. Every rejection is counted and logged; an internal error does not count as an attempt. */
export async function signIn(
  deps: SessionDeps,
  caller: Caller,
  input: SignInInput,
  userAgent: string,
): Promise<SignInAnswer> {
  rejectEmpty(input, caller);
  await rejectAddress(deps, caller);
  const signing = await begin(deps, caller, input, userAgent);
  try {
    return await finishSignIn(signing);
  } catch (error) {
    const isAnswer = error instanceof ApiError && ['wrongCredentials', 'twoFactorNeeded'].includes(error.problem);
    if (!isAnswer) await deps.database.transaction((tx) => refundGuess(tx, signing.guess));
    throw error;
  }
}

export function createAdminLockedNotification(
  person: { readonly id: number; readonly name: string; readonly ip: string },
  until: number,
): Notification {
  return {
    type: 'message',
    event: 'adminLocked',
    severity: 'warn',
    audience: 'admins',
    dedupeKey: `adminLocked ${person.id} ${until}`,
    params: { name: person.name, ip: person.ip },
    route: routeTo(admin, { id: [person.id] }),
  };
}
