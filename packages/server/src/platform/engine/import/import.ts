import {
  ApiError,
  type FieldErrors,
  fillText,
  type ImportAnswer,
  localize,
  type OnConflict,
  type Values,
} from '@gantry/core';
import type { AuditDraft } from '../../audit/audit-trail.ts';
import { runWrite } from '../../audit/run-write.ts';
import type { Caller } from '../../context/context.ts';
import { Accepted, type CallHandler } from '../../http/call.ts';
import { getId, type Row, type Tx } from '../../store/database.ts';
import { lockRows } from '../../store/records.ts';
import type { Engine, Plan } from '../engine.ts';
import type { OperationResult } from '../operation.ts';
import { importBody, readBody } from '../read-body.ts';
import {
  createWriteCall,
  findOperation,
  hasStoredResponse,
  type Prepared,
  prepareOperation,
  runDry,
  runInSavepoint,
} from '../run-operation.ts';
import { findHolders, takenErrors } from '../taken.ts';
import { reportTaken } from '../validation-errors.ts';
import {
  findExistingMatches,
  findExistingReferences,
  findNamedRecords,
  type Match,
  selectDistinctLines,
} from './import-matches.ts';
import { ImportReport, type Line, readLines } from './import-rows.ts';
import { insertLines, listChanges, updateLines, type Written } from './import-sets.ts';

/** How an entity that creates or updates in its own way takes lines: one by one, each whole or not at all. */
interface LineRunner {
  run(tx: Tx, lines: readonly { line: Line; id: number | null }[], counter: ImportReport): Promise<AuditDraft[]>;
}

/**
 * A rejection whose data says `duplicateOf` is skipped where duplicates are: only the operation can detect them.
 * The operation is prepared for every line before the transaction is open; null when the engine does it by itself.
 */
async function createLineRunner(
  engine: Engine,
  plan: Plan,
  verb: 'create' | 'update',
  lines: readonly Line[],
  { onConflict, isSettled }: { readonly onConflict: OnConflict; readonly isSettled: boolean },
  caller: Caller,
): Promise<LineRunner | null> {
  const operation = findOperation(engine, plan, verb);
  if (!operation) return null;
  const prepared = new Map<Line, Prepared>();
  for (const line of lines) {
    const input = verb === 'create' ? line.values : changeable(plan, line.given);
    prepared.set(
      line,
      await prepareOperation(engine, plan, operation, verb, { id: null, input, hasStoredResponse: isSettled }, caller),
    );
  }
  return {
    async run(tx, given, counter) {
      const audit: AuditDraft[] = [];
      for (const { line, id } of given) {
        try {
          const row = id === null ? null : await oneRow(engine, plan, tx, id);
          const result = await runInSavepoint(tx, async () =>
            notWaiting(await prepared.get(line)?.run(tx, row), caller),
          );
          if (verb === 'create') counter.created += 1;
          else counter.updated += 1;
          audit.push(...[result?.audit ?? []].flat());
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (onConflict === 'skip' && error.detail.data?.duplicateOf !== undefined) counter.skipped += 1;
          else counter.reject(line.line, error.detail.errors ?? { line: [error.detail.message ?? error.problem] });
        }
      }
      return audit;
    },
  };
}

const waits = {
  zh: '超过双人审批的限额，不能导入，请逐条提交审批',
  en: 'This exceeds a two-person approval limit. Save it one by one to request approval.',
} as const;

/** A file is done with once it is read: no line of it waits for another admin. */
function notWaiting(result: OperationResult | undefined, { locale }: Caller): OperationResult | undefined {
  if (result?.waits !== undefined) throw new ApiError('stateConflict', { message: localize(waits, locale) });
  return result;
}

function changeable(plan: Plan, given: Values): Values {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in plan.update.fields));
}

