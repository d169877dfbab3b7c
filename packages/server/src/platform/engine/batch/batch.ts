import {
  ApiError,
  type BatchAnswer,
  type BatchItem,
  batchChunk,
  can,
  canRun,
  complete,
  computeSums,
  createFieldsSchema,
  type ErrorName,
  type Filters,
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
  type Aimed,
  findOperation,
  isSettled,
  type Prepared,
  prepareOperation,
  runDry,
  runInSavepoint,
  writeCall,
} from '../run-operation.ts';
import { assertStepUpFor } from '../step-up.ts';
import { deleteRows, moveAll, type Outcome, updateRows } from './batch-sets.ts';

/** How much of its outside work a call does. */
type Outside = Pick<Aimed, 'dryRun' | 'isSettled'>;
const dry: Outside = { dryRun: true };

interface Frame {
  run(tx: Tx): Promise<{ answer: BatchAnswer; audit: readonly AuditDraft[] }>;
  /** What follows the commit; gives what became of those for whom it did not go well. */
  after(): Promise<ReadonlyMap<number, ApiError>>;
}

/** One action over many records: each has its own result, none stops the others. */
export function createBatchHandler(engine: Engine, plan: Plan): CallHandler {
  const { services } = engine;
  return async (call) => {
    const { caller } = call;
    const body = readBody(batchBody, call.body, plan.labels, caller);
    const work = readWork(engine, plan, body, caller);
    const operation = findOperation(engine, plan, work.name);
    const atOnce = operation?.atOnce ?? batchChunk;
    const chunk = { ...body, limit: Math.min(body.limit ?? batchChunk, atOnce) };
    const selected = await selectChunk(services, plan, chunk, caller);
    const write = writeCall(plan, 'batch', call);
    const how = body.dryRun ? dry : { isSettled: await isSettled(engine, operation, write, caller) };
    const frame = await frameFor(engine, plan, work, selected, caller, how);
    if (body.dryRun) return answered((await runDry(services.database, frame.run)).answer);
    const data = await runWrite(services, caller, write, async (tx) => {
      const { answer, audit } = await frame.run(tx);
      return { data: answered(answer), audit };
    });
    return withLate(data, await frame.after(), caller);
  };
}

function answered(answer: BatchAnswer): BatchAnswer | Accepted {
  const isFullWidth = answer.items.every(({ code }) => code === getError('ok').code);
  return isFullWidth ? answer : new Accepted(answer);
}

/** An error after the commit is reported with the item; its change stays. */
function withLate(
  data: BatchAnswer | Accepted,
  late: ReadonlyMap<number, ApiError>,
  caller: Caller,
): BatchAnswer | Accepted {
  if (late.size === 0) return data;
  const { items, ...answer } = (data instanceof Accepted ? data.data : data) as BatchAnswer;
  const reported = items.map((item) =>
    late.has(item.id) ? createBatchItem(item.id, late.get(item.id), false, caller) : item,
  );
  const failed = reported.filter(({ code }) => !isSuccess(code)).length;
  return new Accepted({ ...answer, items: reported, failed, affected: reported.length - failed });
}

async function frameFor(
  engine: Engine,
  plan: Plan,
  work: BatchWork,
  selected: Selected,
  caller: Caller,
  outside: Outside,
): Promise<Frame> {
  const each = await eachByOperation(engine, plan, work, selected, caller, outside);
  const run: Frame['run'] = async (tx) => {
    await each?.hold(tx);
    const rows = await lockRows(tx, engine.services.database.dialect, plan.resource, selected.ids);
    const outcome = each ? await each.run(tx, rows) : await asSet(engine, plan, work, tx, rows, caller);
    const items = selected.ids.map((id) => {
      const waits = outcome.waits?.get(id);
      if (waits !== undefined) return { id, code: getError('accepted').code, message: waits };
      return createBatchItem(id, outcome.rejections.get(id), outcome.done.has(id), caller);
    });
    const failed = items.filter(({ code }) => !isSuccess(code)).length;
    const { next, total } = selected;
    const sums = computeSums(outcome.said?.values() ?? [], work.action?.action.output);
    const added = Object.keys(sums).length > 0 ? { sums } : {};
    return { answer: { affected: items.length - failed, failed, items, next, total, ...added }, audit: outcome.audit };
  };
  return { run, after: async () => (await each?.after()) ?? new Map() };
}

/** Why the work may not be done to a record as it is now; null when it may. */
function rejectionOf(engine: Engine, plan: Plan, work: BatchWork, row: Row, caller: Caller): ApiError | null {
  if (work.name === 'delete') return rejectionToDelete(engine, plan, row, caller);
  return work.action && rejectionToRun(engine, plan, work.action, row, caller);
}

async function asSet(
  engine: Engine,
  plan: Plan,
  work: BatchWork,
  tx: Tx,
  rows: readonly Row[],
  caller: Caller,
): Promise<Outcome> {
  const rejections = new Map<number, ApiError>();
  for (const row of rows) {
    const rejection = rejectionOf(engine, plan, work, row, caller);
    if (rejection) rejections.set(getId(row), rejection);
  }
  const permitted = rows.filter((row) => !rejections.has(getId(row)));
  const outcome = await setOutcome(engine, plan, work, tx, permitted, caller);
  return { ...outcome, rejections: new Map([...rejections, ...outcome.rejections]) };
}

function setOutcome(
  engine: Engine,
  plan: Plan,
  work: BatchWork,
  tx: Tx,
  rows: readonly Row[],
  caller: Caller,
): Promise<Outcome> {
  if (work.name === 'delete') return deleteRows(engine, plan, tx, rows);
  if (work.action === null) return updateRows(engine, plan, tx, rows, work.values, caller);
  return moveAll(engine, plan, work.action, tx, rows, work.values, caller);
}

