import { ApiError } from '@gantry/core';
import type { Database, Reader, Tx } from '../store/database.ts';
import { prepareQuery } from '../store/prepared-query.ts';

/** How long an answer is stored for repeated calls, in ms. */
const retentionMs = 72 * 60 * 60_000;

/** A write as its key knows it. */
export interface KeyedCall {
  readonly actorId: number;
  readonly key: string;
  /** The path of the call. */
  readonly call: string;
  /** Keyed digest of the body. */
  readonly bodyHash: string;
}

/** The answer that was given to a key: the code and `data` as JSON. */
export interface StoredAnswer {
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

type AnswerColumn = 'actor_id' | 'key' | 'code' | 'answer' | 'audit_ids';
const writeAnswer = prepareQuery((on, slot: (column: AnswerColumn) => never) =>
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
 * Takes a key for this transaction, before anything else is done in it: another call with the same key waits here until it
 * ends. Returns the stored answer when the key was used for the same call already; rejects when it was for another one.
 */
export async function takeKey(tx: Tx, call: KeyedCall, now: number): Promise<StoredAnswer | null> {
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

/** The answer that was given to this very call; null when there is none. */
export async function answerOfKey(read: Reader, call: KeyedCall): Promise<StoredAnswer | null> {
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

/** Whether a call came under this key before, whatever it was for. */
export async function isKeyUsed(read: Reader, actorId: number, key: string): Promise<boolean> {
  const row = await read
    .selectFrom('idempotency_keys')
    .select('key')
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the answer under its key with the IDs of the audit entries, in the transaction of the change. */
export async function keepAnswer(
  tx: Tx,
  call: KeyedCall,
  { code, answer }: StoredAnswer,
  entries: readonly number[] = [],
): Promise<void> {
  const written = { code, answer, audit_ids: entries.length === 0 ? null : entries.join(',') };
  await writeAnswer(tx, { actor_id: call.actorId, key: call.key, ...written });
}

/** Forgets keys that are older than 72 hours. Gives how many. */
export async function purgeKeys(database: Database, now: number): Promise<number> {
  const { numDeletedRows } = await database.transaction((tx) =>
    tx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', now - retentionMs)
      .executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

/** IDs of the audit entries that a call of this admin wrote under this key; none once the key is purged. */
export async function findEntriesByKey(read: Reader, actorId: number, key: string): Promise<number[]> {
  const row = await read
    .selectFrom('idempotency_keys')
    .select('audit_ids')
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.audit_ids ? row.audit_ids.split(',').map(Number) : [];
}

/** What the platform calls one thing that it asks for, in words of its own. */
interface NamedRequest {
  readonly userId: number;
  readonly requestId: string;
  /** The path of the call under the service API. */
  readonly path: string;
  /** A digest of the request: none of its text is stored. */
  readonly subject: string;
}

/** Names belong to the platform and not to a client, whichever of its clients sends the call. */
const platform = 0;

/**
 * Binds the name of a request to what is requested under it, so that another request under the same name is rejected even where the
 * first left no hold and no record. Names are purged with the keys of calls. Repeating the same request does nothing.
 */
export async function takeRequest(
  { tx, at }: { readonly tx: Tx; readonly at: number },
  request: NamedRequest,
): Promise<void> {
  const { userId, requestId, path, subject } = request;
  // No key of a client has a space in it.
  const key = `${path} ${userId} ${requestId}`;
  await takeKey(tx, { actorId: platform, key, call: `/service${path}`, bodyHash: subject }, at);
}
