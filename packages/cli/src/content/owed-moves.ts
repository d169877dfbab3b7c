import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Records of a server that an import wrote and has not put back into use yet. They are kept on disk, so that whatever import of
 * them comes next makes good what one that was broken off left undone.
 */
export interface OwedMoves {
  has(record: string): boolean;
  owe(...records: readonly string[]): void;
  /** They were moved, or need not be any more. */
  settle(...records: readonly string[]): void;
}

function readOwed(path: string): Set<string> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return new Set(Array.isArray(value) ? value.map(String) : []);
  } catch {
    return new Set();
  }
}

export function openOwedMoves(directory: string, server: string): OwedMoves {
  const jobs = join(directory, 'jobs');
  const path = join(jobs, `${createHash('sha256').update(`owed\n${server}`).digest('hex')}.json`);
  const owed = readOwed(path);
  const write = () => {
    if (owed.size === 0) return rmSync(path, { force: true });
    mkdirSync(jobs, { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, JSON.stringify([...owed]), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  return {
    has: (record) => owed.has(record),
    owe(...records) {
      const before = owed.size;
      for (const record of records) owed.add(record);
      if (owed.size > before) write();
    },
    settle(...records) {
      const before = owed.size;
      for (const record of records) owed.delete(record);
      if (owed.size < before) write();
    },
  };
}
