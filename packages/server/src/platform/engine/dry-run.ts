import type { Database, Tx } from '../store/database.ts';

/** Carries an answer out of a transaction that is to leave nothing behind. */
class Undo<T> extends Error {
  readonly answer: T;

  constructor(answer: T) {
    super('undo');
    this.answer = answer;
  }
}

/** Does the work and takes it back: the answer tells what would have happened. */
export async function runDry<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(async (tx): Promise<T> => {
      throw new Undo(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undo) return error.answer as T;
    throw error;
  }
}
