import type { Values } from '@gantry/core';
import { isKeyValid } from '../keys/write-keys.ts';

/** A bulk call that is not complete. When the user repeats it after an interruption, it continues where it stopped. */
export interface BulkRun {
  readonly path: string;
  readonly call: Values;
  readonly total: number;
  readonly startedAt: number;
  /** Idempotency keys, by the ID after which a call continues; null for the first call. */
  readonly keys: Map<number | null, string>;
}

type Memory = Map<string, unknown>;

const keyPrefix = 'bulk ';
const getRunKey = (path: string, call: Values) => `${keyPrefix}${path} ${JSON.stringify(call)}`;

/** Returns the interrupted run of the same call; null when there is none or its keys have expired. */
export function findInterruptedRun(memory: Memory, path: string, call: Values): BulkRun | null {
  const run = memory.get(getRunKey(path, call)) as BulkRun | undefined;
  return run && isKeyValid(run.startedAt) ? run : null;
}

export function saveRun(memory: Memory, run: BulkRun): void {
  memory.set(getRunKey(run.path, run.call), run);
}

export function removeRun(memory: Memory, run: BulkRun): void {
  memory.delete(getRunKey(run.path, run.call));
}

/** Removes runs with an undone chunk: resuming such a run would skip the records of that chunk. */
export function removeUndoneRuns(memory: Memory, undoneKeys: readonly string[]): void {
  for (const [name, stored] of memory) {
    if (!name.startsWith(keyPrefix)) continue;
    const run = stored as BulkRun;
    if ([...run.keys.values()].some((key) => undoneKeys.includes(key))) memory.delete(name);
  }
}
