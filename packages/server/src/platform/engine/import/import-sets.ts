import { camel, type FieldErrors, fillText, findField, localize, snake, type Values } from '@gantry/core';
import { sql } from 'kysely';
import type { Caller } from '../../context/context.ts';
import { getColumnType } from '../../store/columns.ts';
import { type Cell, getId, type Row, type Tx } from '../../store/database.ts';
import { withKeys } from '../../store/folded-keys.ts';
import { createRowMaker, insertRecords, reindexRows, toChangedCells } from '../../store/records.ts';
import { getIndexedColumns } from '../../store/search/indexed.ts';
import { listItemsBefore, pickDiffering, toAuditValues } from '../changes.ts';
import type { Engine, Plan } from '../engine.ts';
import { checkChange } from '../validation-errors.ts';
import type { ImportReport, Line } from './import-rows.ts';

/** Inserts new records with one statement. Returns their values for the audit log. */
export async function insertLines(
  { services, sealer }: Engine,
  plan: Plan,
  tx: Tx,
  lines: readonly Line[],
  caller: Caller,
): Promise<Row[]> {
  const stamp = { by: caller.actor.id, at: services.clock() };
  const rows = lines.map(({ values }) => values).map(createRowMaker(plan.resource, stamp, sealer));
  const ids = await insertRecords(tx, services.database.dialect, plan.resource, rows, sealer);
  const secretNames = Object.keys(plan.resource.fields).filter((name) => plan.resource.fields[name]?.kind === 'secret');
  return lines.map(({ input: given }, at) => ({ id: ids[at], ...omitFields(secretNames, given) }));
}

function omitFields(names: readonly string[], values: Values): Values {
  if (names.length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

/** The values of records for the audit log; new ones have only `after`. */
export interface Written {
  readonly before: readonly Row[];
  readonly after: readonly Row[];
}

/** A row, and the fields that identified its record. */
export interface Target {
  readonly line: Line;
  readonly group: readonly string[];
}

/** A record that a row changes. */
export interface Change {
  readonly line: Line;
  readonly row: Row;
  readonly cells: Record<string, Cell>;
}

const fixedField = {
  zh: '{field}在创建后不能修改',
  en: '{field} cannot be changed after the record was created',
} as const;

/**
 * Returns the errors of fields that cannot change after creation but have a different value in the row. The identifying fields
 * may differ in case, and secrets are not compared.
 */
function checkFixedFields(
  { sealer }: Engine,
  plan: Plan,
  { line, group }: Target,
  row: Row,
  { locale }: Caller,
): FieldErrors | null {
  const { fields } = plan.resource;
  const isFixed = (name: string) =>
    !(name in plan.update.fields) && !group.includes(name) && fields[name]?.kind !== 'secret';
  const given = Object.fromEntries(Object.entries(line.input).filter(([name]) => isFixed(name)));
  const differing = Object.keys(pickDiffering(row, toChangedCells(plan.resource, given, sealer))).map(camel);
  const errors = differing.flatMap((name) => {
    const field = fields[name];
    return field ? [[name, [fillText(fixedField, { field: localize(field.label, locale) }, locale)]] as const] : [];
  });
  return errors.length > 0 ? Object.fromEntries(errors) : null;
}

/** Returns the records that differ from their rows. Equal ones are counted as skipped, changes of fixed fields are rejected. */
export function listChanges(
  engine: Engine,
  plan: Plan,
  rows: readonly Row[],
  targets: ReadonlyMap<number, Target>,
  report: ImportReport,
  caller: Caller,
): Change[] {
  return rows.flatMap((row) => {
    const target = targets.get(getId(row));
    if (!target) return [];
    const { line } = target;
    const errors = checkFixedFields(engine, plan, target, row, caller);
    const given = Object.fromEntries(Object.entries(line.input).filter(([name]) => name in plan.update.fields));
    const cells = pickDiffering(row, toChangedCells(plan.resource, given, engine.sealer)) as Record<string, Cell>;
    if (errors) report.reject(line.line, errors);
    else if (Object.keys(cells).length === 0) report.skipped += 1;
    else return [{ line, row, cells }];
    return [];
  });
}

/** Updates the records that rows match. */
export async function updateLines(
  engine: Engine,
  plan: Plan,
  tx: Tx,
  candidates: readonly Change[],
  report: ImportReport,
  caller: Caller,
): Promise<Written> {
  const changes = candidates.flatMap((change) => {
    const given = Object.fromEntries(Object.entries(change.line.input).filter(([name]) => name in plan.update.fields));
    const errors = checkChange(engine, plan, change.row, given, caller);
    if (errors) report.reject(change.line.line, errors);
    return errors ? [] : [{ ...change, cells: withKeys(plan.resource, change.cells) }];
  });
  for (const set of groupByColumns(changes)) await updateSet(engine, plan, tx, set, caller);
  report.updated += changes.length;
  return {
    before: changes.flatMap(({ row, cells }) => listItemsBefore(plan.resource, [row], Object.keys(cells))),
    after: changes.map(({ row, cells }) => ({ id: getId(row), ...toAuditValues(plan.resource, cells) })),
  };
}

function groupByColumns(changes: readonly Change[]): Change[][] {
  const sets = new Map<string, Change[]>();
  for (const change of changes) {
    const columns = Object.keys(change.cells).sort().join();
    sets.set(columns, [...(sets.get(columns) ?? []), change]);
  }
  return [...sets.values()];
}

/** Updates all records that change in the same columns with one statement. */
async function updateSet(engine: Engine, plan: Plan, tx: Tx, set: readonly Change[], caller: Caller): Promise<void> {
  const { dialect } = engine.services.database;
  const columns = Object.keys(set[0]?.cells ?? {}).sort();
  const types = columns.map((column) => {
    const name = Object.keys(plan.resource.fields).find((field) => snake(field) === column) ?? '';
    const field = findField(plan.resource, name);
    return field ? getColumnType(field) : 'text';
  });
  const tuples = set.map(({ row, cells }) => [getId(row), ...columns.map((column) => cells[column] ?? null)]);
  const tuplesTable = dialect.tuples(['bigint', ...types], tuples);
  const assigned = columns.map((column, at) => sql`${sql.ref(column)} = ${sql.ref(`given.c${at + 1}`)}`);
  const table = sql.table(plan.table);
  await sql`update ${table} set ${sql.join(assigned)}, version = version + 1,
    updated_at = ${engine.services.clock()}, updated_by = ${caller.actor.id}
    from ${tuplesTable} given where ${sql.ref(`${plan.table}.id`)} = given.c0`.execute(tx);
  if (getIndexedColumns(plan.resource).some((column) => columns.includes(column))) {
    const changed = set.map(({ row, cells }) => ({ ...row, ...cells }));
    await reindexRows(tx, dialect, plan.resource, changed);
  }
}
