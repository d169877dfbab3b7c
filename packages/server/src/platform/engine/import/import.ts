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

/** Runs a custom create or update for the rows of an import, each in a savepoint. */
interface LineRunner {
  run(tx: Tx, lines: readonly { line: Line; id: number | null }[], report: ImportReport): Promise<AuditDraft[]>;
}

/**
 * Returns the runner of a custom operation; null without one. The operation is prepared for every row before the transaction.
 * With `skip`, a rejection with `duplicateOf` counts as skipped, since only the operation can detect such duplicates.
 */
async function createLineRunner(
  engine: Engine,
  plan: Plan,
  verb: 'create' | 'update',
  lines: readonly Line[],
  { onConflict, hasStoredResponse }: { readonly onConflict: OnConflict; readonly hasStoredResponse: boolean },
  caller: Caller,
): Promise<LineRunner | null> {
  const operation = findOperation(engine, plan, verb);
  if (!operation) return null;
  const prepared = new Map<Line, Prepared>();
  for (const line of lines) {
    const input = verb === 'create' ? line.values : pickUpdatable(plan, line.input);
    prepared.set(
      line,
      await prepareOperation(engine, plan, operation, verb, { id: null, input, hasStoredResponse }, caller),
    );
  }
  return {
    async run(tx, rows, report) {
      const audit: AuditDraft[] = [];
      for (const { line, id } of rows) {
        try {
          const row = id === null ? null : await lockRow(engine, plan, tx, id);
          const result = await runInSavepoint(tx, async () =>
            assertNotWaiting(await prepared.get(line)?.run(tx, row), caller),
          );
          if (verb === 'create') report.created += 1;
          else report.updated += 1;
          audit.push(...[result?.audit ?? []].flat());
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (onConflict === 'skip' && error.detail.data?.duplicateOf !== undefined) report.skipped += 1;
          else report.reject(line.line, error.detail.errors ?? { line: [error.detail.message ?? error.problem] });
        }
      }
      return audit;
    },
  };
}

const requiresApproval = {
  zh: '超过双人审批的限额，不能导入，请逐条提交审批',
  en: 'This exceeds a two-person approval limit. Save it one by one to request approval.',
} as const;

/** Rejects a result that waits for another admin: an import does not request approvals. */
function assertNotWaiting(result: OperationResult | undefined, { locale }: Caller): OperationResult | undefined {
  if (result?.waits !== undefined) throw new ApiError('stateConflict', { message: localize(requiresApproval, locale) });
  return result;
}

function pickUpdatable(plan: Plan, given: Values): Values {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name in plan.update.fields));
}

async function lockRow(engine: Engine, plan: Plan, tx: Tx, id: number): Promise<Row> {
  const [row] = await lockRows(tx, engine.services.database.dialect, plan.resource, [id]);
  if (!row) throw new ApiError('notFound');
  return row;
}

/** Handles an import: reports each invalid row by its line number and writes the others with a constant number of statements. */
export function importHandler(engine: Engine, plan: Plan): CallHandler {
  return async (call) => {
    const { caller } = call;
    const body = readBody(importBody, call.body, plan.labels, caller);
    const validation = new ImportReport();
    const lines = await readLines(engine, plan, body, validation, caller);
    const onConflict = body.onConflict ?? 'error';
    const write = createWriteCall(plan, 'import', call);
    const createRunner = async (verb: 'create' | 'update') => {
      const hasResponse =
        !body.dryRun && (await hasStoredResponse(engine, findOperation(engine, plan, verb), write, caller));
      return createLineRunner(engine, plan, verb, lines, { onConflict, hasStoredResponse: hasResponse }, caller);
    };
    const runners = {
      create: await createRunner('create'),
      update: onConflict === 'update' ? await createRunner('update') : null,
    };
    const work = async (tx: Tx) => {
      const report = new ImportReport();
      for (const { line, errors } of validation.errors) report.reject(line, errors);
      const context = { engine, plan, onConflict, runners, report, caller };
      const { database } = engine.services;
      const audit = await reportTaken(database, plan, caller, () => importLines(context, tx, lines));
      return { answer: report.toAnswer(body.rows.length), audit };
    };
    if (body.dryRun) return toResponse((await runDry(engine.services.database, work)).answer);
    return runWrite(engine.services, caller, write, async (tx) => {
      const { answer, audit } = await work(tx);
      return { data: toResponse(answer), audit };
    });
  };
}

function toResponse(answer: ImportAnswer): ImportAnswer | Accepted {
  return answer.failed > 0 ? new Accepted(answer) : answer;
}

interface ImportContext {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly onConflict: OnConflict;
  readonly runners: { readonly create: LineRunner | null; readonly update: LineRunner | null };
  readonly report: ImportReport;
  readonly caller: Caller;
}

