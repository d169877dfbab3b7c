import { ApiError, getResourcePath, type Values } from '@gantry/core';
import { sql } from 'kysely';
import { isKeyClaimed, type WriteCall } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import type { CallRequest } from '../http/call.ts';
import { markCallbacks } from '../store/after-commit.ts';
import { type Database, getId, type Row, type Tx } from '../store/database.ts';
import type { Engine, Plan } from './engine.ts';
import type { Operation, OperationResult } from './operation.ts';
import { assertBound } from './validation-errors.ts';

/** Carries a result out of a transaction that is rolled back. */
class RollbackWithResult<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('undo');
    this.result = result;
  }
}

/** Runs the work and rolls it back: the result shows what would have happened. */
export async function runDry<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx): Promise<T> => {
      throw new RollbackWithResult(await work(tx));
    });
  } catch (error) {
    if (error instanceof RollbackWithResult) return error.result as T;
    throw error;
  }
}

/** A custom operation that is ready to run on one record or on none. */
export interface Prepared {
  /** Runs before the record is locked. */
  lock(tx: Tx): Promise<void>;
  run(tx: Tx, row: Row | null): Promise<OperationResult>;
  /** Runs after the commit; returns the response. */
  after(data: unknown): Promise<unknown>;
}

/** The request of an operation, and its record. */
export interface OperationRequest {
  readonly id: number | null;
  readonly input: Values;
  readonly dryRun?: boolean;
  /** The idempotency key has a stored response, which is returned; nothing is prepared. */
  readonly hasStoredResponse?: boolean;
}

export function findOperation(engine: Engine, plan: Plan, name: string): Operation | null {
  const key = `${plan.resource.name}/${name}`;
  return Object.hasOwn(engine.operations, key) ? (engine.operations[key] ?? null) : null;
}

/** Whether the idempotency key of a write has a stored response; looked up only for an operation with `prepare`. */
export async function hasStoredResponse(
  { services }: Engine,
  operation: Operation | null,
  call: WriteCall,
  caller: Caller,
): Promise<boolean> {
  return operation?.prepare !== undefined && isKeyClaimed(services, caller, call);
}

/** Runs the slow part of an operation, before the transaction. */
export async function prepareOperation(
  engine: Engine,
  plan: Plan,
  operation: Operation,
  name: string,
  { id, input, dryRun = false, hasStoredResponse: isSettled = false }: OperationRequest,
  caller: Caller,
): Promise<Prepared> {
  const call = { caller, services: engine.services, resource: plan.resource, name, id, input };
  const prepared = isSettled ? undefined : await operation.prepare?.({ ...call, dryRun });
  return {
    lock: async (tx) => operation.lock?.({ ...call, tx }),
    async run(tx, row) {
      // The stored response expired since the lookup: a retry will be prepared.
      if (isSettled) throw new ApiError('busy');
      if (row !== null && name === 'update') assertBound(plan, row, input, caller);
      return operation.run({ ...call, id: row === null ? id : getId(row), tx, row }, prepared);
    },
    after: async (data) => (operation.after ? operation.after(call, data) : data),
  };
}

/** Returns the write call of a resource for `runWrite`. */
export function createWriteCall(
  plan: Plan,
  name: string,
  call: CallRequest,
  resourceId: number | null = null,
): WriteCall {
  return {
    key: call.idempotencyKey,
    call: getResourcePath(plan.resource.name, name),
    body: call.body,
    resource: plan.resource.name,
    action: name,
    resourceId,
  };
}

/** Runs a part of a transaction in a savepoint: it succeeds or is rolled back independently of the rest. */
export async function runInSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const dropCallbacks = markCallbacks(tx);
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    dropCallbacks();
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    throw error;
  }
}
