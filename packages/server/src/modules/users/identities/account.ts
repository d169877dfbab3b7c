import { maskSecret, userIdentity } from '@gantry/core';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Tx } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import type { Provider } from './provider.ts';

/** A third-party account, as verified by its provider. */
export interface Account {
  /** Unique at this provider. */
  readonly subject: string;
  /** The same for one person in several WeChat apps; null where there is none. */
  readonly unionId: string | null;
  readonly name: string | null;
  /** Only an email address that the provider has verified. */
  readonly email: string | null;
}

/** What the user's client received from the provider. */
export interface Grant {
  readonly code: string;
  readonly redirectUri: string | null;
  readonly nonce: string | null;
  readonly codeVerifier: string | null;
}

/** The parameters of a sign-in URL. */
export interface SignInOptions {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string | null;
  /** PKCE challenge (S256), for OpenID Connect. */
  readonly codeChallenge: string | null;
}

/** Thrown when the grant is invalid; a new sign-in may succeed. `reason` contains no secret. */
export class GrantError extends Error {
  override readonly name = 'GrantError';
  readonly reason: string;

  constructor(reason: string) {
    super(`grant: ${reason}`);
    this.reason = reason;
  }
}

const table = 'user_identities';

/** Keyed hashes of an account, which allow comparison without storing it. */
interface Fingerprints {
  readonly fingerprint: string;
  readonly unionFingerprint: string | null;
}

export function createFingerprints(
  { id }: Provider,
  { subject, unionId }: Account,
  keyring: Pick<Keyring, 'mac'>,
): Fingerprints {
  return {
    fingerprint: keyring.mac('search', 'identity', String(id), subject),
    unionFingerprint: unionId === null ? null : keyring.mac('search', 'identity union', unionId),
  };
}

/**
 * Returns the user of an account: linked at this provider, or through the union ID that the apps of one WeChat platform share.
 */
export async function findHolder(tx: Tx, { id }: Provider, { fingerprint, unionFingerprint }: Fingerprints) {
  const linked = await tx
    .selectFrom(table)
    .select(['id', 'user_id'])
    .where('provider_id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  if (linked) return { userId: linked.user_id, identityId: linked.id };
  if (unionFingerprint === null) return null;
  const united = await tx
    .selectFrom(table)
    .select('user_id')
    .where('union_fingerprint', '=', unionFingerprint)
    .orderBy('id')
    .executeTakeFirst();
  return united ? { userId: united.user_id, identityId: null } : null;
}

/** Serializes sign-ins by one account across all server processes. */
export async function lockAccount({ tx, dialect }: TxContext, { fingerprint, unionFingerprint }: Fingerprints) {
  await dialect.lock(tx, `identity:${unionFingerprint ?? fingerprint}`);
}

export async function linkAccount(
  { tx, dialect, at }: TxContext,
  userId: number,
  provider: Provider,
  { subject }: Account,
  prints: Fingerprints,
): Promise<void> {
  const values = { userId, providerId: provider.id, mask: maskSecret(subject), ...prints, lastUsedAt: at };
  await insertRecords(tx, dialect, userIdentity, [createRow(userIdentity, values, { by: null, at })]);
}

export async function recordUse({ tx, at }: TxContext, identityId: number): Promise<void> {
  await tx.updateTable(table).set({ last_used_at: at }).where('id', '=', identityId).execute();
}

/** Removes all linked accounts of an erased user. */
export async function unlinkAll(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}