/** How many records are prepared side by side. */
const preparedAtOnce = 8;

async function preparedFor(
  engine: Engine,
  plan: Plan,
  operation: Operation,
  work: BatchWork,
  { ids }: Selected,
  caller: Caller,
  outside: Outside,
): Promise<ReadonlyMap<number, Prepared>> {
  const prepared = new Map<number, Prepared>();
  for (let at = 0; at < ids.length; at += preparedAtOnce) {
    const prepare = async (id: number) => {
      const aimed = { id, input: work.values, ...outside };
      prepared.set(id, await prepareOperation(engine, plan, operation, work.name, aimed, caller));
    };
    await Promise.all(ids.slice(at, at + preparedAtOnce).map(prepare));
  }
  return prepared;
}

/** An entity that does the action in its own way does it record by record, each in a savepoint. */
async function eachByOperation(
  engine: Engine,
  plan: Plan,
  work: BatchWork,
  selected: Selected,
  caller: Caller,
  outside: Outside,
) {
  const operation = findOperation(engine, plan, work.name);
  if (!operation) return null;
  const prepared = await preparedFor(engine, plan, operation, work, selected, caller, outside);
  // In one order for all callers, so that no two wait for each other.
  const hold = async (tx: Tx) => {
    for (const id of selected.ids.toSorted((one, other) => one - other)) await prepared.get(id)?.hold(tx);
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
      const rejection = rejectionOf(engine, plan, work, row, caller);
      try {
        if (rejection) throw rejection;
        const result = await runInSavepoint(tx, async () => seenByNobody(await prepared.get(id)?.run(tx, row)));
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
    return { ...outcome, said: new Map(done) };
  };
  const after = async () => {
    const late = new Map<number, ApiError>();
    for (const [id, data] of done) {
      try {
        await prepared.get(id)?.after(data);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        late.set(id, error);
      }
    }
    return late;
  };
  return { hold, run, after };
}

/** Throws for a result that is shown only once, because a batch would not show it; its record stays as it was. */
function seenByNobody(result: OperationResult | undefined): OperationResult | undefined {
  if (result?.stored !== undefined) throw new ApiError('stateConflict', { data: { bulk: false } });
  return result;
}

/** What became of one record, in the caller's language. */
export function createBatchItem(id: number, problem: ApiError | undefined, isDone: boolean, caller: Caller): BatchItem {
  if (!problem && isDone) return { id, ...wordsOf('ok', caller) };
  const { problem: name, detail } = problem ?? new ApiError('notFound');
  const words =
    detail.message ??
    Object.values(detail.errors ?? {})
      .flat()
      .join(', ');
  return { id, ...wordsOf(name, caller), ...(words === '' ? {} : { message: words }) };
}

function wordsOf(name: ErrorName, { locale }: Caller): { code: number; message: string } {
  const { code, zh, en } = getError(name);
  return { code, message: locale === 'zh-CN' ? zh : en };
}

/** The records that one call works on, and where the next one goes on. */
interface Selected {
  readonly ids: readonly number[];
  readonly next: number | null;
  /** Records of the whole selection. */
  readonly total: number;
}

/** Cuts a chunk off the selection, in the order of ids. */
async function selectChunk(services: Services, plan: Plan, body: BatchBody, caller: Caller): Promise<Selected> {
  const size = Math.min(body.limit ?? batchChunk, batchChunk);
  const after = body.after ?? 0;
  const except = new Set(body.except ?? []);
  if ((body.ids === undefined) === (body.filters === undefined)) {
    throw new ApiError('invalid', { errors: { ids: [caller.t('validation.required', { field: 'ids' })] } });
  }
  if (body.ids) {
    const all = [...new Set(body.ids)].filter((id) => !except.has(id)).sort((a, b) => a - b);
    return chunkOf(all.filter((id) => id > after).slice(0, size + 1), size, all.length);
  }
  const requested = readRequest(plan, { filters: body.filters as Filters, keyword: body.keyword }, caller);
  const source = await openList(services.database, plan.resource, requested);
  const found = await readIds(source, after, size + 1 + except.size);
  const total = (await countAll(source)) - except.size;
  return chunkOf(found.filter((id) => !except.has(id)).slice(0, size + 1), size, Math.max(total, 0));
}

function chunkOf(found: readonly number[], size: number, total: number): Selected {
  const ids = found.slice(0, size);
  return { ids, next: found.length > size ? (ids.at(-1) ?? null) : null, total };
}

/** What a batch does to each of its records: a verb, or an action of theirs; with checked values. */
interface BatchWork {
  readonly name: string;
  readonly action: ActionPlan | null;
  readonly values: Values;
}

/** The same rights as for one record, and the same proof of identity. */
function readWork(engine: Engine, plan: Plan, body: BatchBody, caller: Caller): BatchWork {
  const name = body.action;
  const params = body.params ?? {};
  if (name === 'delete' || name === 'update') {
    if (!can(caller.actor, plan.resource, name)) throw new ApiError('denied');
    assertStepUpFor(plan, name, caller, engine.services.clock());
    return {
      name,
      action: null,
      values: name === 'update' ? readChanges(plan, params, caller) : readNothing(params, caller),
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
  return { name, action, values: complete(values, action.fields, 'create') };
}

const nothing = createFieldsSchema({});

function readNothing(params: unknown, caller: Caller): Values {
  return readBody(nothing, params, {}, caller);
}

function readChanges(plan: Plan, params: unknown, caller: Caller): Values {
  const values = complete(readBody(plan.update.schema, params, plan.labels, caller), plan.update.fields, 'update');
  if (Object.keys(values).length > 0) return values;
  throw new ApiError('invalid', { errors: { params: [caller.t('validation.required', { field: 'params' })] } });
}
