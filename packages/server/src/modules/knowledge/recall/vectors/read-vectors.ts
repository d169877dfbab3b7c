import { sql } from 'kysely';
import type { Reader } from '../../../../platform/store/database.ts';
import { readPagesByKey } from '../../../../platform/store/query/pages-by-key.ts';
import { type BasePlace, matchPlace } from './put-vectors.ts';
import { fromBlob, type Quantised } from './quantise.ts';

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
  return row ? { version: Number(row.version), oldest: Number(row.oldest), dims: Number(row.dims) } : null;
}

export async function countVectors(read: Reader, place: BasePlace): Promise<number> {
  const counted = read.selectFrom('know_vectors').select(({ fn }) => fn.countAll().as('vectors'));
  const row = await counted.where(matchPlace(place)).executeTakeFirst();
  return Number(row?.vectors ?? 0);
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
