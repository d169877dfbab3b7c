import { type AnyResource, goldenQuestion } from '@gantry/core';
import type { Database, Reader, Row, Tx } from '../../../platform/store/database.ts';
import { toChangedCells } from '../../../platform/store/records.ts';
import {
  type getRetrievalRule,
  type RecallDeps,
  type RetrievalRequest,
  recordRecall,
  type Searched,
  searchBase,
} from '../recall/index.ts';
import { type ChunkKeys, isExpected, parseChunkKeys, refreshChunkKeys } from './golden-keys.ts';
import { computeRecall, isPass, type Judged, judge } from './recall-report.ts';

const table = 'golden_questions';

/** A golden question that was asked again. */
export interface GoldenRequest {
  readonly row: Row;
  readonly keys: ChunkKeys;
  readonly judged: Judged;
  readonly searched: Searched;
}

/** The golden questions of a base, those first that were not asked for the longest time. */
export async function listGoldenRows(read: Reader, knowledgeId: number): Promise<Row[]> {
  const rows = await read.selectFrom(table).selectAll().where('knowledge_id', '=', knowledgeId).execute();
  return rows.sort(
    (one, other) => Number(one.last_run_at ?? 0) - Number(other.last_run_at ?? 0) || Number(one.id) - Number(other.id),
  );
}

/** What a golden question came to the time before, in percent. */
export const getLastRecall = ({ last_recall: last }: Row): number | null => (last === null ? null : Number(last));

export async function runGoldenQuestion(
  deps: RecallDeps,
  base: Row,
  rule: ReturnType<typeof getRetrievalRule>,
  row: Row,
): Promise<GoldenRequest | null> {
  const expected = JSON.parse(String(row.chunks)) as string[];
  const keys = await refreshChunkKeys(deps.database.read, expected, parseChunkKeys(row.keys));
  const query = String(row.query);
  const [searched] = await searchBase(deps, base, query, [rule]);
  if (searched === undefined) return null;
  return { row, keys, searched, judged: judge({ query, expected }, searched.found, isExpected(keys)) };
}

/** Keeps what golden questions came to, and the searches. Only what a run learns: each question stays the version that it is. */
export async function keepGolden(
  tx: Tx,
  { dialect }: Database,
  requested: readonly GoldenRequest[],
  prompt: Omit<RetrievalRequest, 'query' | 'source'>,
): Promise<void> {
  for (const { row, keys, judged, searched } of [...requested].sort((a, b) => Number(a.row.id) - Number(b.row.id))) {
    const values = {
      lastResult: isPass(judged) ? 'pass' : 'fail',
      lastRank: judged.rank,
      lastRecall: computeRecall(judged),
      lastRunAt: prompt.at,
      keys,
    };
    const cells = toChangedCells(goldenQuestion as AnyResource, values);
    await tx.updateTable(table).set(cells).where('id', '=', Number(row.id)).execute();
    await recordRecall({ tx, dialect }, { ...prompt, query: judged.query, source: 'golden' }, searched);
  }
}
