import { ApiError } from '@gantry/core';
import type { Database, Reader, Tx } from '../store/database.ts';
import { prepareQuery } from '../store/prepared-query.ts';

/** How long a response is stored for retries, in ms. */
const retentionMs = 72 * 60 * 60_000;

/** A write with its idempotency key. */
export interface KeyedCall {
  readonly actorId: number;
  readonly key: string;
  /** The path of the call. */
  readonly call: string;
  /** Keyed digest of the body. */
  readonly bodyHash: string;
}

/** The stored response of a key: the code and `data` as JSON. */
export interface StoredResponse {
  readonly code: number;
  readonly answer: string;
}

type KeyColumn = 'actor_id' | 'key' | 'call' | 'body_hash' | 'created_at';
const insertKey = prepareQuery((on, slot: (column: KeyColumn) => never) =>
  on
    .insertInto('idempotency_keys')
    .values({
      actor_id: slot('actor_id'),
      key: slot('key'),
      call: slot('call'),
      body_hash: slot('body_hash'),
      created_at: slot('created_at'),
    })
    .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing()),
);

type ResponseColumn = 'actor_id' | 'key' | 'code' | 'answer' | 'audit_ids';
const updateResponse = prepareQuery((on, slot: (column: ResponseColumn) => never) =>
  on
    .updateTable('idempotency_keys')
    .set({
      code: slot('code'),
      answer: slot('answer'),
      audit_ids: slot('audit_ids'),
    })
    .where('actor_id', '=', slot('actor_id'))
    .where('key', '=', slot('key')),
);

/**
 * Claims a key in this transaction, before any other work: another call with the same key waits here until the transaction ends.
 * Returns the stored response if the key was already used for the same call; rejects if it was used for another one.
 */
export async function claimKey(tx: Tx, call: KeyedCall, now: number): Promise<StoredResponse | null> {
  const row = { actor_id: call.actorId, key: call.key, call: call.call, body_hash: call.bodyHash, created_at: now };
  const { numAffectedRows = 0n } = await insertKey(tx, row);
  if (numAffectedRows > 0n) return null;
  const stored = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('actor_id', '=', call.actorId)
    .where('key', '=', call.key)
    .executeTakeFirstOrThrow();
  if (stored.call !== call.call || stored.body_hash !== call.bodyHash) throw new ApiError('keyReused');
  return { code: Number(stored.code), answer: String(stored.answer) };
}

/** Returns the stored response of a call; null without one. */
export async function findStoredResponse(read: Reader, call: KeyedCall): Promise<StoredResponse | null> {
  const stored = await read
    .selectFrom('idempotency_keys')
    .select(['code', 'answer'])
    .where('actor_id', '=', call.actorId)
    .where('key', '=', call.key)
    .where('call', '=', call.call)
    .where('body_hash', '=', call.bodyHash)
    .where('answer', 'is not', null)
    .executeTakeFirst();
  return stored ? { code: Number(stored.code), answer: String(stored.answer) } : null;
}

/** Whether the key was used before, for any call. */
export async function isKeyUsed(read: Reader, actorId: number, key: string): Promise<boolean> {
  const row = await read
    .selectFrom('idempotency_keys')
    .select('key')
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the response of a key with the ids of the audit entries, in the transaction of the change. */
export async function storeResponse(
  tx: Tx,
  call: KeyedCall,
  { code, answer }: StoredResponse,
  entries: readonly number[] = [],
): Promise<void> {
  const written = { code, answer, audit_ids: entries.length === 0 ? null : entries.join(',') };
  await updateResponse(tx, { actor_id: call.actorId, key: call.key, ...written });
}

/** Purges keys that are older than 72 hours. Returns their number. */
export async function purgeKeys(database: Database, now: number): Promise<number> {
  const { numDeletedRows } = await database.transaction((tx) =>
    tx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', now - retentionMs)
      .executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

/** Returns the ids of the audit entries that a call of the actor wrote with this key; empty when the key is purged. */
export async function findEntriesByKey(read: Reader, actorId: number, key: string): Promise<number[]> {
  const row = await read
    .selectFrom('idempotency_keys')
    .select('audit_ids')
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.audit_ids ? row.audit_ids.split(',').map(Number) : [];
}

/** A request of the platform, by the id that the platform chose for it. */
interface PlatformRequest {
  readonly userId: number;
  readonly requestId: string;
  /** The path of the call under the service API. */
  readonly path: string;
  /** A digest of the request, whose text is not stored. */
  readonly subject: string;
}

/** Request ids belong to the platform, not to the client that sends the call. */
const platformActor = 0;

/**
 * Binds a request id to its request, so that another request with the same id is rejected even if the first one left no hold and
 * no record. Request ids are purged with the idempotency keys. Repeating the same request does nothing.
 */
export async function claimRequest(
  { tx, at }: { readonly tx: Tx; readonly at: number },
  request: PlatformRequest,
): Promise<void> {
  const { userId, requestId, path, subject } = request;
  // Keys of clients contain no spaces.
  const key = `${path} ${userId} ${requestId}`;
  await claimKey(tx, { actorId: platformActor, key, call: `/service${path}`, bodyHash: subject }, at);
}
