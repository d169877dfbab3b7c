import { type AnyResource, ApiError, type FieldErrors, type Values } from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import type { Cell, Dialect, Row, Tx } from '../../store/database.ts';
import { changeRecord, createRow, insertRecords, toChangedCells } from '../../store/records.ts';
import { createChangedDraft, createCreatedDraft, pickDiffering } from '../changes.ts';
import { createPlan } from '../engine.ts';
import type { Operation, OperationCall, OperationResult } from '../operation.ts';
import { presentRow } from '../present.ts';
import { assertReferences, reportTaken } from '../validation-errors.ts';
import { findChangesSince } from './version-record.ts';

/** The arguments of a rule: the record as it will be. */
export interface RuleInput {
  readonly tx: Tx;
  readonly dialect: Dialect;
  /** The stored record; null for a new record. */
  readonly row: Row | null;
  readonly values: Values;
  readonly caller: Caller;
}

/** A rule that depends on other records: returns the errors by field, or null. */
export type Rule = (ruleInput: RuleInput) => Promise<FieldErrors | null>;

/** Derives the values of read-only fields from the new values of the record. */
export type Derive = (values: Values) => Values;

/**
 * Returns create and update operations that check a rule about other records, whatever client the change comes from. With a log
 * of versions, the record stores whether it has changed since it was published.
 */
export function createGuardedWrites(
  resource: AnyResource,
  rule: Rule,
  derive: Derive = () => ({}),
  log: AnyResource | null = null,
): { create: Operation; update: Operation } {
  const plan = createPlan(resource);
  const assert = async ({ tx, caller, services, row }: OperationCall, values: Values) => {
    const errors = await rule({ tx, dialect: services.database.dialect, row, values, caller });
    if (errors) throw new ApiError('invalid', { errors });
  };
  return {
    create: {
      assertUndoAllowed: (call) => assert(call, call.input),
      async run(call) {
        const { tx, caller, input } = call;
        await assertReferences(tx, plan, input, caller);
        await assert(call, input);
        return insertNew(call, { ...input, ...derive(input) });
      },
    },
    update: {
      canReverse: true,
      async run(call) {
        const { services, tx, caller, input, row } = call;
        if (row === null) throw new ApiError('notFound');
        const { database, clock } = services;
        const newValues = { ...plan.current(row), ...input };
        const writtenCells = toChangedCells(resource, input);
        const since = log ? await findChangesSince(tx, resource, log, { ...row, ...writtenCells }) : {};
        const derivedCells = toChangedCells(resource, { ...derive(newValues), ...since });
        const cells = pickDiffering(row, { ...writtenCells, ...derivedCells }) as Record<string, Cell>;
        if (Object.keys(cells).length === 0) return { data: await presentRow(services, tx, resource, row, caller) };
        await assertReferences(tx, plan, input, caller);
        await assert(call, newValues);
        const stamp = { by: caller.actor.id, at: clock() };
        const after = await reportTaken(database, plan, caller, () =>
          changeRecord(tx, database.dialect, resource, row, cells, stamp),
        );
        const data = await presentRow(services, tx, resource, after, caller);
        // Derived fields are left out: an undo derives them again.
        return { data, audit: createChangedDraft(resource, 'update', row, pickDiffering(row, writtenCells)) };
      },
    },
  };
}

/** Returns the operation of the `move` action: an update of the category, with an undo. */
export function createMoveOperation(update: Operation): Operation {
  return { ...update, undo: { fields: ['categoryId'] } };
}

/** Returns the `move` operation of an entity without a rule for changes. */
export const createUnguardedMove = (resource: AnyResource) =>
  createMoveOperation(createGuardedWrites(resource, async () => null).update);

/** Inserts a record of the call's resource from validated values. */
export async function insertNew(call: OperationCall, values: Values): Promise<OperationResult> {
  const { services, resource, tx, caller, name } = call;
  const { database, clock } = services;
  const row = createRow(resource, values, { by: caller.actor.id, at: clock() });
  const [id = 0] = await reportTaken(database, createPlan(resource), caller, () =>
    insertRecords(tx, database.dialect, resource, [row]),
  );
  const data = await presentRow(services, tx, resource, { ...row, id }, caller);
  return { data, audit: { ...createCreatedDraft(resource, id, row), action: name } };
}

/** Updates columns of the locked record; returns the record and the audit entry of the differences. */
export async function changeLocked(
  call: OperationCall,
  cells: Readonly<Record<string, Cell>>,
): Promise<OperationResult> {
  const { tx, services, caller, resource, name, row } = call;
  const before = row ?? {};
  const stamp = { by: caller.actor.id, at: services.clock() };
  const after = await reportTaken(services.database, createPlan(resource), caller, () =>
    changeRecord(tx, services.database.dialect, resource, before, cells, stamp),
  );
  const reason = typeof call.input.reason === 'string' ? { reason: call.input.reason } : {};
  const data = await presentRow(services, tx, resource, after, caller);
  return { data, audit: { ...createChangedDraft(resource, name, before, pickDiffering(before, cells)), ...reason } };
}
