import {
  type AnyResource,
  ApiError,
  goldenQuestion,
  knowledge,
  knowledgeExport,
  localize,
  maxRunQuestions,
  recallRecord,
  recallRun,
  toTableName,
} from '@gantry/core';
import { createDeletedDraft } from '../../../platform/engine/changes.ts';
import { findUsages, runRemoval } from '../../../platform/engine/delete.ts';
import type { RecordChecks } from '../../../platform/engine/engine.ts';
import type { Operation, OperationCall, Operations } from '../../../platform/engine/operation.ts';
import { createOperationsFor } from '../../../platform/engine/record-actions/planned-operations.ts';
import { type RowOf, withNamedTables } from '../../../platform/store/database.ts';
import { removeRecords } from '../../../platform/store/records.ts';
import { listAgentsWithBase } from '../../agents/index.ts';
import { removeExport } from '../archive/export-job.ts';
import { findBase, getRetrievalRule, type RecallDeps, recordRecall, searchBase } from '../recall/index.ts';
import { answerQuestion, type QuestionRequest, readQuestions } from './read-questions.ts';
import { computeRecall, type Judged, reportOn } from './recall-report.ts';
import {
  createRecallRejection,
  describeInvalidChunkIds,
  explainRunRejection,
  presentSearch,
  requireBase,
  type Tested,
  testRecall,
  toRetrievalRequest,
  withReason,
} from './recall-test.ts';
import { runGolden, runWithinTime, saveGolden } from './run-golden.ts';
import { cancelRun, getOpenRuns, maxConcurrent, startRun } from './run-work.ts';

const records = 'recall_records';

/** Returns the chunks of a recorded search with their current content. The content of deleted chunks is empty. */
async function readFoundThen({ database }: RecallDeps, stored: unknown) {
  const hits =
    typeof stored === 'string' ? (JSON.parse(stored) as { readonly chunkId: number; readonly docId: number }[]) : [];
  if (hits.length === 0) return [];
  const ids = hits.map(({ chunkId }) => chunkId);
  const rows = await database.read
    .selectFrom('know_chunks as c')
    .innerJoin('know_docs as d', 'd.id', 'c.doc_id')
    .select(['c.id', 'c.content', 'c.title', 'c.seq', 'd.name as doc_name'])
    .where('c.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.map((hit) => {
    const row = byId.get(hit.chunkId);
    return {
      ...hit,
      isGone: row === undefined,
      docName: row?.doc_name ?? '',
      title: row?.title ?? '',
      seq: row?.seq ?? 0,
      excerpt: (row?.content ?? '').slice(0, 400),
      marks: [],
    };
  });
}

interface Rerun extends Tested {
  readonly earlier: Awaited<ReturnType<typeof readFoundThen>>;
}

/** Repeats a recorded question on the current base, optionally with other settings, and returns both results. */
function rerunRecall(deps: RecallDeps): Operation<'recall_records'> {
  return {
    async prepare({ id, input, caller, dryRun }): Promise<Rerun | null> {
      if (dryRun || id === null) return null;
      const { read } = deps.database;
      const record = await read.selectFrom(records).selectAll().where('id', '=', id).executeTakeFirst();
      const base = record && (await findBase(read, record.knowledge_id));
      if (!record || !base) throw new ApiError('notFound');
      const query = record.query;
      const searched = await withReason(searchBase(deps, base, query, [getRetrievalRule(base, input)]), caller);
      return { base, query, searched, earlier: await readFoundThen(deps, record.results) };
    },
    async run(call, prepared) {
      const again = prepared as Rerun | null;
      const [searched] = again?.searched ?? [];
      if (again === null || searched === undefined) return { data: null };
      const scope = { tx: call.tx, dialect: call.services.database.dialect };
      const recordId = await recordRecall(scope, toRetrievalRequest(call, again), searched);
      return { data: { ...presentSearch(searched, recordId), otherHits: again.earlier } };
    },
  };
}

const parts: readonly AnyResource[] = [recallRecord, goldenQuestion, recallRun];
/** `parts` and the resources that own files. */
const owned: readonly AnyResource[] = [...parts, knowledgeExport];
/** Maximum records deleted together with a base. With more, the user deletes them first or waits for their retention to end. */
const maxOwned = 10_000;

async function removeParts(
  { tx, services }: OperationCall<'knowledge_bases'>,
  part: AnyResource,
  knowledgeId: number,
): Promise<void> {
  const query = withNamedTables(tx)
    .selectFrom(toTableName(part.name))
    .select('id')
    .where('knowledge_id', '=', knowledgeId);
  const rows = await query.limit(maxOwned + 1).execute();
  if (rows.length > maxOwned)
    throw new ApiError('inUse', { data: { usages: [{ resource: part.name, count: rows.length }] } });
  for (let from = 0; from < rows.length; from += 500) {
    const ids = rows.slice(from, from + 500).map(({ id }) => Number(id));
    await removeRecords(tx, services.database.dialect, part, ids);
  }
}