async function oneRow(engine: Engine, plan: Plan, tx: Tx, id: number): Promise<Row> {
  const [row] = await lockRows(tx, engine.services.database.dialect, plan.resource, [id]);
  if (!row) throw new ApiError('notFound');
  return row;
}

/** Lines of a file as records: every invalid line is reported by its number, the others go in with a few statements. */
export function importHandler(engine: Engine, plan: Plan): CallHandler {
  return async (call) => {
    const { caller } = call;
    const body = readBody(importBody, call.body, plan.labels, caller);
    const checked = new ImportReport();
    const lines = await readLines(engine, plan, body, checked, caller);
    const onConflict = body.onConflict ?? 'error';
    const write = createWriteCall(plan, 'import', call);
    const runnerOf = async (verb: 'create' | 'update') => {
      const settled =
        !body.dryRun && (await hasStoredResponse(engine, findOperation(engine, plan, verb), write, caller));
      return createLineRunner(engine, plan, verb, lines, { onConflict, isSettled: settled }, caller);
    };
    const runners = {
      create: await runnerOf('create'),
      update: onConflict === 'update' ? await runnerOf('update') : null,
    };
    const work = async (tx: Tx) => {
      const counter = new ImportReport();
      for (const { line, errors } of checked.errors) counter.reject(line, errors);
      const importing = { engine, plan, onConflict, runners, counter, caller };
      const { database } = engine.services;
      const audit = await reportTaken(database, plan, caller, () => importLines(importing, tx, lines));
      return { answer: counter.answer(body.rows.length), audit };
    };
    if (body.dryRun) return answered((await runDry(engine.services.database, work)).answer);
    return runWrite(engine.services, caller, write, async (tx) => {
      const { answer, audit } = await work(tx);
      return { data: answered(answer), audit };
    });
  };
}

function answered(answer: ImportAnswer): ImportAnswer | Accepted {
  return answer.failed > 0 ? new Accepted(answer) : answer;
}

interface Importing {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly onConflict: OnConflict;
  readonly runners: { readonly create: LineRunner | null; readonly update: LineRunner | null };
  readonly counter: ImportReport;
  readonly caller: Caller;
}

async function importLines(importing: Importing, tx: Tx, given: readonly Line[]): Promise<AuditDraft[]> {
  const { engine, plan, onConflict, counter, caller } = importing;
  const { dialect } = engine.services.database;
  const there = await findExistingReferences(tx, dialect, plan, given, counter, caller);
  const { lines, replaced } = selectDistinctLines(plan, there, onConflict, counter, caller);
  counter.skipped += replaced;
  // A line that names its record never creates another one, and an incomplete line creates none.
  const named = await findNamedRecords(tx, dialect, plan, lines);
  const isBound = (line: Line) => (line.id !== null && onConflict === 'update') || line.incomplete !== null;
  const bound = lines.filter((line) => named.has(line) || isBound(line));
  const matches = new Map([...(await findExistingMatches(tx, dialect, plan, bound)), ...named]);
  const found = await changeKnown(
    importing,
    tx,
    bound.filter((line) => matches.has(line)),
    matches,
  );
  for (const line of bound) if (!matches.has(line)) counter.reject(line.line, unfoundErrors(line, caller));
  const handled = new Set(bound);
  const rest = lines.filter((line) => !handled.has(line));
  const written = await writeLines(importing, tx, rest);
  return [...found.audit, ...written.audit, ...setDraft(plan, both(found.items, written.items))];
}

const noRecord = {
  zh: '没有编号为 {id} 的记录；要新建记录请去掉编号',
  en: 'No record has the ID {id}. Remove the ID to create a record.',
} as const;

/** Why a line changes no record, when none is the one that it names. */
function unfoundErrors({ id, incomplete }: Line, { locale }: Caller): FieldErrors {
  return id === null ? (incomplete ?? {}) : { id: [fillText(noRecord, { id }, locale)] };
}

