import { sql } from 'kysely';
import type { Dialect, Reader, Tx } from '../../../../platform/store/database.ts';
import { readPagesByKey } from '../../../../platform/store/query/pages-by-key.ts';
import { indexWords } from '../../../../platform/store/search/words.ts';
import { fromBlob, type Quantised, quantise, toBlob } from './vector-block.ts';

/** An index version of a base. A new embedding model requires a new version of all vectors. */
export interface BasePlace {
  readonly knowledgeId: number;
  readonly generation: number;
}

interface ChunkVector {
  /** A chunk belongs to one index version of one base. */
  readonly chunkId: number;
  /** Normalized to length 1, as `embedTexts` returns it. */
  readonly vector: Float32Array;
  /** Texts for keyword search: title, content, answer, questions, keywords. */
  readonly texts: readonly string[];
}

export interface RecallScope {
  readonly tx: Tx;
  readonly dialect: Dialect;
}

/**
 * Thrown for vectors with other dimensions than those of the base: they are from another model and need another index version.
 */
export class WrongDimensions extends Error {
  override readonly name = 'WrongDimensions';
}

/** The keyword index over chunks: `know_recall_search`. */
export const recallIndex = 'know_recall';
const rowsAtOnce = 200;
/** Number of changes for which deletions are retained, so that caches can update without reading the entire base. */
const rememberedChanges = 1000;

/**
 * Prefixes an index word with base and index version, so that a search reads only entries of that base. No word contains the
 * separator.
 */
export function getIndexWord({ knowledgeId, generation }: BasePlace, word: string): string {
  return `${knowledgeId}·${generation}·${word}`;
}

/** SQL condition for the rows of an index version in any vector table. */
export function matchPlace({ knowledgeId, generation }: BasePlace) {
  return sql<boolean>`knowledge_id = ${knowledgeId} and generation = ${generation}`;
}

/**
 * Increments the version of a base's vectors and locks it until the transaction ends, so that versions become visible in order.
 * The transaction must not do slow work afterwards.
 */
async function getNextVersion({ tx }: RecallScope, place: BasePlace, dims: number): Promise<number> {
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
  if (dims > 0 && head.dims !== dims) throw new WrongDimensions(`${dims} dimensions where ${head.dims} are usual`);
  return head.version;
}

/**
 * Adds or updates chunks in the vector and keyword indexes. Every server process uses the change from its next search on. Call it
 * late in the transaction, because it serializes writers of a base.
 */
export async function putVectors(scope: RecallScope, place: BasePlace, entries: readonly ChunkVector[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const dims = first.vector.length;
  if (entries.some(({ vector }) => vector.length !== dims)) throw new WrongDimensions('vectors of several lengths');
  const version = await getNextVersion(scope, place, dims);
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

/** Removes chunks from the vector and keyword indexes. */
export async function dropVectors(scope: RecallScope, place: BasePlace, chunkIds: readonly number[]): Promise<void> {
  if (chunkIds.length === 0) return;
  const { tx, dialect } = scope;
  const version = await getNextVersion(scope, place, 0);
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

/** Deletes the records of deletions up to a version. An older cache must read the base again. */
async function pruneDropped({ tx }: RecallScope, place: BasePlace, oldest: number): Promise<void> {
  if (oldest <= 0) return;
  const old = tx.deleteFrom('know_vectors').where(matchPlace(place)).where('version', '<=', oldest);
  const { numDeletedRows } = await old.where('vector', 'is', null).executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await tx.updateTable('know_vector_heads').set({ oldest }).where(matchPlace(place)).execute();
}

export interface VectorHead {
  readonly version: number;
  /** Minimum version of a cache that can be updated. Earlier deletions are no longer recorded. */
  readonly oldest: number;
  readonly dims: number;
}

export interface StoredVector {
  readonly chunkId: number;
  /** Null when the vector was deleted. */
  readonly vector: Quantised | null;
}

/** Returns the current version of a base's vectors; null when it never had any. */
export async function readHead(read: Reader, place: BasePlace): Promise<VectorHead | null> {
  const row = await read
    .selectFrom('know_vector_heads')
    .select(['version', 'oldest', 'dims'])
    .where(matchPlace(place))
    .executeTakeFirst();
  return row ? { version: row.version, oldest: row.oldest, dims: row.dims } : null;
}

export async function countVectors(read: Reader, place: BasePlace): Promise<number> {
  const counted = read.selectFrom('know_vectors').select(({ fn }) => fn.countAll<number>().as('vectors'));
  const row = await counted.where(matchPlace(place)).executeTakeFirst();
  return row?.vectors ?? 0;
}

const pageSize = 4096;

const toStoredVector = (row: Readonly<Record<string, unknown>>): StoredVector => ({
  chunkId: Number(row.chunk_id),
  vector: Buffer.isBuffer(row.vector) ? fromBlob(row.vector) : null,
});

/** Yields pages of vectors in the order of chunk IDs. With `since`, only those that changed after that version. */
export async function* readVectors(
  read: Reader,
  place: BasePlace,
  since: number | null,
): AsyncGenerator<readonly StoredVector[]> {
  const all = read.selectFrom('know_vectors').select(['chunk_id', 'vector']).where(matchPlace(place));
  const wanted = since === null ? all.where('vector', 'is not', null) : all.where('version', '>', since);
  const getPage = (after: number) =>
    wanted.where(sql<boolean>`chunk_id > ${after}`).orderBy('chunk_id').limit(pageSize).execute();
  for await (const rows of readPagesByKey(pageSize, getPage, ({ chunk_id }) => chunk_id))
    yield rows.map(toStoredVector);
}

/** Chunks per statement. */
const atOnce = 5000;

/**
 * Deletes a batch of an unused index version. Returns false when nothing is left. A large version takes several transactions, so
 * a job calls this until then.
 */
export async function dropGeneration({ tx, dialect }: RecallScope, place: BasePlace): Promise<boolean> {
  const held = tx.selectFrom('know_vectors').select('chunk_id').where(matchPlace(place));
  const rows = await held.orderBy('chunk_id').limit(atOnce).execute();
  const ids = rows.map(({ chunk_id }) => chunk_id);
  const last = ids.at(-1);
  if (last === undefined) {
    await tx.deleteFrom('know_vector_heads').where(matchPlace(place)).execute();
    return false;
  }
  await tx
    .updateTable('know_vector_heads')
    .set({ version: sql`version + 1`, oldest: sql`version + 1` })
    .where(matchPlace(place))
    .execute();
  await dialect.search.remove(tx, recallIndex, ids);
  await tx.deleteFrom('know_vectors').where(matchPlace(place)).where('chunk_id', '<=', last).execute();
  return true;
}
