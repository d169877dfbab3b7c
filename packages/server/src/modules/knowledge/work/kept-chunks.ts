import { knowChunk, type Values } from '@gantry/core';
import { recordReader } from '../../../platform/store/columns.ts';
import type { Reader } from '../../../platform/store/database.ts';

const carried = [
  'title',
  'content',
  'answer',
  'questions',
  'keywords',
  'enabled',
  'edited',
  'hitCount',
  'lastHitAt',
  'spanStart',
  'spanEnd',
];
const toRecord = recordReader(knowChunk, carried);

/** Chunks of a document that a new making takes over: those that people edited, or all of them as they are. */
export async function listStoredChunks(
  read: Reader,
  docId: number,
  which: 'edited' | 'all' = 'edited',
): Promise<Values[]> {
  const latest = await read
    .selectFrom('know_chunks')
    .select(({ fn }) => fn.max('generation').as('generation'))
    .where('doc_id', '=', docId)
    .where('generation', '>', 0)
    .executeTakeFirst();
  if (latest?.generation === null || latest?.generation === undefined) return [];
  const query = read
    .selectFrom('know_chunks')
    .selectAll()
    .where('doc_id', '=', docId)
    .where('generation', '=', latest.generation)
    .orderBy('seq');
  const rows = await (which === 'edited' ? query.where('edited', '=', 1) : query).execute();
  return rows.map(toRecord);
}

/** Chunks in the order of their places in the text; what has no place of its own stands at the end. */
export function mergeChunks(made: readonly Values[], stored: readonly Values[]): Values[] {
  const placeOf = ({ spanStart }: Values) => (typeof spanStart === 'number' ? spanStart : Number.MAX_SAFE_INTEGER);
  return [...made, ...stored].sort((one, other) => placeOf(one) - placeOf(other));
}
