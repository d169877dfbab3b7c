import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Row } from '../../platform/store/database.ts';

/** Where money is sent to: sealed at rest, and shown whole to nobody who has not just proved themselves. */
export interface PayoutAccount {
  readonly account: string;
  readonly realName: string;
}

const place = (id: number, column: 'account' | 'real_name') => ({ table: 'withdrawals', id, column });

export function sealAccount(keyring: Keyring, id: number, { account, realName }: PayoutAccount) {
  return {
    account: keyring.seal(place(id, 'account'), account),
    real_name: keyring.seal(place(id, 'real_name'), realName),
  };
}

export function openAccount(keyring: Keyring, row: Row): PayoutAccount {
  const id = Number(row.id);
  return {
    account: keyring.open(place(id, 'account'), String(row.account)),
    realName: keyring.open(place(id, 'real_name'), String(row.real_name)),
  };
}

/** What of an account may be seen: its last four characters, and of a short one its last. */
export function maskAccount(account: string): string {
  return `***${account.slice(account.length >= 8 ? -4 : -1)}`;
}

/** What of a name may be seen: its first character. */
export function maskName(name: string): string {
  return `${[...name][0] ?? ''}**`;
}
