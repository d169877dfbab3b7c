import { ApiError, getError, type UndoAnswer, type UndoItem, undoCalls } from '@gantry/core';
import { type AuditEntry, readEntries } from '../../audit/audit-entries.ts';
import type { AuditDraft } from '../../audit/audit-entry.ts';
import { findEntriesByKey } from '../../audit/idempotency.ts';
import { runWrite } from '../../audit/run-write.ts';
import type { Caller } from '../../context/context.ts';
import { Accepted, type CallRequest, type RegisterCall } from '../../http/call.ts';
import { serveCall } from '../../http/defined-call.ts';
import type { Tx } from '../../store/database.ts';
import { lockRows } from '../../store/records.ts';
import { createBatchItem } from '../batch/batch.ts';
import { runDry } from '../dry-run.ts';
import { createPlan, type Engine, type Plan } from '../engine.ts';
import { runInSavepoint } from '../savepoint.ts';
import { type Change, listEntryChanges } from './entry-changes.ts';
import { recordVersion } from './record-version.ts';
import { revert, type Undoing, undoDraft } from './revert-entry.ts';
import { assertProven, assertUndoable } from './undoable.ts';

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
    const entries = await readEntries(read, Number(id), 1);
    if (entries.length === 0) throw new ApiError('notFound');
    return undo(call, undoCalls.undoEntry.path, entries, isDry === true);
  });
  serveCall(register, undoCalls.undoCall, async ({ key, dryRun: isDry }, call) => {
    const written = await findEntriesByKey(read, call.caller.actor.id, String(key));
    if (written === null) throw new ApiError('notFound');
    const entries = await readEntries(read, written.from, written.count);
    return undo(call, undoCalls.undoCall.path, entries, isDry === true);
  });
  serveCall(register, undoCalls.undoVersion, ({ id }, { caller }) => recordVersion(engine, plans, Number(id), caller));
}

/** One record that could not be undone is refused as a whole; of several, each says what became of it. */
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
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
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
