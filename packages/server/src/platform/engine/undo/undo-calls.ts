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
import { type AuditDraft, type AuditEntry, readEntries, readLaterEntries } from '../../audit/audit-trail.ts';
import { hideErasedUsers } from '../../audit/hide-erased-users.ts';
import { findEntriesByKey } from '../../audit/idempotency.ts';
import { runWrite } from '../../audit/run-write.ts';
import type { Caller } from '../../context/context.ts';
import { Accepted, type CallRequest, type RegisterCall, serveCall } from '../../http/call.ts';
import { createRecordReader } from '../../store/columns.ts';
import { type Cell, getId, type Row, type Tx, withNamedTables } from '../../store/database.ts';
import { changeRecord, createRow, lockRows, reindexRows, removeRecords, toChangedCells } from '../../store/records.ts';
import { createBatchItem } from '../batch/batch.ts';
import { createChangedDraft, createCreatedDraft, createDeletedDraft, pickDiffering } from '../changes.ts';
import { findUsages, runRemoval } from '../delete.ts';
import { createPlan, type Engine, type Plan } from '../engine.ts';
import { findOperation, runDry, runInSavepoint } from '../run-operation.ts';
import { assertBound, assertChange, assertReferences, reportTaken } from '../validation-errors.ts';
import {
  assertReverse,
  assertStepUpForReverse,
  assertUndoable,
  assertWritable,
  type Change,
  explainUndoRejection,
  isByAction,
  listEntryChanges,
} from './undoable.ts';

