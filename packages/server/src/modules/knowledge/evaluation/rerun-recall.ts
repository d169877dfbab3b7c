import { ApiError } from '@gantry/core';
import type { Operation } from '../../../platform/engine/operation.ts';
import type { Row } from '../../../platform/store/database.ts';
import { findBase, getRetrievalRule, type RecallDeps, recordRecall, searchBase } from '../recall/index.ts';
import { presentSearch, type Tested, toRetrievalRequest } from './recall-test.ts';
import { withReason } from './recall-words.ts';

const records = 'recall_records';

/** Chunks that a search found then, as it was kept, with what they say now; those that are gone say nothing. */
async function foundThen({ database }: RecallDeps, stored: unknown) {
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
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  return hits.map((hit) => {
    const row: Row | undefined = byId.get(hit.chunkId);
    return {
      ...hit,
      isGone: row === undefined,
      docName: String(row?.doc_name ?? ''),
      title: String(row?.title ?? ''),
      seq: Number(row?.seq ?? 0),
      excerpt: String(row?.content ?? '').slice(0, 400),
      marks: [],
    };
  });
}

interface Rerun extends Tested {
  readonly earlier: Awaited<ReturnType<typeof foundThen>>;
}

/** Asks the question of a record again, with other settings or on what the base has become, beside what was found then. */
export function rerunRecall(deps: RecallDeps): Operation {
  return {
    async prepare({ id, input, caller, dryRun }): Promise<Rerun | null> {
      if (dryRun || id === null) return null;
      const { read } = deps.database;
      const record = await read.selectFrom(records).selectAll().where('id', '=', id).executeTakeFirst();
      const base = record && (await findBase(read, Number(record.knowledge_id)));
      if (!record || !base) throw new ApiError('notFound');
      const query = String(record.query);
      const searched = await withReason(searchBase(deps, base, query, [getRetrievalRule(base, input)]), caller);
      return { base, query, searched, earlier: await foundThen(deps, record.results) };
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
