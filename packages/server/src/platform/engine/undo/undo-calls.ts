import {
  ApiError,
  can,
  getError,
  type UndoAnswer,
  type UndoItem,
  undoCalls,
  type Values,
  type VersionAnswer,
} from '@gantry/core';
import { type AuditDraft, type AuditEntry, readEntries, readLater } from '../../audit/audit-trail.ts';
import { hideErasedUsers } from '../../audit/forgotten-people.ts';
import { findEntriesByKey } from '../../audit/idempotency.ts';
import { runWrite } from '../../audit/run-write.ts';
import type { Caller } from '../../context/context.ts';
import { Accepted, type CallRequest, type RegisterCall, serveCall } from '../../http/call.ts';
import { recordReader } from '../../store/columns.ts';
import { type Cell, getId, type Row, type Tx, withNamedTables } from '../../store/database.ts';
import { changeRecord, createRow, lockRows, reindexRows, removeRecords, toChangedCells } from '../../store/records.ts';
import { createBatchItem } from '../batch/batch.ts';
import { createChangedDraft, createCreatedDraft, createDeletedDraft, pickDiffering } from '../changes.ts';
import { findUsages, runRemoval } from '../delete.ts';
import { createPlan, type Engine, type Plan } from '../engine.ts';
import { findOperation, runDry, runInSavepoint } from '../run-operation.ts';
import { assertBound, assertChange, assertReferences, reportTaken } from '../validation-errors.ts';
import {
  assertProven,
  assertReverse,
  assertUndoable,
  assertWritable,
  type Change,
  explainUndoRejection,
  isByAction,
  listEntryChanges,
} from './undoable.ts';

/** What one reverse write works with. */
interface Undoing {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly entry: AuditEntry;
  readonly caller: Caller;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function rejection({ caller }: Undoing, key: 'changed' | 'gone' | 'there'): ApiError {
  return new ApiError(key === 'gone' ? 'notFound' : 'stateConflict', { message: caller.t(`undo.${key}`) });
}

/** Reverses one change, as long as its result was not changed since. Returns the entry for the audit log. */
async function revert(undoing: Undoing, tx: Tx, change: Change, row: Row | null): Promise<AuditDraft> {
  const { engine, plan, entry, caller } = undoing;
  assertReverse(engine, plan, entry, change, caller);
  if (change.after === null) return restoreRecord(undoing, tx, change, row);
  if (row === null) throw rejection(undoing, 'gone');
  if (change.before === null) return unmake(undoing, tx, change.after, row);
  return setBack(undoing, tx, change, row);
}

/** Restores a deleted record under its own id, with a later version than any that was answered. */
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
    await withNamedTables(tx).insertInto(plan.table).values(made).execute();
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
  const id = getId(row);
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
  const id = getId(row);
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
  const { audit } = await operation.run({ caller, services, resource, name, id: getId(row), tx, row, input }, null);
  const [draft] = [audit ?? []].flat();
  if (!draft) throw explainUndoRejection(caller, 'ownWay');
  return { ...draft, action: 'undo' };
}

