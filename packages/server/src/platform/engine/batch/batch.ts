import {
  ApiError,
  type BatchAnswer,
  type BatchItem,
  batchChunk,
  can,
  canRun,
  computeSums,
  createFieldsSchema,
  type ErrorName,
  type Filters,
  fillDefaults,
  getError,
  isSuccess,
  type Values,
} from '@gantry/core';
import type { AuditDraft } from '../../audit/audit-trail.ts';
import { runWrite } from '../../audit/run-write.ts';
import type { Caller, Services } from '../../context/context.ts';
import { Accepted, type CallHandler } from '../../http/call.ts';
import { assertRecentStepUp } from '../../http/caller.ts';
import { getId, type Row, type Tx } from '../../store/database.ts';
import { countAll, openList, readIds } from '../../store/query/list-rows.ts';
import { lockRows } from '../../store/records.ts';
import type { ActionPlan, Engine, Plan } from '../engine.ts';
import { readRequest } from '../list.ts';
import type { Operation, OperationResult } from '../operation.ts';
import { rejectionToDelete, rejectionToRun } from '../preconditions.ts';
import { type BatchBody, batchBody, readBody } from '../read-body.ts';
import {
  createWriteCall,
  findOperation,
  hasStoredResponse,
  type OperationRequest,
  type Prepared,
  prepareOperation,
  runDry,
  runInSavepoint,
} from '../run-operation.ts';
import { assertStepUpFor } from '../step-up.ts';
import { deleteRows, type Outcome, transitionAll, updateRows } from './batch-sets.ts';

/** Whether external work is skipped, for a dry run or a stored response. */
type ExternalWork = Pick<OperationRequest, 'dryRun' | 'hasStoredResponse'>;
const dryRun: ExternalWork = { dryRun: true };

interface BatchRun {
  run(tx: Tx): Promise<{ answer: BatchAnswer; audit: readonly AuditDraft[] }>;
  /** Runs after the commit; returns the errors by record id. */
  after(): Promise<ReadonlyMap<number, ApiError>>;
}

/** Handles a batch: one action on many records, each with its own result. */
export function createBatchHandler(engine: Engine, plan: Plan): CallHandler {
  const { services } = engine;
  return async (call) => {
    const { caller } = call;
    const body = readBody(batchBody, call.body, plan.labels, caller);
    const work = readWork(engine, plan, body, caller);
    const operation = findOperation(engine, plan, work.name);
    const maxPerCall = operation?.maxPerCall ?? batchChunk;
    const chunk = { ...body, limit: Math.min(body.limit ?? batchChunk, maxPerCall) };
    const selected = await selectChunk(services, plan, chunk, caller);
    const write = createWriteCall(plan, 'batch', call);
    const external = body.dryRun
      ? dryRun
      : { hasStoredResponse: await hasStoredResponse(engine, operation, write, caller) };
    const batch = await prepareBatch(engine, plan, work, selected, caller, external);
    if (body.dryRun) return toResponse((await runDry(services.database, batch.run)).answer);
    const data = await runWrite(services, caller, write, async (tx) => {
      const { answer, audit } = await batch.run(tx);
      return { data: toResponse(answer), audit };
    });
    return addLateErrors(data, await batch.after(), caller);
  };
}

function toResponse(answer: BatchAnswer): BatchAnswer | Accepted {
  const isComplete = answer.items.every(({ code }) => code === getError('ok').code);
  return isComplete ? answer : new Accepted(answer);
}

/** Reports errors that happened after the commit with their items; the changes remain. */
function addLateErrors(
  data: BatchAnswer | Accepted,
  lateErrors: ReadonlyMap<number, ApiError>,
  caller: Caller,
): BatchAnswer | Accepted {
  if (lateErrors.size === 0) return data;
  const { items, ...answer } = (data instanceof Accepted ? data.data : data) as BatchAnswer;
  const reported = items.map((item) =>
    lateErrors.has(item.id) ? createBatchItem(item.id, lateErrors.get(item.id), false, caller) : item,
  );
  const failed = reported.filter(({ code }) => !isSuccess(code)).length;
  return new Accepted({ ...answer, items: reported, failed, affected: reported.length - failed });
}

