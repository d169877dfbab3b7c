import { createPlan } from '../../platform/engine/engine.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { assertReferences } from '../../platform/engine/validation-errors.ts';
import type { Column, RowOf, Tx } from '../../platform/store/database.ts';
import { recountBase } from './work/chunk-rows.ts';
import { computeSums } from './work/index-stage.ts';
import { knowWork, listActiveStates } from './work/work.ts';
import { reject, writeRow } from './write-row.ts';

const words = {
  empty: { zh: '新的索引版本还没有完成的文档', en: 'No document of the new index version is ready.' },
} as const;

/** Returns an index version above that of every chunk of the base. */
async function getNextGeneration(tx: Tx, base: RowOf<'knowledge_bases'>): Promise<number> {
  const used = await tx
    .selectFrom('know_chunks')
    .select(({ fn }) => [fn.max('generation').as('most'), fn.min('generation').as('least')])
    .where('knowledge_id', '=', base.id)
    .executeTakeFirst();
  return Math.max(base.generation, used?.most ?? 0, -(used?.least ?? 0)) + 1;
}

/** Rebuilds all chunks, or only their vectors, next to the active ones, optionally with another model. */
const rebuild: Operation<'knowledge_bases'> = {
  async run(call) {
    const { tx, input } = call;
    const row = call.row;
    const next = await getNextGeneration(tx, row);
    const keepsModel = input.keepModel !== false;
    const model = keepsModel ? row.embedding_model_id : (input.embeddingModelId ?? null);
    if (!keepsModel) await assertReferences(tx, createPlan(call.resource), { embeddingModelId: model }, call.caller);
    const cuts = input.rechunk === true;
    const docs = tx.updateTable('know_docs').where('knowledge_id', '=', row.id);
    const rebuilt = {
      status: 'waiting',
      attempts: 0,
      error: null,
      error_code: null,
      lease_owner: null,
      lease_until: null,
      next_try_at: null,
      finished_at: null,
      stuck: 0,
      progress: 0,
      target_generation: next,
      keep_edited: input.keepEdited === false ? 0 : 1,
    } as const;
    await docs
      .where('generation', '>', 0)
      .set({ ...rebuilt, stage: cuts ? 'clean' : 'split', copies: cuts ? 0 : 1 })
      .execute();
    await docs
      .where('generation', '=', 0)
      .where('status', 'in', ['waiting', 'failed', ...(listActiveStates(knowWork) as Column<'know_docs', 'status'>[])])
      .set({ ...rebuilt, stage: 'parse', copies: 0 })
      .execute();
    const cells = { next_generation: next, next_embedding_model_id: model === null ? null : Number(model) };
    return writeRow(call, row, { ...cells, rebuild_progress: 0 });
  },
};

/** Activates the next index version immediately. Documents that are not ready in it cannot be found until they are. */
const finishRebuild: Operation<'knowledge_bases'> = {
  async run(call) {
    const { tx, caller } = call;
    const row = call.row;
    const ready = await tx
      .selectFrom('know_docs')
      .select('id')
      .where('knowledge_id', '=', row.id)
      .where('generation', '=', row.next_generation ?? 0)
      .limit(1)
      .executeTakeFirst();
    if (!ready) reject(caller.locale, words.empty, { state: 'empty' });
    return writeRow(call, row, {
      generation: row.next_generation ?? 0,
      embedding_model_id: row.next_embedding_model_id,
      next_generation: null,
      next_embedding_model_id: null,
      rebuild_progress: null,
    });
  },
};

/** Keeps the active index version and discards the next one. */
const cancelRebuild: Operation<'knowledge_bases'> = {
  async run(call) {
    const { tx } = call;
    const row = call.row;
    await settleDocuments(call, row);
    await recountBase(tx, row.id);
    return writeRow(call, row, { next_generation: null, next_embedding_model_id: null, rebuild_progress: null });
  },
};

/** Reactivates documents of the active index version. Documents added since then restart for it. */
async function settleDocuments(
  { tx }: OperationCall<'knowledge_bases'>,
  base: RowOf<'knowledge_bases'>,
): Promise<void> {
  const generation = base.generation;
  const docs = await tx
    .selectFrom('know_docs')
    .select('id')
    .where('knowledge_id', '=', base.id)
    .where('target_generation', '=', base.next_generation ?? 0)
    .execute();
  const free = { lease_owner: null, lease_until: null, next_try_at: null, copies: 0, target_generation: generation };
  for (const { id } of docs) {
    const sums = await computeSums(tx, id, generation);
    const state =
      sums.chunk_count > 0
        ? ({ status: 'completed', stage: null, progress: 100, generation } as const)
        : ({ status: 'waiting', stage: 'parse', progress: 0, generation: 0 } as const);
    await tx
      .updateTable('know_docs')
      .set({ ...free, ...sums, ...state })
      .where('id', '=', id)
      .execute();
  }
}

/** Actions on index versions of a base. A maintenance job deletes the data of discarded versions. */
export const rebuildActions = { rebuild, finishRebuild, cancelRebuild } as const;
