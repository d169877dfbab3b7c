import {
  ApiError,
  type CaptchaAnswer,
  type CaptchaVerdict,
  type Locale,
  type LocalizedText,
  localize,
} from '@gantry/core';
import { createHashNetwork } from '../../platform/secrets/network-hash.ts';
import type { ServiceDeps } from '../../platform/service-api/service-context.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { judgeCaptcha } from '../auth/index.ts';
import {
  hashAddress,
  isChallenge,
  listRestrictions,
  type Restriction,
  type RiskSubject,
  recordPass,
} from './restrictions.ts';

const words = {
  missing: { zh: '请先完成人机验证', en: 'Solve a captcha first.' },
  wrong: { zh: '人机验证未通过，请重试', en: 'Incorrect captcha. Try again.' },
  broken: {
    zh: '验证服务商未响应，请改用图片验证码',
    en: 'The captcha provider did not respond. Use the image captcha.',
  },
  limited: { zh: '操作受限，请稍后再试', en: 'This action is temporarily restricted. Try again later.' },
} as const satisfies Record<string, LocalizedText>;

/** A user whose request the risk rules may restrict. */
export interface Guarded {
  readonly userId?: number;
  /** IP address of the user; null when unknown. */
  readonly ip: string | null;
  /** The solved captcha. */
  readonly proof: CaptchaAnswer | null;
  readonly locale: Locale;
}

/** Rejects a restricted user. Runs in the call's transaction, so that a repeated call gets its stored response. */
export type RiskCheck = (scope: TxContext) => Promise<void>;

/**
 * Verifies the captcha of a request before the transaction, because verification takes time and works once. A user who has passed
 * is let through for a while, whatever the result of the call; an IP address or network only for this call. No captcha is
 * required while clients cannot show one.
 */
export async function openRiskCheck(deps: ServiceDeps, { proof, locale, ...who }: Guarded): Promise<RiskCheck> {
  const { database, clock, settings } = deps;
  const subjects = toSubjects(deps, who);
  const { forClients } = await settings.read('extensions', 'captcha');
  const challenges = forClients
    ? (await listRestrictions(database.read, subjects, clock())).filter((one) => isChallenge(one, clock()))
    : [];
  const verdict = challenges.length > 0 && proof ? await judgeCaptcha(deps, proof) : 'missing';
  const passed = verdict === 'right' ? challenges : [];
  if (passed.length > 0) await database.transaction((tx) => recordPass(tx, passed, clock()));
  const isUnsolved = (one: Restriction, at: number) => isChallenge(one, at) && !passed.some(({ id }) => id === one.id);
  return async ({ tx, at }) => {
    const found = await listRestrictions(tx, subjects, at);
    const rejectedUntil = getLimitEnd(found);
    if (rejectedUntil !== null) throw createLimitError(rejectedUntil - at, locale);
    if (forClients && found.some((one) => isUnsolved(one, at))) throw createCaptchaError(verdict, locale);
  };
}

/** Returns the current restrictions of several users, in the order of `userIds`. */
export async function findRestrictionByUser({ database, clock, settings }: ServiceDeps, userIds: readonly number[]) {
  const at = clock();
  const subjects = userIds.map((id): RiskSubject => ({ target: 'person', subject: String(id) }));
  const all = await listRestrictions(database.read, subjects, at);
  const { forClients } = await settings.read('extensions', 'captcha');
  return subjects.map(({ subject }) => {
    const found = all.filter((one) => one.subject === subject);
    return { captcha: forClients && found.some((one) => isChallenge(one, at)), rejectedUntil: getLimitEnd(found) };
  });
}

/** Returns when the last block ends; null when nothing is blocked. */
function getLimitEnd(found: readonly Restriction[]): number | null {
  const ends = found.filter(({ measure }) => measure === 'limit').map(({ until }) => until);
  return ends.length > 0 ? Math.max(...ends) : null;
}

function toSubjects({ keyring }: ServiceDeps, { userId, ip }: Pick<Guarded, 'userId' | 'ip'>): RiskSubject[] {
  const network = createHashNetwork(keyring)(ip);
  return [
    ...(userId === undefined ? [] : [{ target: 'person', subject: String(userId) } as const]),
    ...(ip ? [{ target: 'address', subject: hashAddress(keyring, ip) } as const] : []),
    ...(network === null ? [] : [{ target: 'network', subject: network } as const]),
  ];
}

function createCaptchaError(verdict: CaptchaVerdict['reason'] | 'missing', locale: Locale): ApiError {
  // A user who has passed and is challenged again was restricted again in between.
  const reason = verdict === 'right' ? 'missing' : verdict;
  return new ApiError('captchaNeeded', {
    message: localize(words[reason], locale),
    data: { captchaRequired: true, reason },
  });
}

function createLimitError(leftMs: number, locale: Locale): ApiError {
  const retryAfter = Math.max(1, Math.ceil(leftMs / 1000));
  return new ApiError('tooMany', {
    message: localize(words.limited, locale),
    data: { state: 'restricted' },
    retryAfter,
  });
}
