import { type CaptchaAnswer, type CaptchaVerdict, Fault, type Locale, say, type Words } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import { createHashNetwork } from '../rewards/network.ts';
import {
  hashAddress,
  isAsking,
  notePass,
  type Restriction,
  type RiskSubject,
  restrictionsOn,
} from '../risk/restrictions.ts';
import { judgeCaptcha } from './captcha-judge.ts';
import type { ServiceNeeds } from './service-context.ts';

const words = {
  missing: { zh: '请先完成人机验证', en: 'Pass a captcha first' },
  wrong: { zh: '人机验证未通过，请重试', en: 'That was not right; try another captcha' },
  broken: { zh: '验证服务商没有答复，请改用图片', en: 'The provider could not say; use the picture' },
  limited: { zh: '操作受限，请稍后再试', en: 'This is refused to you for now' },
} as const satisfies Record<string, Words>;

/** Somebody who asks for something that rules against abuse may restrict. */
export interface Guarded {
  readonly userId?: number;
  /** Where they come from; null when it is not told. */
  readonly ip: string | null;
  /** What they gave to show that they are a person. */
  readonly proof: CaptchaAnswer | null;
  readonly locale: Locale;
}

/** Refuses whoever is restricted; asked within the call's transaction, so that a call sent again gets its answer of then. */
export type RiskGate = (scope: MoneyScope) => Promise<void>;

/**
 * Looks at the proof that came with a call, which takes time and is good once: a person who has passed is let through for a
 * while, whatever becomes of the call, and an address or a network with this call alone. Nobody is asked while clients cannot
 * show a captcha.
 */
export async function openRiskGate(needs: ServiceNeeds, { proof, locale, ...who }: Guarded): Promise<RiskGate> {
  const { database, clock, settings } = needs;
  const subjects = subjectsOf(needs, who);
  const { forClients } = await settings.read('extensions', 'captcha');
  const asking = forClients
    ? (await restrictionsOn(database.read, subjects, clock())).filter((one) => isAsking(one, clock()))
    : [];
  const verdict = asking.length > 0 && proof ? await judgeCaptcha(needs, proof) : 'missing';
  const passed = verdict === 'right' ? asking : [];
  if (passed.length > 0) await database.transaction((tx) => notePass(tx, passed, clock()));
  const isLeft = (one: Restriction, at: number) => isAsking(one, at) && !passed.some(({ id }) => id === one.id);
  return async ({ tx, at }) => {
    const found = await restrictionsOn(tx, subjects, at);
    const refusedUntil = endOfLimits(found);
    if (refusedUntil !== null) throw limited(refusedUntil - at, locale);
    if (forClients && found.some((one) => isLeft(one, at))) throw asked(verdict, locale);
  };
}

/** What is on each of some people now, in their order. */
export async function restrictionOfEach({ database, clock, settings }: ServiceNeeds, userIds: readonly number[]) {
  const at = clock();
  const subjects = userIds.map((id): RiskSubject => ({ target: 'person', subject: String(id) }));
  const all = await restrictionsOn(database.read, subjects, at);
  const { forClients } = await settings.read('extensions', 'captcha');
  return subjects.map(({ subject }) => {
    const found = all.filter((one) => one.subject === subject);
    return { captcha: forClients && found.some((one) => isAsking(one, at)), refusedUntil: endOfLimits(found) };
  });
}

/** When the last refusal ends; null where nothing is refused. */
function endOfLimits(found: readonly Restriction[]): number | null {
  const ends = found.filter(({ measure }) => measure === 'limit').map(({ until }) => until);
  return ends.length > 0 ? Math.max(...ends) : null;
}

function subjectsOf({ keyring }: ServiceNeeds, { userId, ip }: Pick<Guarded, 'userId' | 'ip'>): RiskSubject[] {
  const network = createHashNetwork(keyring)(ip);
  return [
    ...(userId === undefined ? [] : [{ target: 'person', subject: String(userId) } as const]),
    ...(ip ? [{ target: 'address', subject: hashAddress(keyring, ip) } as const] : []),
    ...(network === null ? [] : [{ target: 'network', subject: network } as const]),
  ];
}

function asked(verdict: CaptchaVerdict['reason'] | 'missing', locale: Locale): Fault {
  // Somebody who has passed and is asked all the same was restricted anew in between.
  const reason = verdict === 'right' ? 'missing' : verdict;
  return new Fault('captchaNeeded', {
    message: say(words[reason], locale),
    data: { captchaRequired: true, reason },
  });
}

function limited(leftMs: number, locale: Locale): Fault {
  const retryAfter = Math.max(1, Math.ceil(leftMs / 1000));
  return new Fault('tooMany', { message: say(words.limited, locale), data: { state: 'restricted' }, retryAfter });
}
