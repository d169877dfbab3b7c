import {
  type AnyResource,
  ApiError,
  camel,
  type FieldErrors,
  memoizePer,
  type Rejection,
  secretsToRetype,
  snake,
  tableName,
  type Values,
} from '@gantry/core';
import type { Caller } from '../context/context.ts';
import { findRejectedReference, type ReferenceTarget } from '../store/columns.ts';
import type { Database, Row, Tx } from '../store/database.ts';
import { toChangedCells } from '../store/records.ts';
import { pickDiffering } from './changes.ts';
import type { Engine, Plan } from './engine.ts';
import { reportTakenOf, toRejections } from './taken.ts';

/** One error for some fields of an entity. */
export function rejectFields(plan: Plan, names: readonly string[], rejection: Rejection, caller: Caller): FieldErrors {
  return toRejections(plan.labels, names, rejection, caller);
}

/** Runs a write of a table; what another record has already is reported by field, with its name when the written row is given. */
export const reportTaken = <T>(
  database: Database,
  plan: Plan,
  caller: Caller,
  write: () => Promise<T>,
  values: Row | null = null,
): Promise<T> => reportTakenOf(database, plan.resource, caller, write, values && { values, caller });

/** What an entity's own check says of values. */
export function checkRecord(engine: Engine, plan: Plan, values: Values, caller: Caller): FieldErrors | null {
  return engine.checks[plan.resource.name]?.(values, caller) ?? null;
}

export function assertRecord(engine: Engine, plan: Plan, values: Values, caller: Caller): void {
  const errors = checkRecord(engine, plan, values, caller);
  if (errors !== null) throw new ApiError('invalid', { errors });
}

/** Secrets of a record that would follow it to another address; `given` are the secrets that are set with the values. */
function boundErrors(
  plan: Plan,
  row: Row,
  values: Values,
  given: readonly string[],
  caller: Caller,
): FieldErrors | null {
  if (secretsToRetype(plan.resource.fields, Object.keys(values), given).length === 0) return null;
  const changed = Object.keys(pickDiffering(row, toChangedCells(plan.resource, values))).map(camel);
  const names = secretsToRetype(plan.resource.fields, changed, given).filter(
    (name) => (row[snake(name)] ?? null) !== null,
  );
  return names.length === 0 ? null : rejectFields(plan, names, 'retype', caller);
}

/** Rejects an update in the entity's own way by which a secret would follow to another address. */
export function assertBound(plan: Plan, row: Row, values: Values, caller: Caller): void {
  const errors = boundErrors(plan, row, values, Object.keys(values), caller);
  if (errors !== null) throw new ApiError('invalid', { errors });
}

/** What stands against new values of a record that is there: its secrets stay where they were to go, and its own check. */
export function checkChange(engine: Engine, plan: Plan, row: Row, values: Values, caller: Caller): FieldErrors | null {
  // Without a sealer the engine writes no secret: one that is given does not take the place of the stored one.
  const given = engine.sealer ? Object.keys(values) : [];
  return (
    boundErrors(plan, row, values, given, caller) ??
    checkRecord(engine, plan, { ...plan.current(row), ...values }, caller)
  );
}

export function assertChange(engine: Engine, plan: Plan, row: Row, values: Values, caller: Caller): void {
  const errors = checkChange(engine, plan, row, values, caller);
  if (errors !== null) throw new ApiError('invalid', { errors });
}

interface Referring extends ReferenceTarget {
  readonly name: string;
}

/** Reference fields of an entity, with the table that they point into. */
const referencesOf = memoizePer(({ fields }: AnyResource): readonly Referring[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [{ name, table: tableName(field.to), only: field.only ?? {} }] : [],
  ),
);

/** Those among some names. */
export function listReferences(resource: AnyResource, names: readonly string[]): Referring[] {
  return referencesOf(resource).filter(({ name }) => names.includes(name));
}

/** Rejects values that point to records that are not there or of another kind: one query a reference field. */
export async function assertReferences(tx: Tx, plan: Plan, values: Values, caller: Caller): Promise<void> {
  for (const reference of referencesOf(plan.resource)) {
    const { name } = reference;
    const id = values[name];
    if (typeof id !== 'number') continue;
    const rejection = await findRejectedReference(tx, reference, id);
    if (rejection) throw new ApiError('invalid', { errors: rejectFields(plan, [name], rejection, caller) });
  }
}
