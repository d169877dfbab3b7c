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
 * What is known of a bulk job that may be interrupted: its id, from which every chunk's idempotency key is made, and how many
 * chunks were acknowledged. A finished job leaves nothing, so that the same file sent again is a new job.
 */
export interface Journal {
  readonly done: number;
  /** A file of the job next to the journal, for what is too large to be stored in the journal. */
  readonly extra: string;
  /** It was started before, and not finished. */
  readonly isResumed: boolean;
  /** What came of the chunks that are done, as it was acknowledged; undefined for a new job. */
  readonly reported: unknown;
  /** @param chunk its number, or where it stands in a piece of the work */
  keyOf(chunk: number | string): string;
  acknowledge(chunks: number, reported?: unknown): void;
  finish(): void;
}

function readStored(path: string, lasts: number): JournalState | null {
  try {
    if (Date.now() - statSync(path).mtimeMs > lasts) return null;
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

/** What a job is told by: what it is, or a digest of that where it is long. */
export type JobParts = readonly string[] | Hash;

/** The digest of these parts, and of what is written to it behind them. */
export const createDigest = (parts: readonly string[]): Hash => createHash('sha256').update(parts.join('\n'));

/**
 * Opens the journal of this work: the same parts (server, entity, options, content) find the job that was interrupted.
 * @param lasts ms after which an unfinished job is not resumed but started again
 */
export function openJournal(directory: string, parts: JobParts, lasts = Number.POSITIVE_INFINITY): Journal {
  const jobs = join(directory, 'jobs');
  makeFolder(jobs);
  const name = ('update' in parts ? parts : createDigest(parts)).digest('hex');
  const path = join(jobs, `${name}.json`);
  const found = readStored(path, lasts);
  const stored: JournalState = found ?? { job: randomUUID(), done: 0 };
  const write = (done: number, reported?: unknown) => {
    writeFileSync(`${path}.new`, JSON.stringify({ job: stored.job, done, reported }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  // A job that was found keeps the time of its first call, from which the server counts how long it knows the keys.
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

/** The journal of a job of this person; null, with a note, where nothing can be stored, so that the job cannot be resumed. */
export function openJournalHere(
  { t, note }: Pick<Context, 't' | 'note'>,
  parts: JobParts,
  lasts?: number,
): Journal | null {
  try {
    return openJournal(getConfigDirectory(), parts, lasts);
  } catch (error) {
    note(t('cli.noJournal', { reason: describeReason(error, t) }));
    return null;
  }
}

/** The error that ends a job. A job started by another version divides the work otherwise, so its keys belong to other calls. */
export function endOfJob(error: unknown, journal: Journal | null, { t }: Pick<Context, 't'>): unknown {
  const isReused = error instanceof ResponseError && error.code === getError('keyReused').code;
  if (!isReused || !journal?.isResumed) return error;
  journal.finish();
  return new CliError(t('cli.otherVersion'), exitCodes.conflict, { hint: t('cli.startOver') });
}