/** Many reverse writes as one entry of the log; one alone as its own, with those that moved along as its items. */
function undoDraft({ plan, entry }: Undoing, drafts: readonly AuditDraft[]): AuditDraft[] {
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

/** Entries that are gone through, at most, on the way back to a version. */
const furthestBack = 5_000;

/** A record as it was after an entry: what stands now, with every later change taken back in thought. */
async function recordVersion(
  { services }: Engine,
  plans: ReadonlyMap<string, Plan>,
  entryId: number,
  caller: Caller,
): Promise<VersionAnswer> {
  const { read } = services.database;
  const [entry] = await readEntries(read, [entryId]);
  const plan = entry && plans.get(entry.resource);
  if (!plan || entry.resourceId === null) throw new ApiError('notFound');
  if (!can(caller.actor, plan.resource, 'get')) throw new ApiError('denied');
  const id = entry.resourceId;
  const row = await withNamedTables(read).selectFrom(plan.table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('notFound');
  const names = Object.entries(plan.update.fields).flatMap(([name, field]) => (field.kind === 'secret' ? [] : [name]));
  const values = recordReader(plan.resource, names)(row);
  const later = await hideErasedUsers(read, await readLater(read, plan.resource.name, id, entryId, furthestBack));
  if (later.length === furthestBack) throw new ApiError('stateConflict', { message: caller.t('undo.notStored') });
  for (const one of later) {
    const before = listEntryChanges(one).find((change) => change.id === id)?.before ?? {};
    for (const name of names) if (name in before) values[name] = before[name];
  }
  return { resource: plan.resource.name, id, version: Number(row.version), values };
}

interface Undone {
  readonly items: readonly UndoItem[];
  readonly audit: readonly AuditDraft[];
  /** Why the only record was left as it is. */
  readonly problem: ApiError | null;
}

/** Calls that take back what was done, out of the audit log, through the same checks as any other write. */
export function addUndoCalls(register: RegisterCall, engine: Engine): void {
  const { services } = engine;
  const { read } = services.database;
  const plans = new Map(services.catalogue.resources.map((one) => [one.name, createPlan(one)] as const));
  const undo = async (call: CallRequest, path: string, entries: readonly AuditEntry[], isDry: boolean) => {
    const work = async (tx: Tx) => {
      const done: Undone[] = [];
      for (const entry of entries) done.push(await undoOne(engine, plans, entry, tx, call.caller));
      return { data: answerOf(done), audit: done.flatMap(({ audit }) => audit) };
    };
    if (isDry) return (await runDry(services.database, work)).data;
    const frame = {
      key: call.idempotencyKey,
      call: path,
      body: call.body,
      resource: entries[0]?.resource ?? 'call',
      action: 'undo',
      resourceId: entries.length === 1 ? (entries[0]?.resourceId ?? null) : null,
    };
    return runWrite(services, call.caller, frame, work);
  };
  serveCall(register, undoCalls.undoEntry, async ({ id, dryRun: isDry }, call) => {
    const entries = await readEntries(read, [Number(id)]);
    if (entries.length === 0) throw new ApiError('notFound');
    return undo(call, undoCalls.undoEntry.path, entries, isDry === true);
  });
  serveCall(register, undoCalls.undoCall, async ({ key, dryRun: isDry }, call) => {
    const written = await findEntriesByKey(read, call.caller.actor.id, String(key));
    if (written.length === 0) throw new ApiError('notFound');
    const entries = await readEntries(read, written);
    return undo(call, undoCalls.undoCall.path, entries, isDry === true);
  });
  serveCall(register, undoCalls.undoVersion, ({ id }, { caller }) => recordVersion(engine, plans, Number(id), caller));
}

/** Throws for a single record that could not be undone; for several, each item has its own result. */
function answerOf(done: readonly Undone[]): UndoAnswer | Accepted {
  const items = done.flatMap((one) => one.items);
  const failed = items.filter(({ code }) => code !== getError('ok').code).length;
  const only = done.length === 1 ? done[0]?.problem : null;
  if (only) throw only;
  const answer = { affected: items.length - failed, failed, items };
  return failed > 0 ? new Accepted(answer) : answer;
}

async function undoOne(
  engine: Engine,
  plans: ReadonlyMap<string, Plan>,
  entry: AuditEntry,
  tx: Tx,
  caller: Caller,
): Promise<Undone> {
  const plan = plans.get(entry.resource);
  if (!plan) throw new ApiError('stateConflict', { message: caller.t('undo.ownWay') });
  assertUndoable(engine, plan, entry, caller);
  const undoing: Undoing = { engine, plan, entry, caller };
  const changes = listEntryChanges(entry).reverse();
  for (const change of changes) assertProven(engine, plan, change, caller);
  const ids = changes.map(({ id }) => id);
  const rows = await lockRows(tx, engine.services.database.dialect, plan.resource, ids);
  const byId = new Map(rows.map((row) => [getId(row), row]));
  const rejections = new Map<number, ApiError>();
  const tried = async (ofWhat: readonly Change[]) => {
    try {
      return await runInSavepoint(tx, async () => {
        const drafts: AuditDraft[] = [];
        for (const one of ofWhat) drafts.push(await revert(undoing, tx, one, byId.get(one.id) ?? null));
        return drafts;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      for (const { id } of ofWhat) rejections.set(id, error);
      return [];
    }
  };
  // What was filed under one record is one thing: it goes back with all that moved along, or not at all.
  const isOne = entry.resourceId !== null;
  const audit: AuditDraft[] = [];
  for (const part of isOne ? [changes] : changes.map((change) => [change])) audit.push(...(await tried(part)));
  const items = ids.map((id) => ({
    resource: entry.resource,
    ...createBatchItem(id, rejections.get(id), !rejections.has(id), caller),
  }));
  return {
    items,
    audit: undoDraft(undoing, audit),
    problem: isOne || ids.length === 1 ? (rejections.get(ids[0] ?? 0) ?? null) : null,
  };
}
