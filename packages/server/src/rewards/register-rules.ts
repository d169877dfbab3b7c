import { Fault, type Locale, say, type Words } from '@gantry/core';
import type { RegisterTerms } from './register-terms.ts';

const words = {
  closed: { zh: '注册未开放', en: 'Registration is closed' },
  alias: { zh: '请使用不带别名的邮箱地址', en: 'Use the address without an alias' },
  domain: { zh: '不支持该邮箱域名', en: 'Addresses of this domain are not accepted' },
} as const satisfies Record<string, Words>;

/** Refuses a registration that the settings do not let in. */
export function assertMayRegister(
  { enabled, emailDomains, blockAlias }: RegisterTerms,
  email: string | null,
  locale: Locale,
): void {
  const refuse = (field: string, refusal: Words, reason: string) => {
    throw new Fault('invalid', { errors: { [field]: [say(refusal, locale)] }, data: { reason } });
  };
  if (!enabled) refuse('username', words.closed, 'closed');
  if (email === null) return;
  const [name = '', domain = ''] = splitEmail(email);
  if (blockAlias && name.includes('+')) refuse('email', words.alias, 'alias');
  const allowed = (emailDomains ?? []).map((entry) => entry.trim().replace(/^@/u, '').toLowerCase());
  if (allowed.length > 0 && !allowed.includes(domain)) refuse('email', words.domain, 'domain');
}

function splitEmail(email: string): [string, string] {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
}

/** Mailboxes where dots in the name make no difference. */
const dotless = ['gmail.com', 'googlemail.com'];

/** An address without case, alias and dots that make no difference: who has it is one person. */
export function sameEmail(email: string): string {
  const [name, domain] = splitEmail(email);
  const [plain = ''] = name.split('+');
  return `${dotless.includes(domain) ? plain.replaceAll('.', '') : plain}@${domain}`;
}
