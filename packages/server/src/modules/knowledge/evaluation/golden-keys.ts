import type { Reader, Row } from '../../../platform/store/database.ts';
import type { Found } from '../recall/index.ts';

/** What an expected chunk is known by when its number is gone: its document and what it says. */
export interface ChunkKey {
  readonly docId: number;
  readonly hash: string;
}
export type ChunkKeys = Readonly<Record<string, ChunkKey>>;

export function parseChunkKeys(stored: unknown): ChunkKeys {
  return typeof stored === 'string' ? (JSON.parse(stored) as ChunkKeys) : {};
}

/** Keys of chunks that are there, over those that were known. */
export async function refreshChunkKeys(read: Reader, ids: readonly string[], known: ChunkKeys): Promise<ChunkKeys> {
  const numbers = ids.map(Number).filter(Number.isSafeInteger);
  if (numbers.length === 0) return {};
  const rows = await read
    .selectFrom('know_chunks')
    .select(['id', 'doc_id', 'hash'])
    .where('id', 'in', numbers)
    .execute();
  const found = new Map(rows.map((row) => [String(row.id), row]));
  const keys = ids.flatMap((id): [string, ChunkKey][] => {
    const key = keyOf(found.get(id)) ?? known[id];
    return key ? [[id, key]] : [];
  });
  return Object.fromEntries(keys);
}

function keyOf(row: Row | undefined): ChunkKey | null {
  return typeof row?.hash === 'string' ? { docId: Number(row.doc_id), hash: row.hash } : null;
}

/** By its number, or by its document and content once the document was cut anew. */
export function isExpected(keys: ChunkKeys) {
  return (id: string, { chunkId, row }: Found): boolean => {
    if (String(chunkId) === id) return true;
    const key = keys[id];
    return key !== undefined && key.docId === Number(row.doc_id) && key.hash === row.hash;
  };
}
