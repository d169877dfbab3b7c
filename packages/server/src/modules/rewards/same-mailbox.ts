/** Domains of one mail service, by the name under which they are counted. */
const sameDomains: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** Domains where dots in the name make no difference. */
const dotless = ['gmail.com'];

/**
 * The mailbox that an email address belongs to, for gifts, invites and limits: without case, tag (`+...`), dots that make no difference,
 * and with one name for the domains of one service. It is never used to sign in: an address is shown and matched as it was entered.
 */
export function sameMailbox(email: string): string {
  const address = email.normalize('NFKC').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const [name, typed] = [address.slice(0, at), address.slice(at + 1).replace(/\.$/, '')];
  const domain = sameDomains[typed] ?? typed;
  const [untagged = ''] = name.split('+');
  const plain = dotless.includes(domain) ? untagged.replaceAll('.', '') : untagged;
  return `${plain === '' ? name : plain}@${domain}`;
}

export type HashMailbox = (email: string | null) => string | null;

/** Mailboxes as gifts and invites are stored with them: only equal ones can be told. `hash` is keyed. */
export function createHashMailbox(hash: (contact: string) => string): HashMailbox {
  return (email) => (email === null ? null : hash(`email:${sameMailbox(email)}`));
}
