import { randomInt } from 'node:crypto';
import { type CodeSendAnswer, Fault, type Locale } from '@gantry/core';
import type { Services } from '../context.ts';
import type { MoneyScope } from '../money/posting.ts';
import type { OutboundGate } from '../outbound/index.ts';
import { type Attempt, assertFewAttempts, countAttempt, hourMs, uncountAttempt } from '../rewards/attempts.ts';
import { readRegisterTerms } from '../rewards/register-terms.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { type CodePlace, countedSubject } from './code-place.ts';
import { assertReachable, dailyLimit, deliverCode } from './deliver-code.ts';
import { type KeptCode, keepCode, markFailed, renewFailed } from './verification-codes.ts';

export interface CodeNeeds extends Pick<Services, 'database' | 'clock'> {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
  readonly keyring: Keyring;
}

export interface CodeRequest {
  readonly place: CodePlace;
  /** Where the person came from; null when it is not told. */
  readonly ip: string | null;
  readonly locale: Locale;
  /** Refuses whoever may not ask for one now. */
  pass(scope: MoneyScope): Promise<void>;
}

/** Runs the writing part once for a call. */
type Write = (work: (scope: MoneyScope) => Promise<KeptCode>) => Promise<KeptCode>;

const minute = 60_000;

/**
 * Sends a code. Whoever asks again with the same key is told the same and nothing is sent, unless the first one is known not to
 * have left; a time-out is not to know.
 */
export async function sendCode(needs: CodeNeeds, request: CodeRequest, write: Write): Promise<CodeSendAnswer> {
  const { place, locale } = request;
  await assertReachable(needs, place);
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const count = await counter(needs, request);
  let isNew = false;
  let kept = await write(async (scope) => {
    await request.pass(scope);
    await count(scope);
    const made = await keepCode(scope, place, code, needs.keyring);
    isNew = true;
    return made;
  });
  const within = <T>(work: (scope: MoneyScope) => Promise<T>) =>
    needs.database.transaction((tx) => work({ tx, dialect: needs.database.dialect, at: needs.clock() }));
  if (!isNew) {
    const { id } = kept;
    const again = await within(async (scope) => {
      const renewed = await renewFailed(scope, id, place, code, needs.keyring);
      if (renewed) await count(scope);
      return renewed;
    });
    if (again === null) return { expiresAt: kept.expiresAt, retryAfter: minute / 1000 };
    kept = again;
  }
  const problem = await deliverCode(needs, place, code, locale);
  if (problem !== null) {
    if (problem !== 'timeout') await within((scope) => takeBack(scope, needs, place, kept));
    throw new Fault('busy', { data: { upstream: problem } });
  }
  return { expiresAt: kept.expiresAt, retryAfter: minute / 1000 };
}

const ofPlace = (place: CodePlace, keyring: Keyring): Attempt => ({
  kind: 'code',
  subject: countedSubject(place, keyring),
});

/** Counts a code against the limits. */
async function counter(needs: CodeNeeds, { place, ip }: CodeRequest) {
  const { keyring, settings } = needs;
  const most = await dailyLimit(needs, place);
  const { codesPerIpPerDay } = await readRegisterTerms(settings);
  const asker: Attempt | null = ip ? { kind: 'codeIp', subject: keyring.mac('search', 'code', 'ip', ip) } : null;
  return async (scope: MoneyScope): Promise<void> => {
    const attempt = ofPlace(place, keyring);
    await assertFewAttempts(scope, attempt, [
      { most: 1, span: minute },
      { most, span: 24 * hourMs },
    ]);
    if (asker) await assertFewAttempts(scope, asker, [{ most: codesPerIpPerDay, span: 24 * hourMs }]);
    await countAttempt(scope, attempt);
    if (asker) await countAttempt(scope, asker);
  };
}

/** What did not leave is no code, and counts for nothing but the network address that asked. */
async function takeBack(scope: MoneyScope, { keyring }: CodeNeeds, place: CodePlace, { id }: KeptCode): Promise<void> {
  const row = await scope.tx
    .selectFrom('verification_codes')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst();
  await markFailed(scope, id);
  if (row) await uncountAttempt(scope, ofPlace(place, keyring), Number(row.created_at));
}