/** The context of undoing one audit entry. */
interface UndoContext {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly entry: AuditEntry;
  readonly caller: Caller;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function createRejection({ caller }: UndoContext, key: 'changed' | 'gone' | 'there'): ApiError {
  return new ApiError(key === 'gone' ? 'notFound' : 'stateConflict', { message: caller.t(`undo.${key}`) });
}

/** Reverses one change, unless its result was changed again. Returns the audit entry. */
async function revert(context: UndoContext, tx: Tx, change: Change, row: Row | null): Promise<AuditDraft> {
  const { engine, plan, entry, caller } = context;
  assertReverse(engine, plan, entry, change, caller);
  if (change.after === null) return restoreRecord(context, tx, change, row);
  if (row === null) throw createRejection(context, 'gone');
  if (change.before === null) return removeCreated(context, tx, change.after, row);
  return resetFields(context, tx, change, row);
}

/** Restores a deleted record with its id, with a higher version than any that clients have seen. */
async function restoreRecord(
  context: UndoContext,
  tx: Tx,
  { id, before }: Change,
  row: Row | null,
): Promise<AuditDraft> {
  const { engine, plan, caller } = context;
  const { services, sealer } = engine;
  if (row !== null) throw createRejection(context, 'there');
  const values = before ?? {};
  await assertReferences(tx, plan, values, caller);
  const stamp = { by: caller.actor.id, at: services.clock() };
  const version = { version: Number(values.version ?? 1) + 1 };
  const restored = { ...createRow(plan.resource, { ...values, ...version }, stamp, sealer), id };
  const { resource } = plan;
  const operationCall = { caller, services, resource, name: 'undo', id, tx, row: restored, input: values };
  await findOperation(engine, plan, 'create')?.assertUndoAllowed?.(operationCall);
  await reportTaken(services.database, plan, caller, async () => {
    await withNamedTables(tx).insertInto(plan.table).values(restored).execute();
  });
  await reindexRows(tx, services.database.dialect, plan.resource, [restored]);
  const draft = createCreatedDraft(plan.resource, id, restored);
  return { ...draft, action: 'undo', after: { ...draft.after, ...version } };
}

/** Deletes a record that was created and not changed since. */
async function removeCreated(context: UndoContext, tx: Tx, after: Row, row: Row): Promise<AuditDraft> {
  const { services } = context.engine;
  const { plan } = context;
  const { dialect } = services.database;
  if (Number(row.version) !== Number(after.version ?? 1)) throw createRejection(context, 'changed');
  const id = getId(row);
  if (findOperation(context.engine, plan, 'delete')) return runOperation(context, tx, 'delete', row, {});
  const usages = (await findUsages(services.catalogue, tx, plan.resource, [id])).get(id);
  if (usages) throw new ApiError('inUse', { data: { usages } });
  await runRemoval(dialect, () => removeRecords(tx, dialect, plan.resource, [id]));
  return { ...createDeletedDraft(plan.resource, row), action: 'undo' };
}

/** Resets fields that were changed and still have the value that the change wrote. */
async function resetFields(context: UndoContext, tx: Tx, change: Change, row: Row): Promise<AuditDraft> {
  const { engine, plan, entry, caller } = context;
  const { services, sealer } = engine;
  assertWritable(engine, plan, entry, change, caller);
  const names = Object.keys(change.after ?? {});
  const current = createRecordReader(plan.resource, names)(row);
  if (names.some((name) => !isSame(current[name], change.after?.[name]))) throw createRejection(context, 'changed');
  const values = Object.fromEntries(names.map((name) => [name, change.before?.[name] ?? null]));
  const { resource } = plan;
  const id = getId(row);
  await findOperation(engine, plan, 'update')?.assertUndoAllowed?.({
    caller,
    services,
    resource,
    name: 'undo',
    id,
    tx,
    row,
    input: values,
  });
  const hasCustomUpdate = findOperation(engine, plan, 'update') !== null && !isByAction(entry, change);
  if (hasCustomUpdate) {
    assertBound(plan, row, values, caller);
    return runOperation(context, tx, 'update', row, values);
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

/** Runs the custom update or delete of the entity as the reverse, under its own rules. */
async function runOperation(
  { engine, plan, caller }: UndoContext,
  tx: Tx,
  name: 'update' | 'delete',
  row: Row,
  input: Values,
): Promise<AuditDraft> {
  const operation = findOperation(engine, plan, name);
  const isWritable = Object.keys(input).every((field) => field in plan.update.fields);
  if (operation?.canReverse !== true || !isWritable) throw explainUndoRejection(caller, 'ownWay');
  const { services } = engine;
  const { resource } = plan;
  const { audit } = await operation.run({ caller, services, resource, name, id: getId(row), tx, row, input }, null);
  const [draft] = [audit ?? []].flat();
  if (!draft) throw explainUndoRejection(caller, 'ownWay');
  return { ...draft, action: 'undo' };
}

/**
 * Returns the audit entries of an undo. Several reversed changes become one entry; changes of one record with others that were
 * changed along with it list those as items.
 */
function createUndoDrafts({ plan, entry }: UndoContext, drafts: readonly AuditDraft[]): AuditDraft[] {
  const reason = `#${entry.id}`;
  const [first] = drafts;
  if (!first) return [];
  if (entry.resourceId !== null && drafts.length === 1) return [{ ...first, reason }];
  const own = drafts.find(({ resourceId }) => entry.resourceId !== null && resourceId === entry.resourceId);
  const getSide = (which: 'before' | 'after') => {
    const items = drafts.flatMap((draft) =>
      draft !== own && draft[which] ? [{ id: draft.resourceId, ...draft[which] }] : [],
    );
    return items.length > 0 ? { ...own?.[which], items } : null;
  };
  if (entry.resourceId !== null) {
    const head = { resource: plan.resource.name, resourceId: entry.resourceId, action: 'undo', reason };
    return [{ ...head, count: drafts.length, before: getSide('before'), after: getSide('after') }];
  }
  const set = { resource: plan.resource.name, resourceId: null, action: 'undo', count: drafts.length, reason };
  return [{ ...set, before: getSide('before'), after: getSide('after') }];
}

/** Maximum number of later entries that are read to rebuild a version. */
const maxLaterEntries = 5_000;

/** Returns a record as it was after an entry: its current values, with every later change reversed. */
async function readRecordVersion(
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
  const values = createRecordReader(plan.resource, names)(row);
  const later = await hideErasedUsers(
    read,
    await readLaterEntries(read, plan.resource.name, id, entryId, maxLaterEntries),
  );
  if (later.length === maxLaterEntries) throw new ApiError('stateConflict', { message: caller.t('undo.notStored') });
  for (const one of later) {
    const before = listEntryChanges(one).find((change) => change.id === id)?.before ?? {};
    for (const name of names) if (name in before) values[name] = before[name];
  }
  return { resource: plan.resource.name, id, version: Number(row.version), values };
}

interface UndoResult {
  readonly items: readonly UndoItem[];
  readonly audit: readonly AuditDraft[];
  /** Why a single record could not be undone; null otherwise. */
  readonly problem: ApiError | null;
}

/** Adds the calls that undo changes from the audit log, with the same checks as any other write. */
export function addUndoCalls(register: RegisterCall, engine: Engine): void {
  const { services } = engine;
  const { read } = services.database;
  const plans = new Map(services.catalogue.resources.map((one) => [one.name, createPlan(one)] as const));
  const undo = async (call: CallRequest, path: string, entries: readonly AuditEntry[], isDry: boolean) => {
    const work = async (tx: Tx) => {
      const done: UndoResult[] = [];
      for (const entry of entries) done.push(await undoOne(engine, plans, entry, tx, call.caller));
      return { data: toResponse(done), audit: done.flatMap(({ audit }) => audit) };
    };
    if (isDry) return (await runDry(services.database, work)).data;
    const writeCall = {
      key: call.idempotencyKey,
      call: path,
      body: call.body,
      resource: entries[0]?.resource ?? 'call',
      action: 'undo',
      resourceId: entries.length === 1 ? (entries[0]?.resourceId ?? null) : null,
    };
    return runWrite(services, call.caller, writeCall, work);
  };
  serveCall(register, undoCalls.undoEntry, async ({ id, dryRun: isDry }, call) => {
    const entries = await readEntries(read, [Number(id)]);
    if (entries.length === 0) throw new ApiError('notFound');
    return undo(call, undoCalls.undoEntry.path, entries, isDry === true);
  });
  serveCall(register, undoCalls.undoCall, async ({ key, dryRun: isDry }, call) => {
    const entryIds = await findEntriesByKey(read, call.caller.actor.id, String(key));
    if (entryIds.length === 0) throw new ApiError('notFound');
    const entries = await readEntries(read, entryIds);
    return undo(call, undoCalls.undoCall.path, entries, isDry === true);
  });
  serveCall(register, undoCalls.undoVersion, ({ id }, { caller }) =>
    readRecordVersion(engine, plans, Number(id), caller),
  );
}

/**
 * Returns the response of an undo. Throws when it concerns a single record that could not be undone; for several, each item has
 * its own result.
 */
function toResponse(done: readonly UndoResult[]): UndoAnswer | Accepted {
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
): Promise<UndoResult> {
  const plan = plans.get(entry.resource);
  if (!plan) throw new ApiError('stateConflict', { message: caller.t('undo.ownWay') });
  assertUndoable(engine, plan, entry, caller);
  const context: UndoContext = { engine, plan, entry, caller };
  const changes = listEntryChanges(entry).reverse();
  for (const change of changes) assertStepUpForReverse(engine, plan, change, caller);
  const ids = changes.map(({ id }) => id);
  const rows = await lockRows(tx, engine.services.database.dialect, plan.resource, ids);
  const byId = new Map(rows.map((row) => [getId(row), row]));
  const rejections = new Map<number, ApiError>();
  const revertAll = async (changesToRevert: readonly Change[]) => {
    try {
      return await runInSavepoint(tx, async () => {
        const drafts: AuditDraft[] = [];
        for (const one of changesToRevert) drafts.push(await revert(context, tx, one, byId.get(one.id) ?? null));
        return drafts;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      for (const { id } of changesToRevert) rejections.set(id, error);
      return [];
    }
  };
  // An entry about one record is undone with all records that were changed along with it, or not at all.
  const isOneRecord = entry.resourceId !== null;
  const audit: AuditDraft[] = [];
  for (const part of isOneRecord ? [changes] : changes.map((change) => [change]))
    audit.push(...(await revertAll(part)));
  const items = ids.map((id) => ({
    resource: entry.resource,
    ...createBatchItem(id, rejections.get(id), !rejections.has(id), caller),
  }));
  return {
    items,
    audit: createUndoDrafts(context, audit),
    problem: isOneRecord || ids.length === 1 ? (rejections.get(ids[0] ?? 0) ?? null) : null,
  };
}
