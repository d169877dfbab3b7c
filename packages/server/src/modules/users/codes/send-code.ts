import { randomInt } from 'node:crypto';
import { ApiError, type CodeSendAnswer, type Locale, localize } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { sendMail } from '../../../platform/notifications/mail/send-mail.ts';
import { isSmsEnabled, type SmsDeps, sendSms } from '../../../platform/notifications/sms/send-sms.ts';
import { ConnectionTestError, type OutboundClient, OutboundError } from '../../../platform/outbound/index.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import {
  type Attempt,
  assertFewAttempts,
  countAttempt,
  hourMs,
  removeAttempt,
} from '../../../platform/store/attempts.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { readRegisterTerms } from '../../rewards/index.ts';
import {
  type CodePlace,
  codeMinutes,
  getCountedSubject,
  keepCode,
  markFailed,
  renewFailed,
  type StoredCode,
} from './verification-codes.ts';

const words = {
  subject: (name: string) => ({ zh: `${name} 验证码`, en: `${name}: your code` }),
  text: (code: string) => ({
    zh: `您的验证码是 ${code}，${codeMinutes} 分钟内有效。如非本人操作，请忽略这封邮件。`,
    en: `Your code is ${code}. It is good for ${codeMinutes} minutes. If you did not ask for it, do nothing.`,
  }),
} as const;

/** Rejects while the settings have no provider for such a contact. */
async function assertReachable(deps: SmsDeps, { channel }: CodePlace): Promise<void> {
  const isOn = channel === 'phone' ? await isSmsEnabled(deps) : await mailIsOn(deps);
  if (!isOn) throw new ApiError('stateConflict', { data: { state: 'off' } });
}

async function mailIsOn({ settings }: SmsDeps): Promise<boolean> {
  const { host, from } = await settings.read('extensions', 'mail');
  return Boolean(host && from);
}

/** Sends a code, and gives why it could not be sent; null when it was taken. Neither the code nor the place is told. */
async function deliverCode(
  deps: SmsDeps,
  { channel, address }: CodePlace,
  code: string,
  locale: Locale,
): Promise<string | null> {
  try {
    if (channel === 'phone') {
      await sendSms(deps, { phone: address, code, minutes: codeMinutes });
      return null;
    }
    const { name } = await deps.settings.read('system', 'site');
    const mail = {
      to: [address],
      subject: localize(words.subject(name), locale),
      text: localize(words.text(code), locale),
    };
    await sendMail(deps, mail);
    return null;
  } catch (error) {
    if (error instanceof ConnectionTestError) return error.problem;
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
}

/** Limits of a day to one place, as the settings say. */
async function getDailyLimit({ settings }: SmsDeps, { channel }: CodePlace): Promise<number> {
  if (channel === 'phone') return (await settings.read('extensions', 'sms')).dailyLimitPerPhone;
  return (await settings.read('extensions', 'mail')).dailyLimitPerAddress;
}

export interface CodeDeps extends Pick<Services, 'database' | 'clock'> {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
  readonly keyring: Keyring;
}

export interface CodeRequest {
  readonly place: CodePlace;
  /** Where the person came from; null when it is not told. */
  readonly ip: string | null;
  readonly locale: Locale;
  /** Rejects a caller who may not request one now. */
  pass(scope: TxContext): Promise<void>;
}

/** Runs the writing part once for a call. */
type Write = (work: (scope: TxContext) => Promise<StoredCode>) => Promise<StoredCode>;

const minute = 60_000;

/**
 * Sends a code. Whoever asks again with the same key is told the same and nothing is sent, unless the first one is known not to
 * have left; a time-out is not to know.
 */
export async function sendCode(deps: CodeDeps, request: CodeRequest, write: Write): Promise<CodeSendAnswer> {
  const { place, locale } = request;
  await assertReachable(deps, place);
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const count = await counter(deps, request);
  let isNew = false;
  let stored = await write(async (scope) => {
    await request.pass(scope);
    await count(scope);
    const made = await keepCode(scope, place, code, deps.keyring);
    isNew = true;
    return made;
  });
  const within = <T>(work: (scope: TxContext) => Promise<T>) =>
    deps.database.transaction((tx) => work({ tx, dialect: deps.database.dialect, at: deps.clock() }));
  if (!isNew) {
    const { id } = stored;
    const again = await within(async (scope) => {
      const renewed = await renewFailed(scope, id, place, code, deps.keyring);
      if (renewed) await count(scope);
      return renewed;
    });
    if (again === null) return { expiresAt: stored.expiresAt, retryAfter: minute / 1000 };
    stored = again;
  }
  const problem = await deliverCode(deps, place, code, locale);
  if (problem !== null) {
    if (problem !== 'timeout') await within((scope) => revert(scope, deps, place, stored));
    throw new ApiError('busy', { data: { upstream: problem } });
  }
  return { expiresAt: stored.expiresAt, retryAfter: minute / 1000 };
}

const ofPlace = (place: CodePlace, keyring: Keyring): Attempt => ({
  kind: 'code',
  subject: getCountedSubject(place, keyring),
});

/** Counts a code against the limits. */
async function counter(deps: CodeDeps, { place, ip }: CodeRequest) {
  const { keyring, settings } = deps;
  const most = await getDailyLimit(deps, place);
  const { codesPerIpPerDay } = await readRegisterTerms(settings);
  const requester: Attempt | null = ip ? { kind: 'codeIp', subject: keyring.mac('search', 'code', 'ip', ip) } : null;
  return async (scope: TxContext): Promise<void> => {
    const attempt = ofPlace(place, keyring);
    await assertFewAttempts(scope, attempt, [
      { most: 1, span: minute },
      { most, span: 24 * hourMs },
    ]);
    if (requester) await assertFewAttempts(scope, requester, [{ most: codesPerIpPerDay, span: 24 * hourMs }]);
    await countAttempt(scope, attempt);
    if (requester) await countAttempt(scope, requester);
  };
}

/** What did not leave is no code, and counts for nothing but the network address that asked. */
async function revert(scope: TxContext, { keyring }: CodeDeps, place: CodePlace, { id }: StoredCode): Promise<void> {
  const row = await scope.tx
    .selectFrom('verification_codes')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst();
  await markFailed(scope, id);
  if (row) await removeAttempt(scope, ofPlace(place, keyring), row.created_at);
}
