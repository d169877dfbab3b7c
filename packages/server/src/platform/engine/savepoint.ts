import { sql } from 'kysely';
import type { Tx } from '../store/database.ts';

/** A part of a transaction that is there as a whole or not at all, whatever becomes of the rest. */
export async function runInSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    throw error;
  }
}
