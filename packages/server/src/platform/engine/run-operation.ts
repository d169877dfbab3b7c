import { ApiError, getResourcePath, type Values } from '@gantry/core';
import { sql } from 'kysely';
import { isSettledByKey, type WriteCall } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import type { CallRequest } from '../http/call.ts';
import { markCallbacks } from '../store/after-commit.ts';
import { type Database, getId, type Row, type Tx } from '../store/database.ts';
import type { Engine, Plan } from './engine.ts';
import type { Operation, OperationResult } from './operation.ts';
import { assertBound } from './validation-errors.ts';

/** Carries an answer out of a transaction that is to leave nothing behind. */
class Undo<T> extends Error {
  readonly answer: T;

  constructor(answer: T) {
    super('undo');
    this.answer = answer;
  }
}

/** Does the work and rolls it back: the answer shows what would have happened. */
export async function runDry<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx): Promise<T> => {
      throw new Undo(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undo) return error.answer as T;
    throw error;
  }
}

/** A verb or action that an entity does in its own way, ready to be run on one record or none. */
export interface Prepared {
  /** Comes before the record is locked. */
  hold(tx: Tx): Promise<void>;
  run(tx: Tx, row: Row | null): Promise<OperationResult>;
  /** What follows the commit; gives the answer. */
  after(data: unknown): Promise<unknown>;
}

/** What an operation is asked to do, and to which record. */
export interface Aimed {
  readonly id: number | null;
  readonly input: Values;
  readonly dryRun?: boolean;
  /** Its key is known: the call comes to the answer of then, and nothing is prepared. */
  readonly isSettled?: boolean;
}

export function findOperation(engine: Engine, plan: Plan, name: string): Operation | null {
  const key = `${plan.resource.name}/${name}`;
  return Object.hasOwn(engine.operations, key) ? (engine.operations[key] ?? null) : null;
}

/** Whether the key of a write is known already; asked only for an operation that has something to prepare. */
export async function isSettled(
  { services }: Engine,
  operation: Operation | null,
  call: WriteCall,
  caller: Caller,
): Promise<boolean> {
  return operation?.prepare !== undefined && isSettledByKey(services, caller, call);
}

/** Does the slow part of an operation, before a transaction is open. */
export async function prepareOperation(
  engine: Engine,
  plan: Plan,
  operation: Operation,
  name: string,
  { id, input, dryRun = false, isSettled = false }: Aimed,
  caller: Caller,
): Promise<Prepared> {
  const call = { caller, services: engine.services, resource: plan.resource, name, id, input };
  const prepared = isSettled ? undefined : await operation.prepare?.({ ...call, dryRun });
  return {
    hold: async (tx) => operation.hold?.({ ...call, tx }),
    async run(tx, row) {
      // The key was forgotten since it was looked up: whoever asks again is prepared for.
      if (isSettled) throw new ApiError('busy');
      if (row !== null && name === 'update') assertBound(plan, row, input, caller);
      return operation.run({ ...call, id: row === null ? id : getId(row), tx, row }, prepared);
    },
    after: async (data) => (operation.after ? operation.after(call, data) : data),
  };
}

/** A call of a resource as the frame of writes knows it. */
export function writeCall(plan: Plan, name: string, call: CallRequest, resourceId: number | null = null): WriteCall {
  return {
    key: call.idempotencyKey,
    call: getResourcePath(plan.resource.name, name),
    body: call.body,
    resource: plan.resource.name,
    action: name,
    resourceId,
  };
}

/** A part of a transaction that is there as a whole or not at all, whatever becomes of the rest. */
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
