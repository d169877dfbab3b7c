/** Domains of one mail service, mapped to the name under which they are counted. */
const sameDomains: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** Domains where dots in the local part make no difference. */
const dotless = ['gmail.com'];

/**
 * Returns the mailbox that an email address belongs to, for gifts, invites and limits: without case, tag (`+...`) and
 * insignificant dots, and with one name for the domains of one service. It is never used to sign in: an email address is
 * displayed and matched as entered.
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

/** Creates the keyed hash under which gifts and invites store a mailbox; it only allows comparison. */
export function createHashMailbox(hash: (contact: string) => string): HashMailbox {
  return (email) => (email === null ? null : hash(`email:${sameMailbox(email)}`));
}
