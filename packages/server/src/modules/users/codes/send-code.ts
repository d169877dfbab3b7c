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
  assertAttemptAllowed,
  countAttempt,
  hourMs,
  removeAttempt,
} from '../../../platform/store/attempts.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { readRegisterTerms } from '../../rewards/index.ts';
import {
  type CodeTarget,
  codeMinutes,
  getCountedSubject,
  markFailed,
  replaceFailedCode,
  type StoredCode,
  storeCode,
} from './verification-codes.ts';

const words = {
  subject: (name: string) => ({ zh: `${name} 验证码`, en: `${name}: your code` }),
  text: (code: string) => ({
    zh: `您的验证码是 ${code}，${codeMinutes} 分钟内有效。如非本人操作，请忽略这封邮件。`,
    en: `Your code is ${code}. It is good for ${codeMinutes} minutes. If you did not ask for it, do nothing.`,
  }),
} as const;

/** Rejects a contact for whose channel no provider is configured. */
async function assertReachable(deps: SmsDeps, { channel }: CodeTarget): Promise<void> {
  const isOn = channel === 'phone' ? await isSmsEnabled(deps) : await isMailEnabled(deps);
  if (!isOn) throw new ApiError('stateConflict', { data: { state: 'off' } });
}

async function isMailEnabled({ settings }: SmsDeps): Promise<boolean> {
  const { host, from } = await settings.read('extensions', 'mail');
  return Boolean(host && from);
}

/** Sends a code. Returns why it could not be sent, or null on success; the reason contains neither the code nor the recipient. */
async function deliverCode(
  deps: SmsDeps,
  { channel, address }: CodeTarget,
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

/** Daily limit per recipient, from the settings. */
async function getDailyLimit({ settings }: SmsDeps, { channel }: CodeTarget): Promise<number> {
  if (channel === 'phone') return (await settings.read('extensions', 'sms')).dailyLimitPerPhone;
  return (await settings.read('extensions', 'mail')).dailyLimitPerAddress;
}

export interface CodeDeps extends Pick<Services, 'database' | 'clock'> {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
  readonly keyring: Keyring;
}

export interface CodeRequest {
  readonly target: CodeTarget;
  /** IP address of the user; null when unknown. */
  readonly ip: string | null;
  readonly locale: Locale;
  /** Rejects a caller who must not request a code now. */
  pass(scope: TxContext): Promise<void>;
}

/** Runs the write once per call. */
type Write = (work: (scope: TxContext) => Promise<StoredCode>) => Promise<StoredCode>;

const minute = 60_000;

/**
 * Sends a code. A repeated call with the same key gets the stored answer and sends nothing, unless the first message is known to
 * have failed; a timeout does not prove that.
 */
export async function sendCode(deps: CodeDeps, request: CodeRequest, write: Write): Promise<CodeSendAnswer> {
  const { target, locale } = request;
  await assertReachable(deps, target);
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const count = await createCounter(deps, request);
  let isNew = false;
  let stored = await write(async (scope) => {
    await request.pass(scope);
    await count(scope);
    const made = await storeCode(scope, target, code, deps.keyring);
    isNew = true;
    return made;
  });
  const runInScope = <T>(work: (scope: TxContext) => Promise<T>) =>
    deps.database.transaction((tx) => work({ tx, dialect: deps.database.dialect, at: deps.clock() }));
  if (!isNew) {
    const { id } = stored;
    const again = await runInScope(async (scope) => {
      const renewed = await replaceFailedCode(scope, id, target, code, deps.keyring);
      if (renewed) await count(scope);
      return renewed;
    });
    if (again === null) return { expiresAt: stored.expiresAt, retryAfter: minute / 1000 };
    stored = again;
  }
  const problem = await deliverCode(deps, target, code, locale);
  if (problem !== null) {
    if (problem !== 'timeout') await runInScope((scope) => revertFailedCode(scope, deps, target, stored));
    throw new ApiError('busy', { data: { upstream: problem } });
  }
  return { expiresAt: stored.expiresAt, retryAfter: minute / 1000 };
}

const createAttempt = (target: CodeTarget, keyring: Keyring): Attempt => ({
  kind: 'code',
  subject: getCountedSubject(target, keyring),
});

/** Counts a code against the limits. */
async function createCounter(deps: CodeDeps, { target, ip }: CodeRequest) {
  const { keyring, settings } = deps;
  const most = await getDailyLimit(deps, target);
  const { codesPerIpPerDay } = await readRegisterTerms(settings);
  const requester: Attempt | null = ip ? { kind: 'codeIp', subject: keyring.mac('search', 'code', 'ip', ip) } : null;
  return async (scope: TxContext): Promise<void> => {
    const attempt = createAttempt(target, keyring);
    await assertAttemptAllowed(scope, attempt, [
      { max: 1, periodMs: minute },
      { max: most, periodMs: 24 * hourMs },
    ]);
    if (requester) await assertAttemptAllowed(scope, requester, [{ max: codesPerIpPerDay, periodMs: 24 * hourMs }]);
    await countAttempt(scope, attempt);
    if (requester) await countAttempt(scope, requester);
  };
}

/** A message that was not sent is no valid code and counts only against the IP address that requested it. */
async function revertFailedCode(
  scope: TxContext,
  { keyring }: CodeDeps,
  target: CodeTarget,
  { id }: StoredCode,
): Promise<void> {
  const row = await scope.tx
    .selectFrom('verification_codes')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst();
  await markFailed(scope, id);
  if (row) await removeAttempt(scope, createAttempt(target, keyring), row.created_at);
}
