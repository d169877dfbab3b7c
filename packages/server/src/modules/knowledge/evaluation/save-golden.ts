import { ApiError, goldenQuestion } from '@gantry/core';
import { createCreatedDraft } from '../../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../../platform/engine/operation.ts';
import { createRow, insertRecords } from '../../../platform/store/records.ts';
import { refreshChunkKeys } from './golden-keys.ts';
import { createRecallRejection } from './recall-words.ts';

/** The expected chunks: those that were named, else the first result. */
function expectedIn({ input, row, caller }: OperationCall): string[] {
  const named = Array.isArray(input.chunks) ? input.chunks.map(String) : [];
  if (named.length > 0) return named.map((id) => id.replace(/^#/, ''));
  const hits = typeof row?.results === 'string' ? (JSON.parse(row.results) as { readonly chunkId: number }[]) : [];
  const [first] = hits;
  if (first === undefined) throw createRecallRejection('chunks', 'noChunks', caller);
  return [String(first.chunkId)];
}

/** Makes a golden question of a recorded one. */
export const saveGolden: Operation = {
  async run(call) {
    const { tx, row, services, caller } = call;
    if (row === null) throw new ApiError('notFound');
    const chunks = expectedIn(call);
    if (!chunks.every((id) => /^\d{1,15}$/.test(id))) throw createRecallRejection('chunks', 'notIds', caller);
    const knowledgeId = Number(row.knowledge_id);
    const query = String(row.query);
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
