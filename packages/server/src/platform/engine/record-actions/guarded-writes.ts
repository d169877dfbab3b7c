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

/** What a rule looks at: the record as it is going to be. */
export interface Guarded {
  readonly tx: Tx;
  readonly dialect: Dialect;
  /** As stored; null for a new record. */
  readonly row: Row | null;
  readonly values: Values;
  readonly caller: Caller;
}

/** A rule that a record must satisfy together with others: returns the errors by field, or null. */
export type Rule = (guarded: Guarded) => Promise<FieldErrors | null>;

/** Read-only fields: derives their values from the record's other values as they are going to be. */
export type Derive = (values: Values) => Values;

/**
 * Creating and changing under a rule that looks at other records, whichever door they come through. With a log of versions the
 * record says whether it has changed since it was published.
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
      admits: (call) => assert(call, call.input),
      async run(call) {
        const { tx, caller, input } = call;
        await assertReferences(tx, plan, input, caller);
        await assert(call, input);
        return insertNew(call, { ...input, ...derive(input) });
      },
    },
    update: {
      reverses: true,
      async run(call) {
        const { services, tx, caller, input, row } = call;
        if (row === null) throw new ApiError('notFound');
        const { database, clock } = services;
        const full = { ...plan.current(row), ...input };
        const own = toChangedCells(resource, input);
        const since = log ? await findChangesSince(tx, resource, log, { ...row, ...own }) : {};
        const follows = toChangedCells(resource, { ...derive(full), ...since });
        const cells = pickDiffering(row, { ...own, ...follows }) as Record<string, Cell>;
        if (Object.keys(cells).length === 0) return { data: await presentRow(services, tx, resource, row, caller) };
        await assertReferences(tx, plan, input, caller);
        await assert(call, full);
        const stamp = { by: caller.actor.id, at: clock() };
        const after = await reportTaken(database, plan, caller, () =>
          changeRecord(tx, database.dialect, resource, row, cells, stamp),
        );
        const data = await presentRow(services, tx, resource, after, caller);
        // What follows from the rest follows again when that is taken back.
        return { data, audit: createChangedDraft(resource, 'update', row, pickDiffering(row, own)) };
      },
    },
  };
}

/** Writes the category that was chosen as a change by the form does, whose undo it has. */
export function moveBy(update: Operation): Operation {
  return { ...update, undo: { fields: ['categoryId'] } };
}

/** The same of an entity whose changes obey no rule of their own. */
export const moveFreely = (resource: AnyResource) => moveBy(createGuardedWrites(resource, async () => null).update);

/** A new record of the call's resource, by values that were checked. */
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

/** Writes columns of the locked record; the answer is the record, and the log keeps what differs. */
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
