import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';

const words = {
  closed: { zh: '注册未开放', en: 'Registration is closed' },
  way: { zh: '这种注册方式未开放', en: 'This registration method is not available.' },
  alias: { zh: '请使用不带别名的邮箱地址', en: 'Use the email address without an alias.' },
  domain: { zh: '不支持该邮箱域名', en: 'Email addresses of this domain are not accepted.' },
} as const satisfies Record<string, LocalizedText>;

/** The contacts of a user; null for each that is missing. */
export interface Reachable {
  readonly email: string | null;
  readonly phone: string | null;
}

function reject(field: string, rejection: LocalizedText, reason: string, locale: Locale): never {
  throw new ApiError('invalid', { errors: { [field]: [localize(rejection, locale)] }, data: { reason } });
}

/** Rejects while registration is disabled. */
export function assertOpen({ enabled }: RegisterTerms, locale: Locale): void {
  if (!enabled) reject('username', words.closed, 'closed', locale);
}

/** Rejects a registration that the settings do not allow. */
export function assertMayRegister(terms: RegisterTerms, reachable: Reachable, locale: Locale): void {
  assertOpen(terms, locale);
  const { email, phone } = reachable;
  if (email === null && phone === null && !terms.ways?.includes('username'))
    reject('username', words.way, 'way', locale);
  assertMayReach(terms, reachable, locale);
}

/** Rejects an email address or a phone number that the settings do not allow. */
export function assertMayReach(terms: RegisterTerms, reachable: Reachable, locale: Locale): void {
  const found = toRejection(terms, reachable);
  if (found) reject(found.field, words[found.reason], found.reason, locale);
}

export function canReach(terms: RegisterTerms, reachable: Reachable): boolean {
  return toRejection(terms, reachable) === null;
}

function toRejection(
  { ways, emailDomains, blockAlias }: RegisterTerms,
  { email, phone }: Reachable,
): { readonly field: 'email' | 'phone'; readonly reason: 'way' | 'alias' | 'domain' } | null {
  if (phone !== null && !ways?.includes('phone')) return { field: 'phone', reason: 'way' };
  if (email === null) return null;
  if (!ways?.includes('email')) return { field: 'email', reason: 'way' };
  const [name = '', domain = ''] = splitEmail(email);
  if (blockAlias && name.includes('+')) return { field: 'email', reason: 'alias' };
  const allowed = (emailDomains ?? []).map((entry) => entry.trim().replace(/^@/u, '').toLowerCase());
  if (allowed.length > 0 && !allowed.includes(domain)) return { field: 'email', reason: 'domain' };
  return null;
}

function splitEmail(email: string): [string, string] {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
}

/** The registration settings. */
export type RegisterTerms = GroupValues<'system', 'register'>;

export async function readRegisterTerms(settings: SettingsReader): Promise<RegisterTerms> {
  const { enabled, emailDomains, blockAlias, perIpPerHour, perIpPerDay, ...more } = await settings.read(
    'system',
    'register',
  );
  const { ways, emailVerify, phoneVerify, codesPerIpPerDay, ...gifts } = more;
  const { giftCoin, giftCompute, giftDays, giftOncePerEmail, firstN, firstNCoin, firstNCompute } = gifts;
  const first = { firstN, firstNCoin, firstNCompute };
  return {
    ...{ enabled, emailDomains, blockAlias, perIpPerHour, perIpPerDay },
    ...{ ways, emailVerify, phoneVerify, codesPerIpPerDay },
    ...{ giftCoin, giftCompute, giftDays, giftOncePerEmail, ...first },
  };
}
