import type { Tx } from './database.ts';

type Callback = () => void;

const callbacks = new WeakMap<Tx, Callback[]>();

/**
 * Registers a callback that runs after the transaction is committed and before the promise of the transaction resolves. It does not run
 * if the transaction, or the savepoint in which it was registered, is rolled back. It must not throw.
 */
export function afterCommit(tx: Tx, callback: Callback): void {
  const existing = callbacks.get(tx);
  if (existing) existing.push(callback);
  else callbacks.set(tx, [callback]);
}

/** Returns a function that removes the callbacks registered after this call, for a savepoint that is rolled back. */
export function markCallbacks(tx: Tx): () => void {
  const count = callbacks.get(tx)?.length ?? 0;
  return () => void callbacks.get(tx)?.splice(count);
}

/** Runs a transaction of a database, then the callbacks that were registered in it. */
export async function runWithCallbacks<T>(
  transact: (run: (tx: Tx) => Promise<T>) => Promise<T>,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  let committed: readonly Callback[] = [];
  const result = await transact(async (tx) => {
    const value = await run(tx);
    committed = callbacks.get(tx) ?? [];
    return value;
  });
  for (const callback of committed) callback();
  return result;
}
