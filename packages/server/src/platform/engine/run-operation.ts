import { ApiError, type Values } from '@gantry/core';
import { isSettledByKey, type WriteCall } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import type { Row, Tx } from '../store/database.ts';
import type { Engine, Plan } from './engine.ts';
import type { Operation, OperationResult } from './operation.ts';
import { assertBound } from './validation-errors.ts';

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
      return operation.run({ ...call, id: row === null ? id : Number(row.id), tx, row }, prepared);
    },
    after: async (data) => (operation.after ? operation.after(call, data) : data),
  };
}
