import { Fault, type StepUpAnswer } from '@gantry/core';
import { stepUpLasts } from '../caller.ts';
import type { Caller } from '../context.ts';
import type { Row } from '../store/database.ts';
import { clearGuesses, type Guess, giveBackGuess, takeGuess } from './guess-guard.ts';
import { readCredentials, useSecondFactor } from './second-factor.ts';
import type { SessionNeeds } from './session-needs.ts';
import { sayOf } from './session-words.ts';

export interface Self {
  readonly admin: Row;
  readonly credentials: Row;
}

/** The row and the secrets of whoever calls. */
export async function readSelf({ database }: SessionNeeds, caller: Caller): Promise<Self> {
  const { id } = caller.actor;
  const admin = await database.read.selectFrom('admins').selectAll().where('id', '=', id).executeTakeFirst();
  const credentials = await readCredentials(database.read, id);
  if (!admin || !credentials) throw new Fault('signInNeeded');
  return { admin, credentials };
}

/** A guess at one's own secret, behind the same guard as the sign-in. `check` says whether it was right. */
export async function guessOwn<T>(
  needs: SessionNeeds,
  caller: Caller,
  { admin }: Self,
  check: (guess: Guess) => Promise<T | false>,
): Promise<{ readonly right: T; readonly guess: Guess } | null> {
  const username = String(admin.username);
  const guess = await takeGuess(needs, { username, caller, captcha: 'none', signedIn: true });
  try {
    const right = await check(guess);
    return right === false ? null : { right, guess };
  } catch (error) {
    await needs.database.transaction((tx) => giveBackGuess(tx, guess));
    throw error;
  }
}

/** What was wrong with a proof; null when it was right. */
type Wrong = 'password' | 'code' | null;

/** The code is used up only beside the right password. Whoever gave none is asked for it, and nothing is counted as a guess. */
async function judge(needs: SessionNeeds, { credentials }: Self, input: StepUpInput): Promise<Wrong> {
  if (!(await needs.hasher.verify(String(credentials.password_hash), input.password))) return 'password';
  if (credentials.totp_secret === null) return null;
  if (input.totp === '') throw new Fault('twoFactorNeeded', { data: { twoFactorRequired: true } });
  const isUsed = await needs.database.transaction((tx) => useSecondFactor(tx, needs, credentials, input.totp));
  return isUsed ? null : 'code';
}

export interface StepUpInput {
  readonly password: string;
  /** A one-time or recovery code; needed when two-factor is enabled. */
  readonly totp: string;
}

/** Confirms an identity: the password, and a second factor beside it when two-factor is enabled. A wrong proof is audited under `action`. */
export async function confirmIdentity(
  needs: SessionNeeds,
  caller: Caller,
  input: StepUpInput,
  action: 'stepUp' | 'turnOffTwoFactor',
): Promise<Guess> {
  const { locale, actor } = caller;
  if (input.password === '') throw new Fault('invalid', { errors: { password: [sayOf('givePassword', locale)] } });
  const self = await readSelf(needs, caller);
  let wrong: Wrong = null;
  const done = await guessOwn(needs, caller, self, async () => {
    wrong = await judge(needs, self, input);
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
  await needs.database.transaction((tx) => needs.audit.append(tx, caller, denied));
  if (wrong === 'password')
    throw new Fault('wrongCredentials', { errors: { password: [sayOf('wrongCurrent', locale)] } });
  throw new Fault('twoFactorNeeded', {
    errors: { totp: [sayOf('wrongCode', locale)] },
    data: { twoFactorRequired: true },
  });
}

/** The person shows again who it is; this session alone is believed for five minutes. */
export async function stepUp(needs: SessionNeeds, caller: Caller, input: StepUpInput): Promise<StepUpAnswer> {
  const guess = await confirmIdentity(needs, caller, input, 'stepUp');
  const now = needs.clock();
  await needs.database.transaction(async (tx) => {
    await clearGuesses(tx, guess);
    await tx.updateTable('admin_sessions').set({ step_up_at: now }).where('id', '=', caller.sessionId).execute();
    await needs.audit.append(tx, caller, { resource: 'admin', resourceId: caller.actor.id, action: 'stepUp' });
  });
  return { until: now + stepUpLasts };
}
