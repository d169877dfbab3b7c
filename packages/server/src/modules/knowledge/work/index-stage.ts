import { knowChunk } from '@gantry/core';
import type { RowOf, Tx } from '../../../platform/store/database.ts';
import { createQuotaCover, readMembershipRules } from '../../memberships/index.ts';
import { DocumentError } from '../parse/document-error.ts';
import { dropVectors, embedTexts, ModelError, putVectors, WrongDimensions } from '../recall/index.ts';
import { getTexts, recountBase, removeChunks } from './chunk-rows.ts';
import { captureEmbedding, holdForEmbedding } from './embedding-money.ts';
import { commitWork, knowWork, type RunStage, type Work, type WorkDeps } from './work.ts';

/** Chunks that are embedded and written per batch. */
const batchSize = 32;

/** Returns the embedding model of an index version; null for the built-in embedder. */
export async function findModel(
  { database }: WorkDeps,
  base: RowOf<'knowledge_bases'>,
  generation: number,
): Promise<RowOf<'ai_models'> | null> {
  const id = generation === base.generation ? base.embedding_model_id : base.next_embedding_model_id;
  if (id === null || id === undefined) return null;
  const model = await database.read.selectFrom('ai_models').selectAll().where('id', '=', id).executeTakeFirst();
  if (!model) throw new DocumentError('embedding');
  return model;
}

/** Embeds texts. Converts model errors to DocumentError. */
export async function embed(deps: WorkDeps, model: RowOf<'ai_models'> | null, texts: readonly string[]) {
  try {
    return await embedTexts(deps, { model, texts });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new DocumentError(error.mayRetry ? 'embeddingBusy' : 'embedding');
  }
}

/** Indexes the staged chunks in batches, so that a retry continues after the last batch, and then activates them. */
export const indexChunks: RunStage = async (deps, work) => {
  const { database } = deps;
  const { id, knowledge_id, target_generation } = work.row;
  const base = await database.read
    .selectFrom('knowledge_bases')
    .selectAll()
    .where('id', '=', Number(knowledge_id))
    .executeTakeFirstOrThrow();
  const generation = Number(target_generation);
  const model = await findModel(deps, base, generation);
  const place = { knowledgeId: Number(knowledge_id), generation };
  const staged = database.read
    .selectFrom('know_chunks')
    .where('doc_id', '=', Number(id))
    .where('generation', '=', -generation);
  const all = await staged
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('tokens').as('tokens')])
    .executeTakeFirst();
  await holdFor(deps, work, base, Number(all?.tokens ?? 0));
  for (let done = 0; ; ) {
    work.signal.throwIfAborted();
    const rows = await staged.selectAll().where('status', '!=', 'indexed').orderBy('seq').limit(batchSize).execute();
    if (rows.length === 0) break;
    const texts = rows.map(getTexts);
    const { vectors } = await embed(
      deps,
      model,
      texts.map((parts) => parts.join('\n')),
    );
    const entries = rows.flatMap((row, at) => {
      const vector = vectors[at];
      return vector ? [{ chunkId: row.id, vector, texts: texts[at] ?? [] }] : [];
    });
    done += rows.length;
    const progress = 50 + Math.floor((49 * done) / Math.max(1, Number(all?.count ?? 1)));
    await commitWork(deps, work, { progress }, async (tx) => {
      await markIndexed(tx, entries);
      await putVectors({ tx, dialect: database.dialect }, place, entries).catch(rethrowAsDocumentError);
      return {};
    });
    work.report(progress);
  }
  await activateChunks(deps, work, place, model);
  return null;
};

/** Holds the price of a user's document before a model is called. */
async function holdFor(
  deps: WorkDeps,
  work: Work,
  { owner_id }: RowOf<'knowledge_bases'>,
  tokens: number,
): Promise<void> {
  if (Number(work.row.embed_price ?? 0) === 0) return;
  const { database, clock, settings } = deps;
  // The document was accepted when it was queued, so the limit of open uses does not apply.
  const cover = createQuotaCover(await readMembershipRules(settings), { isAdmitted: true });
  const userId = owner_id;
  await commitWork(deps, work, {}, async (tx) => {
    const doc = await tx
      .selectFrom('know_docs')
      .selectAll()
      .where('id', '=', Number(work.row.id))
      .executeTakeFirstOrThrow();
    return holdForEmbedding({ tx, dialect: database.dialect, at: clock() }, doc, { userId, tokens, cover });
  });
}

export function rethrowAsDocumentError(error: unknown): never {
  throw error instanceof WrongDimensions ? new DocumentError('embedding') : error;
}

function markIndexed(tx: Tx, entries: readonly { readonly chunkId: number }[]) {
  const ids = entries.map(({ chunkId }) => chunkId);
  return tx.updateTable('know_chunks').set({ status: 'indexed', error: null }).where('id', 'in', ids).execute();
}

/** Replaces the active chunks by the staged ones in one transaction. */
async function activateChunks(
  deps: WorkDeps,
  work: Work,
  place: { readonly knowledgeId: number; readonly generation: number },
  model: RowOf<'ai_models'> | null,
): Promise<void> {
  const { database, clock, settings } = deps;
  const { dialect } = database;
  const { timezone } = await settings.read('system', 'site');
  const docId = Number(work.row.id);
  const finished = {
    status: knowWork.done,
    stage: null,
    progress: 100,
    lease_owner: null,
    lease_until: null,
    next_try_at: null,
    attempts: 0,
    copies: 0,
    generation: place.generation,
    finished_at: clock(),
  };
  await commitWork(deps, work, finished, async (tx) => {
    const chunks = tx.selectFrom('know_chunks').where('doc_id', '=', docId);
    const old = await chunks.select('id').where('generation', '=', place.generation).execute();
    const ids = old.map(({ id }) => id);
    await dropVectors({ tx, dialect }, place, ids);
    await removeChunks(tx, dialect, knowChunk, ids);
    const staged = (await computeSums(tx, docId, -place.generation)).token_count;
    const made = tx.updateTable('know_chunks').where('doc_id', '=', docId).where('generation', '=', -place.generation);
    await made.set({ generation: place.generation }).execute();
    const sums = await computeSums(tx, docId, place.generation);
    await tx.updateTable('know_docs').set(sums).where('id', '=', docId).execute();
    await recountBase(tx, place.knowledgeId);
    const doc = await tx.selectFrom('know_docs').selectAll().where('id', '=', docId).executeTakeFirstOrThrow();
    const scope = { tx, dialect, at: clock() };
    return captureEmbedding(scope, doc, { tokens: staged, timezone, model });
  });
}

/** Returns the number of chunks and tokens of a document in an index version. */
export async function computeSums(tx: Tx, docId: number, generation: number) {
  const sums = await tx
    .selectFrom('know_chunks')
    .select(({ fn }) => [fn.countAll().as('chunks'), fn.sum('tokens').as('tokens')])
    .where('doc_id', '=', docId)
    .where('generation', '=', generation)
    .executeTakeFirst();
  return { chunk_count: Number(sums?.chunks ?? 0), token_count: Number(sums?.tokens ?? 0) };
}
