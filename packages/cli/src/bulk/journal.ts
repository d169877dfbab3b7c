import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Kept {
  readonly job: string;
  readonly done: number;
}

/**
 * What is known of a bulk job that may be interrupted: its id, from which every chunk's idempotency key is made, and how many
 * chunks were acknowledged. A finished job leaves nothing, so that the same file sent again is a new job.
 */
export interface Journal {
  readonly done: number;
  keyOf(chunk: number): string;
  acknowledge(chunks: number): void;
  finish(): void;
}

function readKept(path: string): Kept | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null || !('job' in value) || !('done' in value)) return null;
    return { job: String(value.job), done: Number(value.done) };
  } catch {
    return null;
  }
}

/** Opens the journal of this work: the same parts (server, entity, options, content) find the job that was interrupted. */
export function openJournal(directory: string, parts: readonly string[]): Journal {
  const jobs = join(directory, 'jobs');
  mkdirSync(jobs, { recursive: true, mode: 0o700 });
  const path = join(jobs, `${createHash('sha256').update(parts.join('\n')).digest('hex')}.json`);
  const kept = readKept(path) ?? { job: randomUUID(), done: 0 };
  const write = (done: number) => {
    writeFileSync(`${path}.new`, JSON.stringify({ job: kept.job, done }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  write(kept.done);
  return {
    done: kept.done,
    keyOf: (chunk) => `${kept.job}:${chunk}`,
    acknowledge: write,
    finish: () => rmSync(path, { force: true }),
  };
}
