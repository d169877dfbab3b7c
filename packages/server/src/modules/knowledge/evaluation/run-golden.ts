import { type AnyResource, goldenQuestion, localize } from '@gantry/core';
import { createCreatedDraft } from '../../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../../platform/engine/operation.ts';
import type { Database, Reader, RowOf, Tx } from '../../../platform/store/database.ts';
import { createRow, insertRecords, toChangedCells } from '../../../platform/store/records.ts';
import {
  type Found,
  getRetrievalRule,
  type RecallDeps,
  type RetrievalRequest,
  recordRecall,
  type Searched,
  searchBase,
} from '../recall/index.ts';
import { computeMean, computeRecall, isPass, type Judged, judge, reportOn } from './recall-report.ts';
import { createRecallRejection, requireBase, withReason } from './recall-test.ts';
import { maxConcurrent, startRun } from './run-work.ts';

const table = 'golden_questions';

/** A golden question that was run again. */
export interface GoldenRequest {
  readonly row: RowOf<'golden_questions'>;
  readonly keys: ChunkKeys;
  readonly judged: Judged;
  readonly searched: Searched;
}

/** Returns the golden questions of a base, the least recently run first. */
async function listGoldenRows(read: Reader, knowledgeId: number): Promise<RowOf<'golden_questions'>[]> {
  const rows = await read.selectFrom(table).selectAll().where('knowledge_id', '=', knowledgeId).execute();
  return rows.sort((one, other) => (one.last_run_at ?? 0) - (other.last_run_at ?? 0) || one.id - other.id);
}

/** Returns the previous recall of a golden question, in percent. */
export const getLastRecall = ({ last_recall: last }: RowOf<'golden_questions'>): number | null => last;

export async function runGoldenQuestion(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  rule: ReturnType<typeof getRetrievalRule>,
  row: RowOf<'golden_questions'>,
): Promise<GoldenRequest | null> {
  const expected = JSON.parse(row.chunks) as string[];
  const keys = await refreshChunkKeys(deps.database.read, expected, parseChunkKeys(row.keys));
  const query = row.query;
  const [searched] = await searchBase(deps, base, query, [rule]);
  if (searched === undefined) return null;
  return { row, keys, searched, judged: judge({ query, expected }, searched.found, isExpected(keys)) };
}

/** Stores the results and searches of golden questions. The version of a question does not change. */
export async function storeGoldenResults(
  tx: Tx,
  { dialect }: Database,
  requested: readonly GoldenRequest[],
  prompt: Omit<RetrievalRequest, 'query' | 'source'>,
): Promise<void> {
  for (const { row, keys, judged, searched } of [...requested].sort((a, b) => a.row.id - b.row.id)) {
    const values = {
      lastResult: isPass(judged) ? 'pass' : 'fail',
      lastRank: judged.rank,
      lastRecall: computeRecall(judged),
      lastRunAt: prompt.at,
      keys,
    };
    const cells = toChangedCells(goldenQuestion as AnyResource, values);
    await tx.updateTable(table).set(cells).where('id', '=', row.id).execute();
    await recordRecall({ tx, dialect }, { ...prompt, query: judged.query, source: 'golden' }, searched);
  }
}

interface Ran {
  readonly base: RowOf<'knowledge_bases'>;
  readonly rule: ReturnType<typeof getRetrievalRule>;
  readonly rows: readonly RowOf<'golden_questions'>[];
  /** Null when there are too many questions for one call or they took too long. */
  readonly requested: readonly GoldenRequest[] | null;
}

/** Runs the questions and returns their results. Questions without any result are skipped. */
async function checkAll(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  rule: Ran['rule'],
  rows: readonly RowOf<'golden_questions'>[],
): Promise<GoldenRequest[] | null> {
  const requested = await runWithinTime(rows, (row) => runGoldenQuestion(deps, base, rule, row));
  return requested?.filter((one) => one !== null) ?? null;
}

const getQuestion = (row: RowOf<'golden_questions'>) => ({
  id: row.id,
  query: row.query,
  expected: JSON.parse(row.chunks) as string[],
});

