import type { OutboundClient } from '../../../platform/outbound/index.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Reader, RowOf } from '../../../platform/store/database.ts';

export const providerTable = 'identity_providers';
const place = (id: number) => ({ table: providerTable, id, column: 'secret' });

export type ProviderKind = 'oidc' | 'wechat' | 'wechatMini';

/** A provider with its secret. */
export interface Provider {
  readonly id: number;
  readonly code: string;
  readonly kind: ProviderKind;
  readonly clientId: string;
  readonly secret: string;
  readonly issuer: string | null;
  readonly scope: string | null;
  readonly timeoutMs: number;
  readonly mayRegister: boolean;
}

/** What calling a provider needs. */
export interface ProviderContext {
  readonly outbound: OutboundClient;
}

export const sealSecret = (keyring: Pick<Keyring, 'seal'>, id: number, secret: string): string =>
  keyring.seal(place(id), secret);

const getText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function openProvider(keyring: Pick<Keyring, 'open'>, row: RowOf<'identity_providers'>): Provider {
  const id = row.id;
  return {
    id,
    code: row.code,
    kind: row.kind as ProviderKind,
    clientId: row.client_id,
    secret: keyring.open(place(id), row.secret ?? ''),
    issuer: getText(row.issuer),
    scope: getText(row.scope),
    timeoutMs: row.timeout_seconds * 1000,
    mayRegister: Boolean(row.may_register),
  };
}

/** Returns the provider with a code if it is enabled. */
export async function findEnabledProvider(read: Reader, code: string): Promise<RowOf<'identity_providers'> | null> {
  const row = await read
    .selectFrom(providerTable)
    .selectAll()
    .where('code', '=', code)
    .where('status', '=', 'enabled')
    .executeTakeFirst();
  return row ?? null;
}
