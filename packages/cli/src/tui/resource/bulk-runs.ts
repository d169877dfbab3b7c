import type { Values } from '@gantry/core';
import { isKeyValid } from '../keys/write-keys.ts';

/** What is done to many, remembered until the last of its calls is answered: done once more, it goes on where it broke off. */
export interface BulkRun {
  readonly path: string;
  readonly call: Values;
  readonly total: number;
  readonly since: number;
  /** By the id after which a call goes on. */
  readonly keys: Map<number | null, string>;
}

type Memory = Map<string, unknown>;

const mark = 'bulk ';
const nameOf = (path: string, call: Values) => `${mark}${path} ${JSON.stringify(call)}`;

/** The run that broke off in the middle of the same, if there is one. */
export function findBrokenRun(memory: Memory, path: string, call: Values): BulkRun | null {
  const run = memory.get(nameOf(path, call)) as BulkRun | undefined;
  return run && isKeyValid(run.since) ? run : null;
}

export function rememberRun(memory: Memory, run: BulkRun): void {
  memory.set(nameOf(run.path, run.call), run);
}

export function removeRun(memory: Memory, run: BulkRun): void {
  memory.delete(nameOf(run.path, run.call));
}

/** What was taken back is not done any more: nothing goes on from there, or it would be left out. */
export function removeUndone(memory: Memory, undone: readonly string[]): void {
  for (const [name, stored] of memory) {
    if (!name.startsWith(mark)) continue;
    const run = stored as BulkRun;
    if ([...run.keys.values()].some((key) => undone.includes(key))) memory.delete(name);
  }
}
