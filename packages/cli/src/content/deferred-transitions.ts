import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../profile/config-directory.ts';

/**
 * Records of a server that an import wrote and has not yet moved to their state, such as published. They are stored on disk, so
 * that the next import of them completes what an interrupted one left undone.
 */
export interface OwedMoves {
  has(record: string): boolean;
  owe(...records: readonly string[]): void;
  /** They were moved, or no longer need to be. */
  settle(...records: readonly string[]): void;
}

interface Entry {
  readonly owed?: readonly string[];
  readonly settled?: readonly string[];
}

/** One line of the file; a list stands for what is owed, and one that broke off in the middle for nothing. */
function entryOf(line: string): Entry {
  try {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value)) return { owed: value.map(String) };
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function apply(owed: Set<string>, { owed: more = [], settled = [] }: Entry): void {
  for (const record of more) owed.add(record);
  for (const record of settled) owed.delete(record);
}

function readOwed(path: string): Set<string> {
  const owed = new Set<string>();
  try {
    for (const line of readFileSync(path, 'utf8').split('\n')) apply(owed, entryOf(line));
  } catch {
    // There is no such file: nothing is deferred.
  }
  return owed;
}

/**
 * Each change is one line at the end of the file; the first of an import writes the file again.
 * @param isStored false where nothing can be written: then only this import knows which transitions are left
 */
export function openOwedMoves(directory: string, server: string, isStored = true): OwedMoves {
  const jobs = join(directory, 'jobs');
  const path = join(jobs, `${createHash('sha256').update(`owed\n${server}`).digest('hex')}.json`);
  const owed = readOwed(path);
  let isBegun = false;
  const begin = () => {
    makeFolder(jobs);
    writeFileSync(`${path}.new`, `${JSON.stringify({ owed: [...owed] })}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  const keep = (entry: Entry) => {
    const before = owed.size;
    apply(owed, entry);
    if (owed.size === before || !isStored) return;
    if (owed.size === 0) rmSync(path, { force: true });
    else if (isBegun) appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    else begin();
    isBegun = owed.size > 0;
  };
  return {
    has: (record) => owed.has(record),
    owe: (...records) => keep({ owed: records }),
    settle: (...records) => keep({ settled: records }),
  };
}