/** Runs all golden questions of a base, stores each result and reports the changes since the previous run. */
export function runGolden(deps: RecallDeps): Operation {
  return {
    async prepare({ input, caller }): Promise<Ran> {
      const base = await requireBase(deps, input.knowledge, caller);
      const rule = getRetrievalRule(base, input);
      const rows = await listGoldenRows(deps.database.read, base.id);
      const isLong = (input.background === true && rows.length > 0) || rows.length > maxConcurrent;
      return {
        base,
        rule,
        rows,
        requested: isLong ? null : await withReason(checkAll(deps, base, rule, rows), caller),
      };
    },
    async run(call, prepared) {
      const { base, rule, rows, requested } = prepared as Ran;
      const knowledgeId = base.id;
      if (requested === null)
        return startRun(call, { kind: 'golden', knowledgeId, rule, questions: rows.map(getQuestion) });
      const { caller, services, tx } = call;
      const prompt = { knowledgeId, userId: null, by: caller.actor.id, at: services.clock() };
      await storeGoldenResults(tx, services.database, requested, prompt);
      const { options } = goldenQuestion.fields.lastResult;
      const said = (name: string) =>
        name in options ? localize(options[name as keyof typeof options], caller.locale) : name;
      const items = requested.map(({ row, judged }) => ({
        id: row.id,
        query: judged.query,
        pass: said(isPass(judged) ? 'pass' : 'fail'),
        last: said(row.last_result),
        rank: judged.rank,
        recall: computeRecall(judged),
        lastRecall: getLastRecall(row),
        expected: judged.expected.join('; '),
        got: judged.got.join('; '),
      }));
      const report = reportOn(requested.map(({ judged }) => judged));
      const lastRecall = computeMean(requested.map(({ row }) => getLastRecall(row)));
      return { data: { ...report, lastRecall, k: rule.topK, notRequested: rows.length - requested.length, items } };
    },
  };
}

/** Identifies an expected chunk after its ID has changed: by document and content. */
interface ChunkKey {
  readonly docId: number;
  readonly hash: string;
}
type ChunkKeys = Readonly<Record<string, ChunkKey>>;

function parseChunkKeys(stored: unknown): ChunkKeys {
  return typeof stored === 'string' ? (JSON.parse(stored) as ChunkKeys) : {};
}

/** Returns the known keys, updated with those of existing chunks. */
async function refreshChunkKeys(read: Reader, ids: readonly string[], known: ChunkKeys): Promise<ChunkKeys> {
  const numbers = ids.map(Number).filter(Number.isSafeInteger);
  if (numbers.length === 0) return {};
  const rows = await read
    .selectFrom('know_chunks')
    .select(['id', 'doc_id', 'hash'])
    .where('id', 'in', numbers)
    .execute();
  const found = new Map(rows.map((row) => [String(row.id), row]));
  const keys = ids.flatMap((id): [string, ChunkKey][] => {
    const key = getKey(found.get(id)) ?? known[id];
    return key ? [[id, key]] : [];
  });
  return Object.fromEntries(keys);
}

function getKey(row: Pick<RowOf<'know_chunks'>, 'doc_id' | 'hash'> | undefined): ChunkKey | null {
  return typeof row?.hash === 'string' ? { docId: row.doc_id, hash: row.hash } : null;
}

/** Matches an expected chunk by ID, or by document and content after the document was re-chunked. */
function isExpected(keys: ChunkKeys) {
  return (id: string, { chunkId, row }: Found): boolean => {
    if (String(chunkId) === id) return true;
    const key = keys[id];
    return key !== undefined && key.docId === row.doc_id && key.hash === row.hash;
  };
}

/** Returns the expected chunks: those given in the input, otherwise the first result. */
function readExpected({ input, row, caller }: OperationCall<'recall_records'>): string[] {
  const named = Array.isArray(input.chunks) ? input.chunks.map(String) : [];
  if (named.length > 0) return named.map((id) => id.replace(/^#/, ''));
  const hits = typeof row.results === 'string' ? (JSON.parse(row.results) as { readonly chunkId: number }[]) : [];
  const [first] = hits;
  if (first === undefined) throw createRecallRejection('chunks', 'noChunks', caller);
  return [String(first.chunkId)];
}

/** Creates a golden question from a recorded search. */
export const saveGolden: Operation<'recall_records'> = {
  async run(call) {
    const { tx, row, services, caller } = call;
    const chunks = readExpected(call);
    if (!chunks.every((id) => /^\d{1,15}$/.test(id))) throw createRecallRejection('chunks', 'notIds', caller);
    const knowledgeId = row.knowledge_id;
    const query = row.query;
    const same = tx.selectFrom('golden_questions').select('id').where('knowledge_id', '=', knowledgeId);
    if (await same.where('query', '=', query).executeTakeFirst()) throw createRecallRejection('query', 'taken', caller);
    const keys = await refreshChunkKeys(tx, chunks, {});
    const made = createRow(
      goldenQuestion,
      { query, knowledgeId, chunks, keys },
      { by: caller.actor.id, at: services.clock() },
    );
    const [id = 0] = await insertRecords(tx, services.database.dialect, goldenQuestion, [made]);
    return { data: { goldenId: id, chunks }, audit: createCreatedDraft(goldenQuestion, id, made) };
  },
};

/** Maximum duration of a call, in ms. A test that takes longer runs entirely in the background. */
const maxCallMs = 10_000;

/** Runs the questions one after the other. Returns null when that exceeds the maximum duration of a call. */
export async function runWithinTime<Q, A>(
  questions: readonly Q[],
  prompt: (question: Q) => Promise<A>,
): Promise<A[] | null> {
  const started = performance.now();
  const answers: A[] = [];
  for (const question of questions) {
    if (performance.now() - started > maxCallMs) return null;
    answers.push(await prompt(question));
  }
  return answers;
}
