import { ApiError, type ErrorName, getError } from '@gantry/core';
import type { Logger } from 'pino';
import { Accepted } from '../http/call.ts';
import type { Caller, Clock } from '../http/caller.ts';
import { toLoggable } from '../http/request-log.ts';
import type { Database, Dialect, Tx } from '../store/database.ts';
import type { AuditDraft, AuditTrail } from './audit-trail.ts';
import { isKeyUsed, type KeyedCall, keepAnswer, takeKey } from './idempotency.ts';

/** Of what rooms share, that which a write cannot do without. */
interface WriteDeps {
  readonly database: Database;
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

/** A write as a client asked for it. */
export interface WriteCall {
  /** The `Idempotency-Key` header, when there is one. */
  readonly key: string | null;
  /** The path of the call under the API's base. */
  readonly call: string;
  readonly body: unknown;
  /** What a rejected or failed attempt is logged as. */
  readonly resource: string;
  readonly action: string;
  readonly resourceId?: number | null;
}

export interface WriteResult<T = unknown> {
  /** `data` of the answer, or Accepted. */
  readonly data: T;
  readonly audit?: AuditDraft | readonly AuditDraft[];
  /** Kept for a client that asks again, instead of `data`: when that holds a secret which is shown once. */
  readonly stored?: unknown;
}

type Work<T> = (tx: Tx) => Promise<WriteResult<T>>;

/**
 * Runs a write: its idempotency key, the change and its audit rows are committed together or not at all. A key that was used for the
 * same call returns the stored answer without doing the work again. A rejected or failed attempt is logged.
 */
export async function runWrite<T>(deps: WriteDeps, caller: Caller, call: WriteCall, work: Work<T>): Promise<T> {
  try {
    return await deps.database.transaction((tx) => inFrame(deps, caller, call, work, tx));
  } catch (error) {
    const known = toKnownError(error, deps.database.dialect);
    if (known instanceof ApiError && known.problem === 'storageFull')
      deps.log.error({ requestId: caller.requestId, ...toLoggable(error) }, 'nothing can be written');
    await noteFailure(deps, caller, call, known);
    throw known;
  }
}

/**
 * Whether a call will be answered, or rejected, by its key alone, so that no external work is needed for it. Without a key the
 * database is not queried.
 */
export async function isSettledByKey({ database }: WriteDeps, caller: Caller, { key }: WriteCall): Promise<boolean> {
  return hasKeys(caller) && key !== null && isKeyUsed(database.read, caller.actor.id, key);
}

/**
 * A write with a preparation that is slow or calls an external system. A call that its key answers or rejects skips it, so that the
 * external system is not called again.
 */
export async function runPrepared<T, P>(
  deps: WriteDeps,
  caller: Caller,
  call: WriteCall,
  prepare: () => Promise<P>,
  work: (tx: Tx, prepared: P) => Promise<WriteResult<T>>,
): Promise<T> {
  const done = (await isSettledByKey(deps, caller, call)) ? null : { prepared: await prepare() };
  return runWrite(deps, caller, call, async (tx) => {
    // The key was forgotten since it was looked up: whoever asks again is prepared for.
    if (done === null) throw new ApiError('busy');
    return work(tx, done.prepared);
  });
}

async function inFrame<T>(deps: WriteDeps, caller: Caller, call: WriteCall, work: Work<T>, tx: Tx): Promise<T> {
  const keyed = keyedCall(deps, caller, call);
  const stored = keyed === null ? null : await takeKey(tx, keyed, deps.clock());
  if (stored !== null) {
    const data: unknown = JSON.parse(stored.answer);
    return (stored.code === getError('accepted').code ? new Accepted(data) : data) as T;
  }
  const result = await work(tx);
  const drafts = [result.audit ?? []].flat();
  const entries = await deps.audit.append(tx, caller, ...drafts);
  if (keyed !== null) await keepAnswer(tx, keyed, answerOf(result), entries);
  return result.data;
}

/** A caller without an id has no keys, since they would be shared by everyone. */
const hasKeys = ({ actor }: Caller) => actor.id > 0;

function keyedCall({ audit }: WriteDeps, caller: Caller, { key, call, body }: WriteCall): KeyedCall | null {
  if (key === null || !hasKeys(caller)) return null;
  return { actorId: caller.actor.id, key, call, bodyHash: audit.digest(body) };
}

function answerOf({ data, stored }: WriteResult): { code: number; answer: string } {
  const isAccepted = data instanceof Accepted;
  const answer = stored === undefined ? (isAccepted ? data.data : data) : stored;
  return { code: getError(isAccepted ? 'accepted' : 'ok').code, answer: JSON.stringify(answer ?? null) };
}

/** A full, failing or silent database as a fault that says so; any other error as it is. */
function toKnownError(error: unknown, dialect: Dialect): unknown {
  if (error instanceof ApiError) return error;
  if (dialect.isFull(error)) return new ApiError('storageFull');
  return dialect.isBusy(error) ? new ApiError('busy') : error;
}

/**
 * Mistakes, waits and requests for confirmation are no events: a password that was asked for denies nothing. The database cannot store
 * what it has no room for.
 */
const unlogged: readonly ErrorName[] = ['invalid', 'keyReused', 'busy', 'storageFull', 'tooMany', 'stepUpNeeded'];

async function noteFailure(deps: WriteDeps, caller: Caller, call: WriteCall, error: unknown): Promise<void> {
  const name = error instanceof ApiError ? error.problem : 'failed';
  if (unlogged.includes(name)) return;
  const { resource, action, resourceId = null } = call;
  const result = name === 'denied' ? 'denied' : 'error';
  await deps.audit.note(caller, { resource, resourceId, action, result, reason: name }).catch((failure: unknown) => {
    deps.log.error({ requestId: caller.requestId, error: kindOf(failure) }, 'a failed try could not be audited');
  });
}

/** Its message may quote what someone typed, so it stays out of the log. */
function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