async function prepareBatch(
  engine: Engine,
  plan: Plan,
  work: BatchWork,
  selected: Selected,
  caller: Caller,
  external: ExternalWork,
): Promise<BatchRun> {
  const ownOperation = await runOneByOne(engine, plan, work, selected, caller, external);
  const run: BatchRun['run'] = async (tx) => {
    await ownOperation?.hold(tx);
    const rows = await lockRows(tx, engine.services.database.dialect, plan.resource, selected.ids);
    const outcome = ownOperation
      ? await ownOperation.run(tx, rows)
      : await runOnSet(engine, plan, work, tx, rows, caller);
    const items = selected.ids.map((id) => {
      const waits = outcome.waits?.get(id);
      if (waits !== undefined) return { id, code: getError('accepted').code, message: waits };
      return createBatchItem(id, outcome.rejections.get(id), outcome.done.has(id), caller);
    });
    const failed = items.filter(({ code }) => !isSuccess(code)).length;
    const { next, total } = selected;
    const sums = computeSums(outcome.results?.values() ?? [], work.action?.action.output);
    const added = Object.keys(sums).length > 0 ? { sums } : {};
    return { answer: { affected: items.length - failed, failed, items, next, total, ...added }, audit: outcome.audit };
  };
  return { run, after: async () => (await ownOperation?.after()) ?? new Map() };
}

/** Returns the error for a record that the work may not be done to; null when it may. */
function getRejection(engine: Engine, plan: Plan, work: BatchWork, row: Row, caller: Caller): ApiError | null {
  if (work.name === 'delete') return rejectionToDelete(engine, plan, row, caller);
  return work.action && rejectionToRun(engine, plan, work.action, row, caller);
}

async function runOnSet(
  engine: Engine,
  plan: Plan,
  work: BatchWork,
  tx: Tx,
  rows: readonly Row[],
  caller: Caller,
): Promise<Outcome> {
  const rejections = new Map<number, ApiError>();
  for (const row of rows) {
    const rejection = getRejection(engine, plan, work, row, caller);
    if (rejection) rejections.set(getId(row), rejection);
  }
  const permitted = rows.filter((row) => !rejections.has(getId(row)));
  const outcome = await runSetStatement(engine, plan, work, tx, permitted, caller);
  return { ...outcome, rejections: new Map([...rejections, ...outcome.rejections]) };
}

function runSetStatement(
  engine: Engine,
  plan: Plan,
  work: BatchWork,
  tx: Tx,
  rows: readonly Row[],
  caller: Caller,
): Promise<Outcome> {
  if (work.name === 'delete') return deleteRows(engine, plan, tx, rows);
  if (work.action === null) return updateRows(engine, plan, tx, rows, work.values, caller);
  return transitionAll(engine, plan, work.action, tx, rows, work.values, caller);
}

/** Number of records that are prepared in parallel. */
const parallelPrepares = 8;

async function prepareAll(
  engine: Engine,
  plan: Plan,
  operation: Operation,
  work: BatchWork,
  { ids }: Selected,
  caller: Caller,
  external: ExternalWork,
): Promise<ReadonlyMap<number, Prepared>> {
  const prepared = new Map<number, Prepared>();
  for (let at = 0; at < ids.length; at += parallelPrepares) {
    const prepare = async (id: number) => {
      const request = { id, input: work.values, ...external };
      prepared.set(id, await prepareOperation(engine, plan, operation, work.name, request, caller));
    };
    await Promise.all(ids.slice(at, at + parallelPrepares).map(prepare));
  }
  return prepared;
}

/** Runs a custom operation record by record, each in a savepoint; null without one. */
async function runOneByOne(
  engine: Engine,
  plan: Plan,
  work: BatchWork,
  selected: Selected,
  caller: Caller,
  external: ExternalWork,
) {
  const operation = findOperation(engine, plan, work.name);
  if (!operation) return null;
  const prepared = await prepareAll(engine, plan, operation, work, selected, caller, external);
  // In the same order for all callers, so that concurrent batches do not deadlock.
  const lock = async (tx: Tx) => {
    for (const id of selected.ids.toSorted((one, other) => one - other)) await prepared.get(id)?.lock(tx);
  };
  const done = new Map<number, unknown>();
  const run = async (tx: Tx, rows: readonly Row[]): Promise<Outcome> => {
    done.clear();
    const outcome = {
      done: new Set<number>(),
      rejections: new Map<number, ApiError>(),
      waits: new Map<number, string>(),
      audit: [] as AuditDraft[],
    };
    for (const row of rows) {
      const id = getId(row);
      const rejection = getRejection(engine, plan, work, row, caller);
      try {
        if (rejection) throw rejection;
        const result = await runInSavepoint(tx, async () => assertNoSecret(await prepared.get(id)?.run(tx, row)));
        if (result?.found) outcome.rejections.set(id, result.found);
        else if (result?.waits !== undefined) outcome.waits.set(id, result.waits);
        else outcome.done.add(id);
        if (outcome.done.has(id)) done.set(id, result?.data);
        outcome.audit.push(...[result?.audit ?? []].flat());
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        outcome.rejections.set(id, error);
      }
    }
    return { ...outcome, results: new Map(done) };
  };
  const after = async () => {
    const lateErrors = new Map<number, ApiError>();
    for (const [id, data] of done) {
      try {
        await prepared.get(id)?.after(data);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        lateErrors.set(id, error);
      }
    }
    return lateErrors;
  };
  return { hold: lock, run, after };
}

