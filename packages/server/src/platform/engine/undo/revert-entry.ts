import { ApiError, type Values } from '@gantry/core';
import type { AuditEntry } from '../../audit/audit-entries.ts';
import type { AuditDraft } from '../../audit/audit-entry.ts';
import type { Caller } from '../../context/context.ts';
import { recordReader } from '../../store/columns.ts';
import type { Cell, Row, Tx } from '../../store/database.ts';
import { changeRecord, createRow, reindexRows, removeRecords, toChangedCells } from '../../store/records.ts';
import { createChangedDraft, createCreatedDraft, createDeletedDraft, pickDiffering } from '../changes.ts';
import { findUsages, runRemoval } from '../delete.ts';
import type { Engine, Plan } from '../engine.ts';
import { findOperation } from '../run-operation.ts';
import { assertBound, assertChange, assertReferences, reportTaken } from '../validation-errors.ts';
import type { Change } from './entry-changes.ts';
import { assertReverse, assertWritable, explainUndoRejection, isByAction } from './undoable.ts';

/** What one reverse write works with. */
export interface Undoing {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly entry: AuditEntry;
  readonly caller: Caller;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function rejection({ caller }: Undoing, key: 'changed' | 'gone' | 'there'): ApiError {
  return new ApiError(key === 'gone' ? 'notFound' : 'stateConflict', { message: caller.t(`undo.${key}`) });
}

/** Does the reverse of one change, as long as nobody touched what it left. Gives what the audit log keeps of it. */
export async function revert(undoing: Undoing, tx: Tx, change: Change, row: Row | null): Promise<AuditDraft> {
  const { engine, plan, entry, caller } = undoing;
  assertReverse(engine, plan, entry, change, caller);
  if (change.after === null) return restoreRecord(undoing, tx, change, row);
  if (row === null) throw rejection(undoing, 'gone');
  if (change.before === null) return unmake(undoing, tx, change.after, row);
  return setBack(undoing, tx, change, row);
}

/** A record that was deleted, under its own id and with a later version than anybody saw. */
async function restoreRecord(undoing: Undoing, tx: Tx, { id, before }: Change, row: Row | null): Promise<AuditDraft> {
  const { engine, plan, caller } = undoing;
  const { services, sealer } = engine;
  if (row !== null) throw rejection(undoing, 'there');
  const values = before ?? {};
  await assertReferences(tx, plan, values, caller);
  const stamp = { by: caller.actor.id, at: services.clock() };
  const version = { version: Number(values.version ?? 1) + 1 };
  const made = { ...createRow(plan.resource, { ...values, ...version }, stamp, sealer), id };
  const { resource } = plan;
  const coming = { caller, services, resource, name: 'undo', id, tx, row: made, input: values };
  await findOperation(engine, plan, 'create')?.admits?.(coming);
  await reportTaken(services.database, plan, caller, async () => {
    await tx.insertInto(plan.table).values(made).execute();
  });
  await reindexRows(tx, services.database.dialect, plan.resource, [made]);
  const draft = createCreatedDraft(plan.resource, id, made);
  return { ...draft, action: 'undo', after: { ...draft.after, ...version } };
}

/** A record that was made, and is as it was made. */
async function unmake(undoing: Undoing, tx: Tx, after: Row, row: Row): Promise<AuditDraft> {
  const { services } = undoing.engine;
  const { plan } = undoing;
  const { dialect } = services.database;
  if (Number(row.version) !== Number(after.version ?? 1)) throw rejection(undoing, 'changed');
  const id = Number(row.id);
  if (findOperation(undoing.engine, plan, 'delete')) return byOperation(undoing, tx, 'delete', row, {});
  const usages = (await findUsages(services.catalogue, tx, plan.resource, [id])).get(id);
  if (usages) throw new ApiError('inUse', { data: { usages } });
  await runRemoval(dialect, () => removeRecords(tx, dialect, plan.resource, [id]));
  return { ...createDeletedDraft(plan.resource, row), action: 'undo' };
}

/** Fields that were changed, and still hold what the change wrote. */
async function setBack(undoing: Undoing, tx: Tx, change: Change, row: Row): Promise<AuditDraft> {
  const { engine, plan, entry, caller } = undoing;
  const { services, sealer } = engine;
  assertWritable(engine, plan, entry, change, caller);
  const names = Object.keys(change.after ?? {});
  const current = recordReader(plan.resource, names)(row);
  if (names.some((name) => !same(current[name], change.after?.[name]))) throw rejection(undoing, 'changed');
  const values = Object.fromEntries(names.map((name) => [name, change.before?.[name] ?? null]));
  const { resource } = plan;
  const id = Number(row.id);
  await findOperation(engine, plan, 'update')?.admits?.({
    caller,
    services,
    resource,
    name: 'undo',
    id,
    tx,
    row,
    input: values,
  });
  const isOwn = findOperation(engine, plan, 'update') !== null && !isByAction(entry, change);
  if (isOwn) {
    assertBound(plan, row, values, caller);
    return byOperation(undoing, tx, 'update', row, values);
  }
  const cells = pickDiffering(row, toChangedCells(plan.resource, values, sealer)) as Record<string, Cell>;
  assertChange(engine, plan, row, values, caller);
  await assertReferences(tx, plan, values, caller);
  const stamp = { by: caller.actor.id, at: services.clock() };
  await reportTaken(services.database, plan, caller, () =>
    changeRecord(tx, services.database.dialect, plan.resource, row, cells, stamp),
  );
  return createChangedDraft(plan.resource, 'undo', row, cells);
}

/** The entity's own way to change or delete a record does the reverse as well, under its own rules. */
async function byOperation(
  { engine, plan, caller }: Undoing,
  tx: Tx,
  name: 'update' | 'delete',
  row: Row,
  input: Values,
): Promise<AuditDraft> {
  const operation = findOperation(engine, plan, name);
  const isWritable = Object.keys(input).every((field) => field in plan.update.fields);
  if (operation?.reverses !== true || !isWritable) throw explainUndoRejection(caller, 'ownWay');
  const { services } = engine;
  const { resource } = plan;
  const { audit } = await operation.run({ caller, services, resource, name, id: Number(row.id), tx, row, input }, null);
  const [draft] = [audit ?? []].flat();
  if (!draft) throw explainUndoRejection(caller, 'ownWay');
  return { ...draft, action: 'undo' };
}

/** Many reverse writes as one entry of the log; one alone as its own, with those that moved along as its items. */
export function undoDraft({ plan, entry }: Undoing, drafts: readonly AuditDraft[]): AuditDraft[] {
  const reason = `#${entry.id}`;
  const [first] = drafts;
  if (!first) return [];
  if (entry.resourceId !== null && drafts.length === 1) return [{ ...first, reason }];
  const own = drafts.find(({ resourceId }) => entry.resourceId !== null && resourceId === entry.resourceId);
  const side = (which: 'before' | 'after') => {
    const items = drafts.flatMap((draft) =>
      draft !== own && draft[which] ? [{ id: draft.resourceId, ...draft[which] }] : [],
    );
    return items.length > 0 ? { ...own?.[which], items } : null;
  };
  if (entry.resourceId !== null) {
    const head = { resource: plan.resource.name, resourceId: entry.resourceId, action: 'undo', reason };
    return [{ ...head, count: drafts.length, before: side('before'), after: side('after') }];
  }
  const set = { resource: plan.resource.name, resourceId: null, action: 'undo', count: drafts.length, reason };
  return [{ ...set, before: side('before'), after: side('after') }];
}
