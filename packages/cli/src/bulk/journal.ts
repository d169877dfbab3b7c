import { createHash, type Hash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getError, ResponseError } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { describeReason } from '../context/file-problems.ts';
import { getConfigDirectory, makeFolder } from '../profile/config-directory.ts';

interface JournalState {
  readonly job: string;
  readonly done: number;
  readonly reported?: unknown;
}

/**
 * The state of a bulk job that may be interrupted: its id, from which the idempotency key of every chunk is derived, and the
 * number of acknowledged chunks. A finished job is deleted, so that sending the same file again is a new job.
 */
export interface Journal {
  readonly done: number;
  /** The path of another file of the job, for data that is too large for the journal. */
  readonly extra: string;
  /** Whether the job was started before and not finished. */
  readonly isResumed: boolean;
  /** The acknowledged results of the finished chunks; undefined for a new job. */
  readonly reported: unknown;
  /** @param chunk the number of a chunk, or its position within a part of the job */
  keyOf(chunk: number | string): string;
  acknowledge(chunks: number, reported?: unknown): void;
  finish(): void;
}

function readStored(path: string, resumableMs: number): JournalState | null {
  try {
    if (Date.now() - statSync(path).mtimeMs > resumableMs) return null;
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null || !('job' in value) || !('done' in value)) return null;
    return {
      job: String(value.job),
      done: Number(value.done),
      ...('reported' in value ? { reported: value.reported } : {}),
    };
  } catch {
    return null;
  }
}

/** What identifies a job: its parts, or a digest when they are long. */
export type JobParts = readonly string[] | Hash;

/** Creates a digest of the given parts, to which more can be written. */
export const createDigest = (parts: readonly string[]): Hash => createHash('sha256').update(parts.join('\n'));

/**
 * Opens the journal of a job. The same parts (server, entity, options, content) find the job that was interrupted.
 * @param resumableMs how long an unfinished job can be resumed, in ms; a new one is started after that
 */
export function openJournal(directory: string, parts: JobParts, resumableMs = Number.POSITIVE_INFINITY): Journal {
  const jobs = join(directory, 'jobs');
  makeFolder(jobs);
  const name = ('update' in parts ? parts : createDigest(parts)).digest('hex');
  const path = join(jobs, `${name}.json`);
  const found = readStored(path, resumableMs);
  const stored: JournalState = found ?? { job: randomUUID(), done: 0 };
  const write = (done: number, reported?: unknown) => {
    writeFileSync(`${path}.new`, JSON.stringify({ job: stored.job, done, reported }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  // A resumed job keeps the time of its first call, because the server stores keys for a limited time after it.
  if (found === null) write(0);
  return {
    done: stored.done,
    extra: join(jobs, `${name}.refused`),
    isResumed: found !== null,
    reported: stored.reported,
    keyOf: (chunk) => `${stored.job}:${chunk}`,
    acknowledge: write,
    finish: () => rmSync(path, { force: true }),
  };
}

/** Opens a journal in the user's folder. Returns null, with a message, when it cannot be stored and the job cannot be resumed. */
export function openUserJournal(
  { t, note }: Pick<Context, 't' | 'note'>,
  parts: JobParts,
  resumableMs?: number,
): Journal | null {
  try {
    return openJournal(getConfigDirectory(), parts, resumableMs);
  } catch (error) {
    note(t('cli.noJournal', { reason: describeReason(error, t) }));
    return null;
  }
}

/** The error that ends a job. A different version of the CLI splits jobs differently, so the stored keys would not match. */
export function toJobError(error: unknown, journal: Journal | null, { t }: Pick<Context, 't'>): unknown {
  const isReused = error instanceof ResponseError && error.code === getError('keyReused').code;
  if (!isReused || !journal?.isResumed) return error;
  journal.finish();
  return new CliError(t('cli.otherVersion'), exitCodes.conflict, { hint: t('cli.startOver') });
}
