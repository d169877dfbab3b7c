import { sql } from 'kysely';
import { type BasePlace, matchPlace, type RecallScope, recallIndex } from './put-vectors.ts';

/** Chunks of one statement. */
const atOnce = 5000;

/**
 * Deletes some of what a generation left behind; false when nothing is left. A large one takes several transactions, so it
 * is for a job to ask again until then.
 */
export async function dropGeneration({ tx, dialect }: RecallScope, place: BasePlace): Promise<boolean> {
  const held = tx.selectFrom('know_vectors').select('chunk_id').where(matchPlace(place));
  const rows = await held.orderBy('chunk_id').limit(atOnce).execute();
  const ids = rows.map(({ chunk_id }) => Number(chunk_id));
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
