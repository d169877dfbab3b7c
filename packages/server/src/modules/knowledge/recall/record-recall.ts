import { recallRecord } from '@gantry/core';
import { sql } from 'kysely';
import type { Database } from '../../../platform/store/database.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import { getFusion } from './fuse.ts';
import type { Found } from './recall-chunks.ts';
import type { Searched } from './search-base.ts';
import type { RecallScope } from './vectors/read-vectors.ts';

export interface RetrievalRequest {
  readonly knowledgeId: number;
  readonly query: string;
  readonly source: 'test' | 'golden' | 'chat' | 'agent' | 'api';
  /** The user who searched; null when it was not a user. */
  readonly userId: number | null;
  /** The admin who tested; null for a service. */
  readonly by: number | null;
  /** UTC ms. */
  readonly at: number;
}

/** The stored part of a found chunk. */
interface StoredHit {
  readonly chunkId: number;
  readonly docId: number;
  readonly rank: number;
  readonly score: number;
  readonly keywordScore: number | null;
  readonly vectorScore: number | null;
  readonly rerankScore: number | null;
}

const roundScore = (score: number | null) => (score === null ? null : Math.round(score * 10_000) / 10_000);

function toStoredHit({ chunkId, row, rank, score, keywordScore, vectorScore, rerankScore }: Found): StoredHit {
  return {
    chunkId,
    docId: row.doc_id,
    rank,
    score: roundScore(score) ?? 0,
    keywordScore: roundScore(keywordScore),
    vectorScore: roundScore(vectorScore),
    rerankScore: roundScore(rerankScore),
  };
}

const getPercent = (share: number) => Math.round(share * 100);
const longestQuery = 1000;

/** Records a search and its results. Returns the ID of the record. */
export async function recordRecall(
  { tx, dialect }: RecallScope,
  prompt: RetrievalRequest,
  searched: Searched,
): Promise<number> {
  const { rule, found, latencyMs, notReranked } = searched;
  const row = createRow(
    recallRecord,
    {
      query: prompt.query.slice(0, longestQuery),
      knowledgeId: prompt.knowledgeId,
      source: prompt.source,
      userId: prompt.userId,
      mode: rule.mode,
      topK: rule.topK,
      scoreMin: getPercent(rule.scoreMin),
      vectorWeight: getPercent(rule.vectorWeight),
      ...getFusion(rule),
      rerank: !rule.rerank ? null : notReranked === null ? 'done' : 'failed',
      resultCount: found.length,
      topScore: getPercent(found[0]?.score ?? 0),
      latencyMs,
      results: found.map(toStoredHit),
    },
    { by: prompt.by, at: prompt.at },
  );
  const [id = 0] = await insertRecords(tx, dialect, recallRecord, [row]);
  return id;
}

/** Counts the hits of a live search on chunks, documents and the base. Does not change their versions. */
export async function countHits(
  { tx, dialect }: RecallScope,
  knowledgeId: number,
  found: readonly Found[],
  at: number,
): Promise<void> {
  if (found.length === 0) return;
  // Update in ID order, so that concurrent searches cannot deadlock.
  const count = async (table: 'know_chunks' | 'know_docs', ids: readonly number[]) => {
    const sorted = [...new Set(ids)].sort((one, other) => one - other);
    const listed = dialect.tuples(
      ['bigint'],
      sorted.map((id) => [id]),
    );
    const held = dialect.kind === 'postgres' ? sql`for update` : sql``;
    await sql`select id from ${sql.table(table)} where id in ${listed} order by id ${held}`.execute(tx);
    const last = table === 'know_chunks' ? sql`, last_hit_at = ${at}` : sql``;
    await sql`update ${sql.table(table)} set hit_count = coalesce(hit_count, 0) + 1${last} where id in ${listed}`.execute(
      tx,
    );
  };
  await count(
    'know_chunks',
    found.map(({ chunkId }) => chunkId),
  );
  await count(
    'know_docs',
    found.map(({ row }) => row.doc_id),
  );
  await tx
    .updateTable('knowledge_bases')
    .set({ hit_count: sql`coalesce(hit_count, 0) + ${found.length}` })
    .where('id', '=', knowledgeId)
    .execute();
}

const day = 24 * 3_600_000;
const atOnce = 1000;

/** Deletes records older than the retention in batches. Returns how many. */
export async function pruneRecalls({ transaction, dialect }: Database, keepDays: number, now: number): Promise<number> {
  return transaction(async (tx) => {
    const old = tx
      .selectFrom('recall_records')
      .select('id')
      .where('created_at', '<', now - keepDays * day);
    const ids = (await old.orderBy('created_at').limit(atOnce).execute()).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx.deleteFrom('recall_records').where('id', 'in', ids).execute();
    await dialect.search.remove(tx, 'recall_records', ids);
    return ids.length;
  });
}

/** Deletes finished tests older than the retention of records. */
export async function pruneRuns({ transaction }: Database, keepDays: number, now: number): Promise<void> {
  await transaction((tx) =>
    tx
      .deleteFrom('recall_runs')
      .where('created_at', '<', now - keepDays * day)
      .where('status', 'not in', ['queued', 'running'])
      .execute(),
  );
}
