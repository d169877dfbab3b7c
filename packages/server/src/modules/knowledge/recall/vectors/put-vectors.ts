import { sql } from 'kysely';
import type { Dialect, Tx } from '../../../../platform/store/database.ts';
import { indexWords } from '../../../../platform/store/search/words.ts';
import { quantise, toBlob } from './quantise.ts';

/** Where vectors belong: those of a base change together when its embedding model does. */
export interface BasePlace {
  readonly knowledgeId: number;
  readonly generation: number;
}

export interface ChunkVector {
  /** A chunk belongs to one generation of one base. */
  readonly chunkId: number;
  /** Of length 1, as `embedTexts` gives it. */
  readonly vector: Float32Array;
  /** What a keyword finds it by: title, content, answer, questions, keywords. */
  readonly texts: readonly string[];
}

export interface RecallScope {
  readonly tx: Tx;
  readonly dialect: Dialect;
}

/** Vectors of another length than those of the base: another model made them, and they belong to another generation. */
export class WrongDimensions extends Error {
  override readonly name = 'WrongDimensions';
}

/** The keyword index over chunks: `know_recall_search`. */
export const recallIndex = 'know_recall';
const rowsAtOnce = 200;
/** Changes back to which what was dropped is remembered, so that caches follow without reading a base anew. */
const rememberedChanges = 1000;

/**
 * A word as the index has it for chunks of a generation of a base: each has its own, so that a search reads what is of the base
 * and nothing else. No word holds the sign between.
 */
export function getIndexWord({ knowledgeId, generation }: BasePlace, word: string): string {
  return `${knowledgeId}·${generation}·${word}`;
}

/** The rows of a place, in any of the tables of vectors. */
export function matchPlace({ knowledgeId, generation }: BasePlace) {
  return sql<boolean>`knowledge_id = ${knowledgeId} and generation = ${generation}`;
}

/**
 * Takes the next version of a base's vectors and holds it until the transaction ends, so that versions become visible in
 * their order. Nothing slow may follow in the transaction.
 */
async function nextVersion({ tx }: RecallScope, place: BasePlace, dims: number): Promise<number> {
  const row = { knowledge_id: place.knowledgeId, generation: place.generation, version: 1, oldest: 0, dims };
  const head = await tx
    .insertInto('know_vector_heads')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['knowledge_id', 'generation']).doUpdateSet({
        version: sql`know_vector_heads.version + 1`,
        dims: sql`coalesce(nullif(know_vector_heads.dims, 0), excluded.dims)`,
      }),
    )
    .returning(['version', 'dims'])
    .executeTakeFirstOrThrow();
  if (dims > 0 && Number(head.dims) !== dims)
    throw new WrongDimensions(`${dims} dimensions where ${head.dims} are usual`);
  return Number(head.version);
}

/**
 * Makes chunks findable by vector and by keyword, or anew when they were. Every server process sees it with its next search.
 * Call it late in the transaction: it serialises writers of one base.
 */
export async function putVectors(scope: RecallScope, place: BasePlace, entries: readonly ChunkVector[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const dims = first.vector.length;
  if (entries.some(({ vector }) => vector.length !== dims)) throw new WrongDimensions('vectors of several lengths');
  const version = await nextVersion(scope, place, dims);
  const { tx, dialect } = scope;
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    const rows = entries.slice(from, from + rowsAtOnce).map(({ chunkId, vector }) => ({
      knowledge_id: place.knowledgeId,
      generation: place.generation,
      chunk_id: chunkId,
      version,
      vector: toBlob(quantise(vector)),
    }));
    await tx
      .insertInto('know_vectors')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['knowledge_id', 'generation', 'chunk_id'])
          .doUpdateSet({ version, vector: sql`excluded.vector` }),
      )
      .execute();
  }
  await dialect.search.remove(
    tx,
    recallIndex,
    entries.map(({ chunkId }) => chunkId),
  );
  const words = entries.map(({ chunkId, texts }) => ({
    id: chunkId,
    words: indexWords(texts).map((word) => getIndexWord(place, word)),
  }));
  await dialect.search.add(tx, recallIndex, words);
}

/** Makes chunks findable no more. */
export async function dropVectors(scope: RecallScope, place: BasePlace, chunkIds: readonly number[]): Promise<void> {
  if (chunkIds.length === 0) return;
  const { tx, dialect } = scope;
  const version = await nextVersion(scope, place, 0);
  const ids = dialect.tuples(
    ['bigint'],
    chunkIds.map((id) => [id]),
  );
  await tx
    .updateTable('know_vectors')
    .set({ version, vector: null })
    .where(matchPlace(place))
    .where(sql<boolean>`chunk_id in ${ids}`)
    .execute();
  await pruneDropped(scope, place, version - rememberedChanges);
  await dialect.search.remove(tx, recallIndex, chunkIds);
}

/** Deletes what was dropped up to a version; a cache that is older reads the base anew. */
async function pruneDropped({ tx }: RecallScope, place: BasePlace, oldest: number): Promise<void> {
  if (oldest <= 0) return;
  const old = tx.deleteFrom('know_vectors').where(matchPlace(place)).where('version', '<=', oldest);
  const { numDeletedRows } = await old.where('vector', 'is', null).executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await tx.updateTable('know_vector_heads').set({ oldest }).where(matchPlace(place)).execute();
}