/** Deletes an unused base without documents, together with its retrieval log. Rejects the call while a test of the base runs. */
const deleteBase: Operation<'knowledge_bases'> = {
  async run(call) {
    const { tx, row, services } = call;
    const id = row.id;
    const open = await getOpenRuns(tx, id);
    if (open) throw explainRunRejection('underTest', call.caller, open);
    const names = owned.map(({ name }) => name);
    const resources = services.catalogue.resources.filter(({ name }) => !names.includes(name));
    const referring = (await findUsages({ ...services.catalogue, resources }, tx, knowledge, [id])).get(id) ?? [];
    const usages = [...referring, ...(await listAgentsWithBase(tx, id))];
    if (usages.length > 0) throw new ApiError('inUse', { data: { usages } });
    for (const part of parts) await removeParts(call, part, id);
    const exported = tx.selectFrom('knowledge_exports').selectAll().where('knowledge_id', '=', id);
    for (const one of await exported.execute()) await removeExport(tx, services, one);
    const { dialect } = services.database;
    await runRemoval(dialect, () => removeRecords(tx, dialect, knowledge, [id]));
    return { data: null, audit: createDeletedDraft(knowledge, row) };
  },
};

const words = { pass: { zh: '通过', en: 'Passed' }, fail: { zh: '未通过', en: 'Failed' } } as const;

interface BatchQuestions {
  readonly base: RowOf<'knowledge_bases'>;
  readonly rule: ReturnType<typeof getRetrievalRule>;
  readonly questions: readonly QuestionRequest[];
  /** Null when there are too many questions for one call or they took too long. */
  readonly judged: readonly Judged[] | null;
  readonly latencyMs: number;
}

/** Runs many questions and reports how many expected results were found. A long list continues in the background. */
function createBatchTestOperation(deps: RecallDeps): Operation {
  return {
    async prepare({ input, caller }): Promise<BatchQuestions> {
      const base = await requireBase(deps, input.knowledge, caller);
      const questions = readQuestions(String(input.csv));
      if (questions.length === 0) throw createRecallRejection('csv', 'noQuestions', caller);
      if (questions.length > maxRunQuestions) throw createRecallRejection('csv', 'tooMany', caller);
      const rule = getRetrievalRule(base, input);
      const started = performance.now();
      const isLong = input.background === true || questions.length > maxConcurrent;
      const prompt = (question: QuestionRequest) => answerQuestion(deps, base, rule, question);
      const judged = isLong ? null : await withReason(runWithinTime(questions, prompt), caller);
      return { base, rule, questions, judged, latencyMs: Math.round(performance.now() - started) };
    },
    async run(call, prepared) {
      const { base, rule, questions, judged, latencyMs } = prepared as BatchQuestions;
      const { locale } = call.caller;
      if (judged === null) {
        const own = questions.map((question) => ({ ...question, id: null }));
        return startRun(call, { kind: 'batch', knowledgeId: base.id, rule, questions: own });
      }
      const said = (one: Judged) =>
        one.expected.length === 0 ? null : localize(one.rank === null ? words.fail : words.pass, locale);
      const items = judged.map((one) => ({
        query: one.query,
        pass: said(one),
        rank: one.rank,
        recall: computeRecall(one),
        expected: one.expected.join('; '),
        got: one.got.join('; '),
      }));
      return { data: { ...reportOn(judged), k: rule.topK, notRequested: 0, latencyMs, items } };
    },
  };
}

/** Admin actions on searches of knowledge bases. */
export function createRetrievalOperations(deps: RecallDeps): Operations {
  return {
    ...createOperationsFor(recallRecord, {
      test: testRecall(deps),
      batchTest: createBatchTestOperation(deps),
      rerun: rerunRecall(deps),
      saveGolden,
    }),
    ...createOperationsFor(knowledge, { delete: deleteBase }),
    ...createOperationsFor(goldenQuestion, { run: runGolden(deps) }),
    ...createOperationsFor(recallRun, { cancel: { run: cancelRun } }),
  };
}

export const recallChecks: RecordChecks = {
  [goldenQuestion.name]: ({ chunks }, caller) => {
    const isFine = !Array.isArray(chunks) || chunks.every((id) => /^\d{1,15}$/.test(String(id)));
    return isFine ? null : { chunks: [describeInvalidChunkIds(caller)] };
  },
};
