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

async function isRight(needs: SessionNeeds, { credentials }: Self, input: StepUpInput): Promise<boolean> {
  if (input.totp === '') return needs.hasher.verify(String(credentials.password_hash), input.password);
  return needs.database.transaction((tx) => useSecondFactor(tx, needs, credentials, input.totp));
}

export interface StepUpInput {
  readonly password: string;
  readonly totp: string;
}

/** The person shows again who it is; this session alone is believed for five minutes. */
export async function stepUp(needs: SessionNeeds, caller: Caller, input: StepUpInput): Promise<StepUpAnswer> {
  if (input.password === '' && input.totp === '') {
    const refusal = sayOf('givePasswordOrCode', caller.locale);
    throw new Fault('invalid', { errors: { password: [refusal] } });
  }
  const self = await readSelf(needs, caller);
  const done = await guessOwn(needs, caller, self, () => isRight(needs, self, input));
  if (!done) {
    await needs.database.transaction((tx) =>
      needs.audit.append(tx, caller, {
        resource: 'admin',
        resourceId: caller.actor.id,
        action: 'stepUp',
        result: 'denied',
        reason: 'wrongCredentials',
      }),
    );
    throw new Fault(input.totp === '' ? 'wrongCredentials' : 'twoFactorNeeded', {
      errors:
        input.totp === ''
          ? { password: [sayOf('wrongCurrent', caller.locale)] }
          : { totp: [sayOf('wrongCode', caller.locale)] },
    });
  }
  const now = needs.clock();
  await needs.database.transaction(async (tx) => {
    await clearGuesses(tx, done.guess);
    await tx.updateTable('admin_sessions').set({ step_up_at: now }).where('id', '=', caller.sessionId).execute();
    await needs.audit.append(tx, caller, { resource: 'admin', resourceId: caller.actor.id, action: 'stepUp' });
  });
  return { until: now + stepUpLasts };
}