async function importLines(context: ImportContext, tx: Tx, allLines: readonly Line[]): Promise<AuditDraft[]> {
  const { engine, plan, onConflict, report, caller } = context;
  const { dialect } = engine.services.database;
  const validLines = await findExistingReferences(tx, dialect, plan, allLines, report, caller);
  const { lines, replaced } = selectDistinctLines(plan, validLines, onConflict, report, caller);
  report.skipped += replaced;
  // A row with an id never creates a record, and neither does an incomplete row.
  const byId = await findNamedRecords(tx, dialect, plan, lines);
  const mustExist = (line: Line) => (line.id !== null && onConflict === 'update') || line.incomplete !== null;
  const existingOnly = lines.filter((line) => byId.has(line) || mustExist(line));
  const matches = new Map([...(await findExistingMatches(tx, dialect, plan, existingOnly)), ...byId]);
  const updated = await updateExisting(
    context,
    tx,
    existingOnly.filter((line) => matches.has(line)),
    matches,
  );
  for (const line of existingOnly) if (!matches.has(line)) report.reject(line.line, createNotFoundErrors(line, caller));
  const handledLines = new Set(existingOnly);
  const rest = lines.filter((line) => !handledLines.has(line));
  const newlyWritten = await writeLines(context, tx, rest);
  return [...updated.audit, ...newlyWritten.audit, ...createSetDraft(plan, concat(updated.items, newlyWritten.items))];
}

const idNotFound = {
  zh: '没有编号为 {id} 的记录；要新建记录请去掉编号',
  en: 'No record has the ID {id}. Remove the ID to create a record.',
} as const;

/** Returns the errors of a row that matches no record. */
function createNotFoundErrors({ id, incomplete }: Line, { locale }: Caller): FieldErrors {
  return id === null ? (incomplete ?? {}) : { id: [fillText(idNotFound, { id }, locale)] };
}

/** Writes rows that are matched by their unique fields, or are new. */
async function writeLines(context: ImportContext, tx: Tx, lines: readonly Line[]): Promise<WriteSummary> {
  const { engine, plan, runners, report } = context;
  if (!runners.create) return insertOrChange(context, tx, lines);
  const matches = await findExistingMatches(tx, engine.services.database.dialect, plan, lines);
  const newLines = lines.filter((line) => !matches.has(line)).map((line) => ({ line, id: null }));
  const existing = lines.filter((line) => matches.has(line));
  const created = await runners.create.run(tx, newLines, report);
  const changed = await updateExisting(context, tx, existing, matches);
  return { audit: [...created, ...changed.audit], items: changed.items };
}

/**
 * Inserts rows without a lookup, since most files contain new records. Only if a record already exists are the existing ones
 * looked up. A concurrent import may insert the same records; then the lookup is repeated.
 */
async function insertOrChange(
  context: ImportContext,
  tx: Tx,
  lines: readonly Line[],
  tries = 3,
): Promise<WriteSummary> {
  const { engine, plan, report, caller } = context;
  const { dialect } = engine.services.database;
  if (lines.length === 0) return { audit: [], items: noChanges };
  try {
    const items = await runInSavepoint(tx, () => insertLines(engine, plan, tx, lines, caller));
    report.created += items.length;
    return { audit: [], items: { before: [], after: items } };
  } catch (error) {
    if (tries === 0 || dialect.uniqueViolation(error)?.table !== plan.table) throw error;
    const matches = await findExistingMatches(tx, dialect, plan, lines);
    const existing = lines.filter((line) => matches.has(line));
    const changed = await updateExisting(context, tx, existing, matches);
    const rest = lines.filter((line) => !matches.has(line));
    const created = await insertOrChange(context, tx, rest, tries - 1);
    return { audit: [...changed.audit, ...created.audit], items: concat(changed.items, created.items) };
  }
}

interface WriteSummary {
  readonly audit: readonly AuditDraft[];
  readonly items: Written;
}

/** Handles rows whose record exists: rejects, skips or updates it. */
async function updateExisting(
  { engine, plan, onConflict, runners, report, caller }: ImportContext,
  tx: Tx,
  existing: readonly Line[],
  matches: ReadonlyMap<Line, Match>,
): Promise<WriteSummary> {
  if (onConflict === 'skip') report.skipped += existing.length;
  if (onConflict === 'error') {
    const ids = existing.flatMap((line) => matches.get(line)?.id ?? []);
    const holders = await findHolders(tx, plan.resource, ids, caller);
    for (const line of existing) {
      const { id = 0, group = [] } = matches.get(line) ?? {};
      report.reject(line.line, takenErrors(plan.resource, group, holders.get(id) ?? null, caller));
    }
  }
  if (onConflict !== 'update') return { audit: [], items: noChanges };
  const byId = new Map(
    existing.map((line) => [matches.get(line)?.id ?? 0, { line, group: matches.get(line)?.group ?? [] }]),
  );
  const rows = await lockRows(tx, engine.services.database.dialect, plan.resource, [...byId.keys()]);
  const changes = listChanges(engine, plan, rows, byId, report, caller);
  if (!runners.update) return { audit: [], items: await updateLines(engine, plan, tx, changes, report, caller) };
  const targets = changes.map(({ line, row }) => ({ line, id: getId(row) }));
  return { audit: await runners.update.run(tx, targets, report), items: noChanges };
}

/** Returns one audit entry for the chunk, with its items. */
function createSetDraft(plan: Plan, { before, after }: Written): AuditDraft[] {
  if (after.length === 0) return [];
  const set = { resource: plan.resource.name, resourceId: null, action: 'import', count: after.length };
  return [{ ...set, before: before.length > 0 ? { items: before } : null, after: { items: after } }];
}

const noChanges: Written = { before: [], after: [] };

function concat(one: Written, other: Written): Written {
  return { before: [...one.before, ...other.before], after: [...one.after, ...other.after] };
}
