import { ApiError, fillDefaults, snake, type Values } from '@gantry/core';
import { sql } from 'kysely';
import { runWrite, type WriteResult } from '../audit/run-write.ts';
import type { Caller } from '../context/context.ts';
import type { CallHandler, CallRequest } from '../http/call.ts';
import { getId, type Row, type Tx, withNamedTables } from '../store/database.ts';
import { withKeys } from '../store/folded-keys.ts';
import { reindexRows, toChangedCells } from '../store/records.ts';
import { getIndexedColumns } from '../store/search/indexed.ts';
import { createChangedDraft } from './changes.ts';
import type { ActionPlan, Engine, Plan } from './engine.ts';
import { createStateError, rejectionToRun } from './preconditions.ts';
import { presentRow } from './present.ts';
import { readBody, readTarget, type Target } from './read-body.ts';
import {
  createWriteCall,
  findOperation,
  hasStoredResponse,
  type OperationRequest,
  prepareOperation,
} from './run-operation.ts';
import { lockTarget } from './update.ts';
import { assertReferences } from './validation-errors.ts';

interface ActionTarget {
  readonly target: Target | null;
  readonly input: Values;
}

function readActionTarget(plan: Plan, { action, schema, fields }: ActionPlan, call: CallRequest): ActionTarget {
  const labels = { ...plan.labels, ...fields };
  if (action.on !== 'record') {
    const input = readBody(schema, call.body, labels, call.caller);
    return { target: null, input: fillDefaults(input, fields, 'create') };
  }
  const version = plan.versioned ? 'optional' : 'none';
  const { target, values } = readTarget(call.body, version, schema, labels, call.caller);
  return { target, input: fillDefaults(values, fields, 'create') };
}

/** Handles an action, by its operation or, without one, as a transition from some states to another. */
export function createActHandler(engine: Engine, plan: Plan, actionPlan: ActionPlan): CallHandler {
  const { name, action } = actionPlan;
  const operation = findOperation(engine, plan, name);
  return async (call) => {
    const { caller } = call;
    const { target, input } = readActionTarget(plan, actionPlan, call);
    const write = createWriteCall(plan, name, call, target?.id ?? null);
    const hasResponse = !action.reads && (await hasStoredResponse(engine, operation, write, caller));
    const request: OperationRequest = { id: target?.id ?? null, input, hasStoredResponse: hasResponse };
    const prepared = operation && (await prepareOperation(engine, plan, operation, name, request, caller));
    const run = async (tx: Tx): Promise<WriteResult> => {
      await prepared?.lock(tx);
      const row = target && (await lockTarget(engine, plan, tx, target, caller));
      const rejection = row && rejectionToRun(engine, plan, actionPlan, row, caller);
      if (rejection) throw rejection;
      return prepared ? prepared.run(tx, row) : getTransitionRecord(engine, plan, actionPlan, tx, row, input, caller);
    };
    if (action.reads) return readOnly(engine, run, caller);
    const data = await runWrite(engine.services, caller, write, run);
    return prepared ? prepared.after(data) : data;
  };
}

/** Runs an action that only reads. It stores no idempotency key, but it may write an audit row about the read. */
async function readOnly({ services }: Engine, run: (tx: Tx) => Promise<WriteResult>, caller: Caller): Promise<unknown> {
  return services.database.transaction(async (tx) => {
    const { data, audit } = await run(tx);
    await services.audit.append(tx, caller, ...[audit ?? []].flat());
    return data;
  });
}

async function getTransitionRecord(
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
  const [transition] = await transitionRows(engine, plan, actionPlan, tx, [row], input, caller);
  if (!transition) throw createStateError(plan, actionPlan, row, caller);
  const data = await presentRow(engine.services, tx, plan.resource, transition.after, caller);
  return { data, audit: createChangedDraft(plan.resource, actionPlan.name, row, transition.changes) };
}

export interface Transition {
  readonly before: Row;
  readonly after: Row;
  readonly changes: Row;
}

/**
 * Moves the records whose state allows the action to its target state, in one UPDATE. Inputs with the name of a field are written
 * to that field.
 */
export async function transitionRows(
  { services, sealer }: Engine,
  plan: Plan,
  { action }: ActionPlan,
  tx: Tx,
  rows: readonly Row[],
  input: Values,
  caller: Caller,
): Promise<Transition[]> {
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
  const updatedIds = new Set((await update.returning('id').execute()).map(({ id }) => Number(id)));
  const transitions = rows
    .filter((row) => updatedIds.has(getId(row)))
    .map((before) => ({
      before,
      changes,
      after: { ...before, ...changes, ...stamp, version: Number(before.version) + 1 },
    }));
  const searchColumns = getIndexedColumns(resource);
  if (searchColumns.some((name) => name in changes)) {
    await reindexRows(
      tx,
      services.database.dialect,
      resource,
      transitions.map(({ after }) => after),
    );
  }
  return transitions;
}
