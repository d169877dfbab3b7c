import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../profile/config-directory.ts';

/**
 * Records of a server that an import wrote and has not yet moved to their state, such as published. They are stored on disk, so
 * that the next import can complete what an interrupted one left undone.
 */
export interface DeferredTransitions {
  has(record: string): boolean;
  add(...records: readonly string[]): void;
  /** Removes records that were moved, or no longer need to be. */
  remove(...records: readonly string[]): void;
}

interface Entry {
  readonly deferred?: readonly string[];
  readonly completed?: readonly string[];
}

/** Parses a line of the file. A list contains deferred records; an incomplete line counts as empty. */
function parseEntry(line: string): Entry {
  try {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value)) return { deferred: value.map(String) };
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function apply(deferred: Set<string>, { deferred: more = [], completed = [] }: Entry): void {
  for (const record of more) deferred.add(record);
  for (const record of completed) deferred.delete(record);
}

function readDeferred(path: string): Set<string> {
  const deferred = new Set<string>();
  try {
    for (const line of readFileSync(path, 'utf8').split('\n')) apply(deferred, parseEntry(line));
  } catch {
    // The file does not exist: nothing is deferred.
  }
  return deferred;
}

/**
 * Opens the deferred records of a server. Each change is appended as one line; the first change of an import rewrites the file.
 * @param isStored false when nothing can be written; the records are then known to this import only
 */
export function openDeferredTransitions(directory: string, server: string, isStored = true): DeferredTransitions {
  const jobs = join(directory, 'jobs');
  const path = join(jobs, `${createHash('sha256').update(`deferred\n${server}`).digest('hex')}.json`);
  const deferred = readDeferred(path);
  let isStarted = false;
  const rewrite = () => {
    makeFolder(jobs);
    writeFileSync(`${path}.new`, `${JSON.stringify({ deferred: [...deferred] })}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  const record = (entry: Entry) => {
    const before = deferred.size;
    apply(deferred, entry);
    if (deferred.size === before || !isStored) return;
    if (deferred.size === 0) rmSync(path, { force: true });
    else if (isStarted) appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    else rewrite();
    isStarted = deferred.size > 0;
  };
  return {
    has: (record) => deferred.has(record),
    add: (...records) => record({ deferred: records }),
    remove: (...records) => record({ completed: records }),
  };
}
