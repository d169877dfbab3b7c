import {
  type AnyResource,
  ApiError,
  camel,
  type FieldErrors,
  memoizePer,
  type Rejection,
  secretsToRetype,
  snake,
  toTableName,
  type Values,
} from '@gantry/core';
import type { Caller } from '../context/context.ts';
import { findRejectedReference, type ReferenceTarget } from '../store/columns.ts';
import type { Database, Row, Tx } from '../store/database.ts';
import { toChangedCells } from '../store/records.ts';
import { pickDiffering } from './changes.ts';
import type { Engine, Plan } from './engine.ts';
import { reportTakenOf, toRejections } from './taken.ts';

/** Returns the same error for several fields of an entity. */
export function rejectFields(plan: Plan, names: readonly string[], rejection: Rejection, caller: Caller): FieldErrors {
  return toRejections(plan.labels, names, rejection, caller);
}

/**
 * Runs a write, and reports unique values that are already taken by field; the error names the conflicting record when the
 * written row is given.
 */
export const reportTaken = <T>(
  database: Database,
  plan: Plan,
  caller: Caller,
  write: () => Promise<T>,
  values: Row | null = null,
): Promise<T> => reportTakenOf(database, plan.resource, caller, write, values && { values, caller });

/** Returns the errors of the entity's own validation, or null. */
export function checkRecord(engine: Engine, plan: Plan, values: Values, caller: Caller): FieldErrors | null {
  return engine.checks[plan.resource.name]?.(values, caller) ?? null;
}

export function assertRecord(engine: Engine, plan: Plan, values: Values, caller: Caller): void {
  const errors = checkRecord(engine, plan, values, caller);
  if (errors !== null) throw new ApiError('invalid', { errors });
}

/**
 * Returns the errors for stored secrets that must be entered again because the URL that they are used with changes.
 * @param given names of the secrets that are set together with the values
 */
function checkBoundSecrets(
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

/** Rejects an update by a custom operation that would use a stored secret with another URL. */
export function assertBound(plan: Plan, row: Row, values: Values, caller: Caller): void {
  const errors = checkBoundSecrets(plan, row, values, Object.keys(values), caller);
  if (errors !== null) throw new ApiError('invalid', { errors });
}

/** Returns the errors of new values for an existing record: bound secrets, and the entity's own validation. */
export function checkChange(engine: Engine, plan: Plan, row: Row, values: Values, caller: Caller): FieldErrors | null {
  // Without a sealer the engine writes no secrets, so a given one does not replace the stored one.
  const given = engine.sealer ? Object.keys(values) : [];
  return (
    checkBoundSecrets(plan, row, values, given, caller) ??
    checkRecord(engine, plan, { ...plan.current(row), ...values }, caller)
  );
}

export function assertChange(engine: Engine, plan: Plan, row: Row, values: Values, caller: Caller): void {
  const errors = checkChange(engine, plan, row, values, caller);
  if (errors !== null) throw new ApiError('invalid', { errors });
}

interface ReferenceField extends ReferenceTarget {
  readonly name: string;
}

/** The reference fields of an entity, with the tables that they refer to. */
const getReferences = memoizePer(({ fields }: AnyResource): readonly ReferenceField[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [{ name, table: toTableName(field.to), only: field.only ?? {} }] : [],
  ),
);

/** Returns the reference fields among some names. */
export function listReferences(resource: AnyResource, names: readonly string[]): ReferenceField[] {
  return getReferences(resource).filter(({ name }) => names.includes(name));
}

/** Rejects references to records that do not exist or do not match the field: one query per reference field. */
export async function assertReferences(tx: Tx, plan: Plan, values: Values, caller: Caller): Promise<void> {
  for (const reference of getReferences(plan.resource)) {
    const { name } = reference;
    const id = values[name];
    if (typeof id !== 'number') continue;
    const rejection = await findRejectedReference(tx, reference, id);
    if (rejection) throw new ApiError('invalid', { errors: rejectFields(plan, [name], rejection, caller) });
  }
}
