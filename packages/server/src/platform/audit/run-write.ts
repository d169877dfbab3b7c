import { ApiError, type ErrorName, getError } from '@gantry/core';
import type { Logger } from 'pino';
import { Accepted } from '../http/call.ts';
import type { Caller, Clock } from '../http/caller.ts';
import { toLoggable } from '../http/request-log.ts';
import type { Database, Dialect, Tx } from '../store/database.ts';
import type { AuditDraft, AuditTrail } from './audit-trail.ts';
import { claimKey, isKeyUsed, type KeyedCall, storeResponse } from './idempotency.ts';

/** The services that a write needs. */
interface WriteDeps {
  readonly database: Database;
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

/** A write request of a client. */
export interface WriteCall {
  /** The `Idempotency-Key` header, when there is one. */
  readonly key: string | null;
  /** The path of the call under the API's base. */
  readonly call: string;
  readonly body: unknown;
  /** Resource and action of the audit entry of a rejected or failed attempt. */
  readonly resource: string;
  readonly action: string;
  readonly resourceId?: number | null;
}

export interface WriteResult<T = unknown> {
  /** The `data` of the response, or Accepted. */
  readonly data: T;
  readonly audit?: AuditDraft | readonly AuditDraft[];
  /** Stored for retries with the same key in place of `data`, when `data` contains a secret that is shown only once. */
  readonly stored?: unknown;
}

type WriteWork<T> = (tx: Tx) => Promise<WriteResult<T>>;

/**
 * Runs a write: its idempotency key, the change and its audit entries are committed together or not at all. For a key that was
 * already used for the same call, it returns the stored response without running the work. A rejected or failed attempt is
 * audited.
 */
export async function runWrite<T>(deps: WriteDeps, caller: Caller, call: WriteCall, work: WriteWork<T>): Promise<T> {
  try {
    return await deps.database.transaction((tx) => runWithKey(deps, caller, call, work, tx));
  } catch (error) {
    const known = toKnownError(error, deps.database.dialect);
    if (known instanceof ApiError && known.problem === 'storageFull')
      deps.log.error({ requestId: caller.requestId, ...toLoggable(error) }, 'nothing can be written');
    await auditFailure(deps, caller, call, known);
    throw known;
  }
}

/**
 * Whether the key of a call determines the response or rejection, so that no external work is needed. Without a key the database
 * is not queried.
 */
export async function isKeyClaimed({ database }: WriteDeps, caller: Caller, { key }: WriteCall): Promise<boolean> {
  return hasKeys(caller) && key !== null && isKeyUsed(database.read, caller.actor.id, key);
}

/**
 * Runs a write with a preparation that is slow or calls an external system. The preparation is skipped if the key determines the
 * response, so that the external system is not called again.
 */
export async function runPrepared<T, P>(
  deps: WriteDeps,
  caller: Caller,
  call: WriteCall,
  prepare: () => Promise<P>,
  work: (tx: Tx, prepared: P) => Promise<WriteResult<T>>,
): Promise<T> {
  const preparation = (await isKeyClaimed(deps, caller, call)) ? null : { prepared: await prepare() };
  return runWrite(deps, caller, call, async (tx) => {
    // The stored response expired since the lookup: a retry will be prepared.
    if (preparation === null) throw new ApiError('busy');
    return work(tx, preparation.prepared);
  });
}

async function runWithKey<T>(deps: WriteDeps, caller: Caller, call: WriteCall, work: WriteWork<T>, tx: Tx): Promise<T> {
  const keyed = toKeyedCall(deps, caller, call);
  const stored = keyed === null ? null : await claimKey(tx, keyed, deps.clock());
  if (stored !== null) {
    const data: unknown = JSON.parse(stored.answer);
    return (stored.code === getError('accepted').code ? new Accepted(data) : data) as T;
  }
  const result = await work(tx);
  const drafts = [result.audit ?? []].flat();
  const entries = await deps.audit.append(tx, caller, ...drafts);
  if (keyed !== null) await storeResponse(tx, keyed, toStoredResponse(result), entries);
  return result.data;
}

/** A caller without an id has no keys, since they would be shared by everyone. */
const hasKeys = ({ actor }: Caller) => actor.id > 0;

function toKeyedCall({ audit }: WriteDeps, caller: Caller, { key, call, body }: WriteCall): KeyedCall | null {
  if (key === null || !hasKeys(caller)) return null;
  return { actorId: caller.actor.id, key, call, bodyHash: audit.digest(body) };
}

function toStoredResponse({ data, stored }: WriteResult): { code: number; answer: string } {
  const isAccepted = data instanceof Accepted;
  const answer = stored === undefined ? (isAccepted ? data.data : data) : stored;
  return { code: getError(isAccepted ? 'accepted' : 'ok').code, answer: JSON.stringify(answer ?? null) };
}

/** Converts the error of a full, failing or unresponsive database to an ApiError; returns other errors unchanged. */
function toKnownError(error: unknown, dialect: Dialect): unknown {
  if (error instanceof ApiError) return error;
  if (dialect.isFull(error)) return new ApiError('storageFull');
  return dialect.isBusy(error) ? new ApiError('busy') : error;
}

/**
 * Errors that are not audited: invalid input, retries and step-up requests are not events, and a full database cannot store an
 * entry.
 */
const unauditedErrors: readonly ErrorName[] = [
  'invalid',
  'keyReused',
  'busy',
  'storageFull',
  'tooMany',
  'stepUpNeeded',
];

async function auditFailure(deps: WriteDeps, caller: Caller, call: WriteCall, error: unknown): Promise<void> {
  const name = error instanceof ApiError ? error.problem : 'failed';
  if (unauditedErrors.includes(name)) return;
  const { resource, action, resourceId = null } = call;
  const result = name === 'denied' ? 'denied' : 'error';
  await deps.audit.note(caller, { resource, resourceId, action, result, reason: name }).catch((failure: unknown) => {
    deps.log.error({ requestId: caller.requestId, error: getErrorName(failure) }, 'a failed try could not be audited');
  });
}

/** Returns the name of an error. Its message is not logged, since it may quote user input. */
function getErrorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
