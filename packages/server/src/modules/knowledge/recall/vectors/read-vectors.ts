import { sql } from 'kysely';
import type { Dialect, Reader, Tx } from '../../../../platform/store/database.ts';
import { readPagesByKey } from '../../../../platform/store/query/pages-by-key.ts';
import { indexWords } from '../../../../platform/store/search/words.ts';
import { fromBlob, type Quantised, quantise, toBlob } from './vector-block.ts';

/** Where vectors belong: those of a base change together when its embedding model does. */
export interface BasePlace {
  readonly knowledgeId: number;
  readonly generation: number;
}

interface ChunkVector {
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
/** Changes back to which what was dropped is remembered, so that caches follow without reading a base again. */
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
  if (dims > 0 && head.dims !== dims) throw new WrongDimensions(`${dims} dimensions where ${head.dims} are usual`);
  return head.version;
}

/**
 * Makes chunks findable by vector and by keyword, or again when they were. Every server process sees it with its next search.
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

/** Deletes what was dropped up to a version; a cache that is older reads the base again. */
async function pruneDropped({ tx }: RecallScope, place: BasePlace, oldest: number): Promise<void> {
  if (oldest <= 0) return;
  const old = tx.deleteFrom('know_vectors').where(matchPlace(place)).where('version', '<=', oldest);
  const { numDeletedRows } = await old.where('vector', 'is', null).executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await tx.updateTable('know_vector_heads').set({ oldest }).where(matchPlace(place)).execute();
}

export interface VectorHead {
  readonly version: number;
  /** A cache of an older version cannot follow: what was dropped before it is forgotten. */
  readonly oldest: number;
  readonly dims: number;
}

export interface StoredVector {
  readonly chunkId: number;
  /** Null when it was dropped. */
  readonly vector: Quantised | null;
}

/** Where a base stands; null when nothing was ever put there. */
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

const storedIn = (row: Readonly<Record<string, unknown>>): StoredVector => ({
  chunkId: Number(row.chunk_id),
  vector: Buffer.isBuffer(row.vector) ? fromBlob(row.vector) : null,
});

/** All vectors of a place, page by page in the order of their chunks; with `since`, those that changed after a version. */
export async function* readVectors(
  read: Reader,
  place: BasePlace,
  since: number | null,
): AsyncGenerator<readonly StoredVector[]> {
  const all = read.selectFrom('know_vectors').select(['chunk_id', 'vector']).where(matchPlace(place));
  const wanted = since === null ? all.where('vector', 'is not', null) : all.where('version', '>', since);
  const page = (after: number) =>
    wanted.where(sql<boolean>`chunk_id > ${after}`).orderBy('chunk_id').limit(pageSize).execute();
  for await (const rows of readPagesByKey(pageSize, page, ({ chunk_id }) => chunk_id)) yield rows.map(storedIn);
}

/** Chunks of one statement. */
const atOnce = 5000;

/**
 * Deletes some of what a generation left behind; false when nothing is left. A large one takes several transactions, so it
 * is for a job to ask again until then.
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
