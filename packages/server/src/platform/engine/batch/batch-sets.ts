import { ApiError, snake, type Values } from '@gantry/core';
import { sql } from 'kysely';
import type { AuditDraft } from '../../audit/audit-trail.ts';
import type { Caller } from '../../context/context.ts';
import { type Cell, getId, type Row, type Tx, withNamedTables } from '../../store/database.ts';
import { removeRecords, toChangedCells } from '../../store/records.ts';
import { getIndexedColumns } from '../../store/search/indexed.ts';
import { listUniqueGroups } from '../../store/table-statements.ts';
import { transitionRows } from '../act.ts';
import { createDeletedDraft, listItemsBefore, pickDiffering, toAuditValues } from '../changes.ts';
import { findUsages, runRemoval } from '../delete.ts';
import type { ActionPlan, Engine, Plan } from '../engine.ts';
import { createStateError } from '../preconditions.ts';
import { runInSavepoint } from '../run-operation.ts';
import { updateRecord } from '../update.ts';
import { assertReferences, checkChange } from '../validation-errors.ts';

/** The result of a batch chunk; records in neither set do not exist. */
export interface Outcome {
  readonly done: ReadonlySet<number>;
  readonly rejections: ReadonlyMap<number, ApiError>;
  /** Messages of the records whose action was accepted and waits for another admin, by id. */
  readonly waits?: ReadonlyMap<number, string>;
  readonly audit: readonly AuditDraft[];
  /** The results of an action with its own response, by the id of each successful record. */
  readonly results?: ReadonlyMap<number, unknown>;
}

const idOf = (row: Row) => getId(row);

/** Returns one audit entry for a set of records. */
function createSetDraft(plan: Plan, action: string, rows: readonly Row[], cells: Row): AuditDraft[] {
  if (rows.length === 0) return [];
  const { resource } = plan;
  const before = { items: listItemsBefore(resource, rows, Object.keys(cells)) };
  const after = { ...toAuditValues(resource, cells), items: rows.map((row) => ({ id: idOf(row) })) };
  return [{ resource: resource.name, resourceId: null, action, count: rows.length, before, after }];
}

/** Deletes the records without references in one statement. */
export async function deleteRows({ services }: Engine, plan: Plan, tx: Tx, rows: readonly Row[]): Promise<Outcome> {
  const { dialect } = services.database;
  const ids = rows.map(idOf);
  const usages = ids.length === 0 ? new Map() : await findUsages(services.catalogue, tx, plan.resource, ids);
  const unreferenced = rows.filter((row) => !usages.has(idOf(row)));
  if (unreferenced.length > 0)
    await runRemoval(dialect, () => removeRecords(tx, dialect, plan.resource, unreferenced.map(idOf)));
  const rejections = [...usages].map(([id, list]) => [id, new ApiError('inUse', { data: { usages: list } })] as const);
  const items = unreferenced.map((row) => ({ id: idOf(row), ...createDeletedDraft(plan.resource, row).before }));
  const set = { resource: plan.resource.name, resourceId: null, action: 'delete', count: items.length };
  const audit = items.length === 0 ? [] : [{ ...set, before: { items } }];
  return { done: new Set(unreferenced.map(idOf)), rejections: new Map(rejections), audit };
}

/** Runs a state transition on the records whose state allows it, in one UPDATE. */
export async function transitionAll(
  engine: Engine,
  plan: Plan,
  actionPlan: ActionPlan,
  tx: Tx,
  rows: readonly Row[],
  input: Values,
  caller: Caller,
): Promise<Outcome> {
  await assertReferences(tx, plan, input, caller);
  const transitions = await transitionRows(engine, plan, actionPlan, tx, rows, input, caller);
  const done = new Set(transitions.map(({ before }) => idOf(before)));
  const rejectedRows = rows.filter((row) => !done.has(idOf(row)));
  const rejections = rejectedRows.map((row) => [idOf(row), createStateError(plan, actionPlan, row, caller)] as const);
  const before = transitions.map((one) => one.before);
  return {
    done,
    rejections: new Map(rejections),
    audit: createSetDraft(plan, actionPlan.name, before, transitions[0]?.changes ?? {}),
  };
}

/** Updates records in one statement; unique or searched fields are written record by record. */
export async function updateRows(
  engine: Engine,
  plan: Plan,
  tx: Tx,
  rows: readonly Row[],
  values: Values,
  caller: Caller,
): Promise<Outcome> {
  const cells = toChangedCells(plan.resource, values, engine.sealer);
  const columnsOfEach = [...listUniqueGroups(plan.resource).flat().map(snake), ...getIndexedColumns(plan.resource)];
  if (Object.keys(cells).some((column) => columnsOfEach.includes(column)))
    return updateOneByOne(engine, plan, tx, rows, values, caller);
  await assertReferences(tx, plan, values, caller);
  const rejections = new Map<number, ApiError>();
  for (const row of rows) {
    const errors = checkChange(engine, plan, row, values, caller);
    if (errors) rejections.set(idOf(row), new ApiError('invalid', { errors }));
  }
  const valid = rows.filter((row) => !rejections.has(idOf(row)));
  const changing = valid.filter((row) => Object.keys(pickDiffering(row, cells)).length > 0);
  if (changing.length > 0) await updateSet(engine, plan, tx, changing.map(idOf), cells, caller);
  return { done: new Set(valid.map(idOf)), rejections, audit: createSetDraft(plan, 'update', changing, cells) };
}

async function updateSet(
  { services }: Engine,
  plan: Plan,
  tx: Tx,
  ids: readonly number[],
  cells: Readonly<Record<string, Cell>>,
  caller: Caller,
): Promise<void> {
  const stamp = { updated_at: services.clock(), updated_by: caller.actor.id };
  await withNamedTables(tx)
    .updateTable(plan.table)
    .set({ ...cells, ...stamp, version: sql`version + 1` })
    .where('id', 'in', [...ids])
    .execute();
}

async function updateOneByOne(
  engine: Engine,
  plan: Plan,
  tx: Tx,
  rows: readonly Row[],
  values: Values,
  caller: Caller,
): Promise<Outcome> {
  const outcome = { done: new Set<number>(), rejections: new Map<number, ApiError>(), audit: [] as AuditDraft[] };
  for (const row of rows) {
    try {
      const { audit } = await runInSavepoint(tx, () => updateRecord(engine, plan, tx, row, values, caller));
      outcome.done.add(idOf(row));
      outcome.audit.push(...[audit ?? []].flat());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      outcome.rejections.set(idOf(row), error);
    }
  }
  return outcome;
}
