import { maskSecret, userIdentity } from '@gantry/core';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Tx } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import type { Provider } from './provider.ts';

/** An account of elsewhere, as its provider vouches for it. */
export interface Account {
  /** Never another's at this provider. */
  readonly subject: string;
  /** The same for one person in several apps of WeChat; null where there is none. */
  readonly unionId: string | null;
  readonly name: string | null;
  /** Only one that the provider has checked. */
  readonly email: string | null;
}

/** What a person brought back from the provider. */
export interface Grant {
  readonly code: string;
  readonly redirectUri: string | null;
  readonly nonce: string | null;
  readonly codeVerifier: string | null;
}

/** What the address of a sign-in is made of. */
export interface SignInOptions {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string | null;
  /** By S256, for OpenID Connect. */
  readonly codeChallenge: string | null;
}

/** Thrown when what the person brought is no good: another sign-in may do. `reason` names no secret. */
export class GrantError extends Error {
  override readonly name = 'GrantError';
  readonly reason: string;

  constructor(reason: string) {
    super(`grant: ${reason}`);
    this.reason = reason;
  }
}

const table = 'user_identities';

/** What tells an account from others without naming it. */
interface Prints {
  readonly fingerprint: string;
  readonly unionFingerprint: string | null;
}

export function createFingerprints(
  { id }: Provider,
  { subject, unionId }: Account,
  keyring: Pick<Keyring, 'mac'>,
): Prints {
  return {
    fingerprint: keyring.mac('search', 'identity', String(id), subject),
    unionFingerprint: unionId === null ? null : keyring.mac('search', 'identity union', unionId),
  };
}

/** Who has an account: linked at this provider, or else by what apps of one WeChat platform share. */
export async function findHolder(tx: Tx, { id }: Provider, { fingerprint, unionFingerprint }: Prints) {
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

/** Serialises whoever signs in by one account, on every server process. */
export async function lockAccount({ tx, dialect }: TxContext, { fingerprint, unionFingerprint }: Prints) {
  await dialect.lock(tx, `identity:${unionFingerprint ?? fingerprint}`);
}

export async function linkAccount(
  { tx, dialect, at }: TxContext,
  userId: number,
  provider: Provider,
  { subject }: Account,
  prints: Prints,
): Promise<void> {
  const values = { userId, providerId: provider.id, mask: maskSecret(subject), ...prints, lastUsedAt: at };
  await insertRecords(tx, dialect, userIdentity, [createRow(userIdentity, values, { by: null, at })]);
}

export async function recordUse({ tx, at }: TxContext, identityId: number): Promise<void> {
  await tx.updateTable(table).set({ last_used_at: at }).where('id', '=', identityId).execute();
}

/** A person who is forgotten signs in by nothing. */
export async function unlinkAll(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}
