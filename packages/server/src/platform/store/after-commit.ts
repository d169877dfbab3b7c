import type { Tx } from './database.ts';

type Callback = () => void;

const callbacks = new WeakMap<Tx, Callback[]>();

/**
 * Has something called once the transaction is committed, before whoever asked for the transaction goes on. It is not called when the
 * transaction, or the savepoint in which it was asked for, is rolled back. It must not throw.
 */
export function afterCommit(tx: Tx, callback: Callback): void {
  const known = callbacks.get(tx);
  if (known) known.push(callback);
  else callbacks.set(tx, [callback]);
}

/** Gives what forgets the callbacks that are added from now on: when a savepoint is rolled back. */
export function markCallbacks(tx: Tx): () => void {
  const count = callbacks.get(tx)?.length ?? 0;
  return () => void callbacks.get(tx)?.splice(count);
}

/** Runs a transaction by the means of a database, then what is to follow its commit. */
export async function runWithCallbacks<T>(
  transact: (run: (tx: Tx) => Promise<T>) => Promise<T>,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  let committed: readonly Callback[] = [];
  const result = await transact(async (tx) => {
    const answer = await run(tx);
    committed = callbacks.get(tx) ?? [];
    return answer;
  });
  for (const callback of committed) callback();
  return result;
}