/** Throws for a result that is shown only once, because a batch does not show results; its record stays unchanged. */
function assertNoSecret(result: OperationResult | undefined): OperationResult | undefined {
  if (result?.stored !== undefined) throw new ApiError('stateConflict', { data: { bulk: false } });
  return result;
}

/** Returns the item of one record, in the caller's language. */
export function createBatchItem(id: number, problem: ApiError | undefined, isDone: boolean, caller: Caller): BatchItem {
  if (!problem && isDone) return { id, ...toMessage('ok', caller) };
  const { problem: name, detail } = problem ?? new ApiError('notFound');
  const message =
    detail.message ??
    Object.values(detail.errors ?? {})
      .flat()
      .join(', ');
  return { id, ...toMessage(name, caller), ...(message === '' ? {} : { message }) };
}

function toMessage(name: ErrorName, { locale }: Caller): { code: number; message: string } {
  const { code, zh, en } = getError(name);
  return { code, message: locale === 'zh-CN' ? zh : en };
}

/** The records of one call, and where the next call continues. */
interface Selected {
  readonly ids: readonly number[];
  readonly next: number | null;
  /** Number of records in the selection. */
  readonly total: number;
}

/** Returns the next chunk of the selection, in the order of ids. */
async function selectChunk(services: Services, plan: Plan, body: BatchBody, caller: Caller): Promise<Selected> {
  const size = Math.min(body.limit ?? batchChunk, batchChunk);
  const after = body.after ?? 0;
  const except = new Set(body.except ?? []);
  if ((body.ids === undefined) === (body.filters === undefined)) {
    throw new ApiError('invalid', { errors: { ids: [caller.t('validation.required', { field: 'ids' })] } });
  }
  if (body.ids) {
    const all = [...new Set(body.ids)].filter((id) => !except.has(id)).sort((a, b) => a - b);
    return toChunk(all.filter((id) => id > after).slice(0, size + 1), size, all.length);
  }
  const request = readRequest(plan, { filters: body.filters as Filters, keyword: body.keyword }, caller);
  const source = await openList(services.database, plan.resource, request);
  const ids = await readIds(source, after, size + 1 + except.size);
  const total = (await countAll(source)) - except.size;
  return toChunk(ids.filter((id) => !except.has(id)).slice(0, size + 1), size, Math.max(total, 0));
}

function toChunk(found: readonly number[], size: number, total: number): Selected {
  const ids = found.slice(0, size);
  return { ids, next: found.length > size ? (ids.at(-1) ?? null) : null, total };
}

/** The work of a batch: a verb or an action, with validated values. */
interface BatchWork {
  readonly name: string;
  readonly action: ActionPlan | null;
  readonly values: Values;
}

/** Parses the work of a batch. It requires the same permission and step-up as for a single record. */
function readWork(engine: Engine, plan: Plan, body: BatchBody, caller: Caller): BatchWork {
  const name = body.action;
  const params = body.params ?? {};
  if (name === 'delete' || name === 'update') {
    if (!can(caller.actor, plan.resource, name)) throw new ApiError('denied');
    assertStepUpFor(plan, name, caller, engine.services.clock());
    return {
      name,
      action: null,
      values: name === 'update' ? readChanges(plan, params, caller) : readNoParams(params, caller),
    };
  }
  const action = plan.actions.get(name);
  if (action?.action.on !== 'record' || action.action.reads || action.action.singleRecord) {
    const options = [...plan.actions.keys(), 'update', 'delete'].join(' / ');
    throw new ApiError('invalid', {
      errors: { action: [caller.t('validation.option', { field: 'action', options })] },
    });
  }
  if (!canRun(caller.actor, plan.resource, action.action).ok) throw new ApiError('denied');
  if (action.action.stepUp) assertRecentStepUp(caller, engine.services.clock());
  const values = readBody(action.schema, params, { ...plan.labels, ...action.fields }, caller);
  return { name, action, values: fillDefaults(values, action.fields, 'create') };
}

const noFields = createFieldsSchema({});

function readNoParams(params: unknown, caller: Caller): Values {
  return readBody(noFields, params, {}, caller);
}

function readChanges(plan: Plan, params: unknown, caller: Caller): Values {
  const values = fillDefaults(readBody(plan.update.schema, params, plan.labels, caller), plan.update.fields, 'update');
  if (Object.keys(values).length > 0) return values;
  throw new ApiError('invalid', { errors: { params: [caller.t('validation.required', { field: 'params' })] } });
}