/** Lines that are found by their unique fields, or are new. */
async function writeLines(importing: Importing, tx: Tx, lines: readonly Line[]): Promise<Changed> {
  const { engine, plan, runners, counter } = importing;
  if (!runners.create) return insertOrChange(importing, tx, lines);
  const matches = await findExistingMatches(tx, engine.services.database.dialect, plan, lines);
  const fresh = lines.filter((line) => !matches.has(line)).map((line) => ({ line, id: null }));
  const known = lines.filter((line) => matches.has(line));
  const made = await runners.create.run(tx, fresh, counter);
  const changed = await changeKnown(importing, tx, known, matches);
  return { audit: [...made, ...changed.audit], items: changed.items };
}

/**
 * Inserts lines at once, since most files bring what is new; only when one of them is there already are those looked for.
 * Another import may insert the same words at the same moment: then they are looked for again.
 */
async function insertOrChange(importing: Importing, tx: Tx, lines: readonly Line[], tries = 3): Promise<Changed> {
  const { engine, plan, counter, caller } = importing;
  const { dialect } = engine.services.database;
  if (lines.length === 0) return { audit: [], items: nothingWritten };
  try {
    const items = await runInSavepoint(tx, () => insertLines(engine, plan, tx, lines, caller));
    counter.created += items.length;
    return { audit: [], items: { before: [], after: items } };
  } catch (error) {
    if (tries === 0 || dialect.uniqueViolation(error)?.table !== plan.table) throw error;
    const matches = await findExistingMatches(tx, dialect, plan, lines);
    const known = lines.filter((line) => matches.has(line));
    const changed = await changeKnown(importing, tx, known, matches);
    const rest = lines.filter((line) => !matches.has(line));
    const made = await insertOrChange(importing, tx, rest, tries - 1);
    return { audit: [...changed.audit, ...made.audit], items: both(changed.items, made.items) };
  }
}

interface Changed {
  readonly audit: readonly AuditDraft[];
  readonly items: Written;
}

/** Lines whose record is there already: rejected, left as they are, or written over it. */
async function changeKnown(
  { engine, plan, onConflict, runners, counter, caller }: Importing,
  tx: Tx,
  known: readonly Line[],
  matches: ReadonlyMap<Line, Match>,
): Promise<Changed> {
  if (onConflict === 'skip') counter.skipped += known.length;
  if (onConflict === 'error') {
    const ids = known.flatMap((line) => matches.get(line)?.id ?? []);
    const holders = await findHolders(tx, plan.resource, ids, caller);
    for (const line of known) {
      const { id = 0, group = [] } = matches.get(line) ?? {};
      counter.reject(line.line, takenErrors(plan.resource, group, holders.get(id) ?? null, caller));
    }
  }
  if (onConflict !== 'update') return { audit: [], items: nothingWritten };
  const byId = new Map(
    known.map((line) => [matches.get(line)?.id ?? 0, { line, group: matches.get(line)?.group ?? [] }]),
  );
  const rows = await lockRows(tx, engine.services.database.dialect, plan.resource, [...byId.keys()]);
  const changes = listChanges(engine, plan, rows, byId, counter, caller);
  if (!runners.update) return { audit: [], items: await updateLines(engine, plan, tx, changes, counter, caller) };
  const targets = changes.map(({ line, row }) => ({ line, id: getId(row) }));
  return { audit: await runners.update.run(tx, targets, counter), items: nothingWritten };
}

/** One audit row for the whole chunk, with its items. */
function setDraft(plan: Plan, { before, after }: Written): AuditDraft[] {
  if (after.length === 0) return [];
  const set = { resource: plan.resource.name, resourceId: null, action: 'import', count: after.length };
  return [{ ...set, before: before.length > 0 ? { items: before } : null, after: { items: after } }];
}

const nothingWritten: Written = { before: [], after: [] };

function both(one: Written, other: Written): Written {
  return { before: [...one.before, ...other.before], after: [...one.after, ...other.after] };
}
