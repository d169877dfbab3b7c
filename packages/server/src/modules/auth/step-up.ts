import { ApiError, type StepUpAnswer } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { stepUpValidMs } from '../../platform/http/caller.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { clearGuesses, type Guess, refundGuess, takeGuess } from './guess-guard.ts';
import type { SessionDeps } from './session-deps.ts';
import { localizeSession } from './session-rows.ts';
import { readCredentials, useSecondFactor } from './two-factor/second-factor.ts';

export interface Self {
  readonly admin: RowOf<'admins'>;
  readonly credentials: RowOf<'admin_credentials'>;
}

/** The row and the credentials of the caller. */
export async function readSelf({ database }: SessionDeps, caller: Caller): Promise<Self> {
  const { id } = caller.actor;
  const admin = await database.read.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst();
  const credentials = await readCredentials(database.read, id);
  if (!admin || !credentials) throw new ApiError('signInNeeded');
  return { admin, credentials };
}

/** Checks a guess at one's own secret, with the same guard as the sign-in. `check` returns whether it was right. */
export async function guessOwn<T>(
  deps: SessionDeps,
  caller: Caller,
  { admin }: Self,
  check: (guess: Guess) => Promise<T | false>,
): Promise<{ readonly right: T; readonly guess: Guess } | null> {
  const username = admin.username;
  const guess = await takeGuess(deps, { username, caller, captcha: 'none', signedIn: true });
  try {
    const right = await check(guess);
    return right === false ? null : { right, guess };
  } catch (error) {
    await deps.database.transaction((tx) => refundGuess(tx, guess));
    throw error;
  }
}

/** What was wrong with a proof; null when it was right. */
type Wrong = 'password' | 'code' | null;

/** The code is used up only with the right password. A missing code is requested, and does not count as a guess. */
async function judge(deps: SessionDeps, { credentials }: Self, input: StepUpInput): Promise<Wrong> {
  if (!(await deps.hasher.verify(credentials.password_hash, input.password))) return 'password';
  if (credentials.totp_secret === null) return null;
  if (input.totp === '') throw new ApiError('twoFactorNeeded', { data: { twoFactorRequired: true } });
  const isUsed = await deps.database.transaction((tx) => useSecondFactor(tx, deps, credentials, input.totp));
  return isUsed ? null : 'code';
}

export interface StepUpInput {
  readonly password: string;
  /** A one-time or recovery code; needed when two-factor is enabled. */
  readonly totp: string;
}

/** Confirms an identity by the password, and a second factor when two-factor is enabled. A wrong proof is audited under `action`. */
export async function confirmIdentity(
  deps: SessionDeps,
  caller: Caller,
  input: StepUpInput,
  action: 'stepUp' | 'turnOffTwoFactor',
): Promise<Guess> {
  const { locale, actor } = caller;
  if (input.password === '')
    throw new ApiError('invalid', { errors: { password: [localizeSession('givePassword', locale)] } });
  const self = await readSelf(deps, caller);
  let wrong: Wrong = null;
  const done = await guessOwn(deps, caller, self, async () => {
    wrong = await judge(deps, self, input);
    return wrong === null;
  });
  if (done) return done.guess;
  const denied = {
    resource: 'admin',
    resourceId: actor.id,
    action,
    result: 'denied',
    reason: 'wrongCredentials',
  } as const;
  await deps.database.transaction((tx) => deps.audit.append(tx, caller, denied));
  if (wrong === 'password')
    throw new ApiError('wrongCredentials', { errors: { password: [localizeSession('wrongCurrent', locale)] } });
  throw new ApiError('twoFactorNeeded', {
    errors: { totp: [localizeSession('wrongCode', locale)] },
    data: { twoFactorRequired: true },
  });
}

/** Confirms the identity of the admin; only this session counts as confirmed, for five minutes. */
export async function performStepUp(deps: SessionDeps, caller: Caller, input: StepUpInput): Promise<StepUpAnswer> {
  const guess = await confirmIdentity(deps, caller, input, 'stepUp');
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    await clearGuesses(tx, guess);
    await tx.updateTable('admin_sessions').set({ step_up_at: now }).where('id', '=', caller.sessionId).execute();
    await deps.audit.append(tx, caller, { resource: 'admin', resourceId: caller.actor.id, action: 'stepUp' });
  });
  return { until: now + stepUpValidMs };
}
