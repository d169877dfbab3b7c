import { ApiError, complete, snake, type Values } from '@gantry/core';
import { sql } from 'kysely';
import { runWrite, type WriteResult } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import type { CallHandler, CallRequest } from '../http/call.ts';
import { getId, type Row, type Tx, withNamedTables } from '../store/database.ts';
import { withKeys } from '../store/folded-keys.ts';
import { reindexRows, toChangedCells } from '../store/records.ts';
import { indexedColumns } from '../store/search/indexed.ts';
import { createChangedDraft } from './changes.ts';
import type { ActionPlan, Engine, Plan } from './engine.ts';
import { createStateError, rejectionToRun } from './preconditions.ts';
import { presentRow } from './present.ts';
import { readBody, readTarget, type Target } from './read-body.ts';
import { findOperation, isSettled, prepareOperation, writeCall } from './run-operation.ts';
import { lockTarget } from './update.ts';
import { assertReferences } from './validation-errors.ts';

interface Aim {
  readonly target: Target | null;
  readonly input: Values;
}

function readAim(plan: Plan, { action, schema, fields }: ActionPlan, call: CallRequest): Aim {
  const labels = { ...plan.labels, ...fields };
  if (action.on !== 'record') {
    const input = readBody(schema, call.body, labels, call.caller);
    return { target: null, input: complete(input, fields, 'create') };
  }
  const version = plan.versioned ? 'optional' : 'none';
  const { target, values } = readTarget(call.body, version, schema, labels, call.caller);
  return { target, input: complete(values, fields, 'create') };
}

/** An action by its own operation, or by the engine: from some states to another. */
export function createActHandler(engine: Engine, plan: Plan, actionPlan: ActionPlan): CallHandler {
  const { name, action } = actionPlan;
  const operation = findOperation(engine, plan, name);
  return async (call) => {
    const { caller } = call;
    const { target, input } = readAim(plan, actionPlan, call);
    const write = writeCall(plan, name, call, target?.id ?? null);
    const settled = !action.reads && (await isSettled(engine, operation, write, caller));
    const aimed = { id: target?.id ?? null, input, isSettled: settled };
    const prepared = operation && (await prepareOperation(engine, plan, operation, name, aimed, caller));
    const run = async (tx: Tx): Promise<WriteResult> => {
      await prepared?.hold(tx);
      const row = target && (await lockTarget(engine, plan, tx, target, caller));
      const rejection = row && rejectionToRun(engine, plan, actionPlan, row, caller);
      if (rejection) throw rejection;
      return prepared ? prepared.run(tx, row) : moveOne(engine, plan, actionPlan, tx, row, input, caller);
    };
    if (action.reads) return readOnly(engine, run, caller);
    const data = await runWrite(engine.services, caller, write, run);
    return prepared ? prepared.after(data) : data;
  };
}

/** What changes nothing keeps no key; it may still leave a row that it was looked at. */
async function readOnly({ services }: Engine, run: (tx: Tx) => Promise<WriteResult>, caller: Caller): Promise<unknown> {
  return services.database.transaction(async (tx) => {
    const { data, audit } = await run(tx);
    await services.audit.append(tx, caller, ...[audit ?? []].flat());
    return data;
  });
}

async function moveOne(
  engine: Engine,
  plan: Plan,
  actionPlan: ActionPlan,
  tx: Tx,
  row: Row | null,
  input: Values,
  caller: Caller,
): Promise<WriteResult> {
  if (row === null) throw new ApiError('notFound');
  await assertReferences(tx, plan, input, caller);
  const [moved] = await moveRows(engine, plan, actionPlan, tx, [row], input, caller);
  if (!moved) throw createStateError(plan, actionPlan, row, caller);
  const data = await presentRow(engine.services, tx, plan.resource, moved.after, caller);
  return { data, audit: createChangedDraft(plan.resource, actionPlan.name, row, moved.changes) };
}

export interface Moved {
  readonly before: Row;
  readonly after: Row;
  readonly changes: Row;
}

/** One guarded UPDATE: records in a state that allows it go on, with the input written into fields of those names. */
export async function moveRows(
  { services, sealer }: Engine,
  plan: Plan,
  { action }: ActionPlan,
  tx: Tx,
  rows: readonly Row[],
  input: Values,
  caller: Caller,
): Promise<Moved[]> {
  const { resource, state, table } = plan;
  if (state === null || action.to === undefined || rows.length === 0) return [];
  const column = snake(state.name);
  const changes: Row = { ...withKeys(resource, toChangedCells(resource, input, sealer)), [column]: action.to };
  const stamp = { updated_at: services.clock(), updated_by: caller.actor.id };
  const ids = rows.map((row) => getId(row));
  let update = withNamedTables(tx)
    .updateTable(table)
    .set({ ...changes, ...stamp, version: sql`version + 1` })
    .where('id', 'in', ids);
  if (action.from) update = update.where(column, 'in', [...action.from]);
  const done = new Set((await update.returning('id').execute()).map(({ id }) => Number(id)));
  const moved = rows
    .filter((row) => done.has(getId(row)))
    .map((before) => ({
      before,
      changes,
      after: { ...before, ...changes, ...stamp, version: Number(before.version) + 1 },
    }));
  const searched = indexedColumns(resource);
  if (searched.some((name) => name in changes)) {
    await reindexRows(
      tx,
      services.database.dialect,
      resource,
      moved.map(({ after }) => after),
    );
  }
  return moved;
}
