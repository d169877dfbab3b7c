import { createHash, type Hash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, errorNamed } from '@gantry/core';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { configDirectory } from '../profile/config-directory.ts';
import { makeFolder } from '../profile/make-folder.ts';
import { reasonOf } from '../system-words.ts';

interface Kept {
  readonly job: string;
  readonly done: number;
  readonly told?: unknown;
}

/**
 * What is known of a bulk job that may be interrupted: its id, from which every chunk's idempotency key is made, and how many
 * chunks were acknowledged. A finished job leaves nothing, so that the same file sent again is a new job.
 */
export interface Journal {
  readonly done: number;
  /** A file beside it that is the job's own, for what is too much to be kept with it. */
  readonly beside: string;
  /** It was begun before, and not finished. */
  readonly isResumed: boolean;
  /** What came of the chunks that are done, as it was acknowledged; undefined for a new job. */
  readonly told: unknown;
  /** @param chunk its number, or where it stands in a piece of the work */
  keyOf(chunk: number | string): string;
  acknowledge(chunks: number, told?: unknown): void;
  finish(): void;
}

function readKept(path: string, lasts: number): Kept | null {
  try {
    if (Date.now() - statSync(path).mtimeMs > lasts) return null;
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null || !('job' in value) || !('done' in value)) return null;
    return { job: String(value.job), done: Number(value.done), ...('told' in value ? { told: value.told } : {}) };
  } catch {
    return null;
  }
}

/** What a job is told by: what it is, or a digest of that where it is long. */
export type JobParts = readonly string[] | Hash;

/** The digest of these parts, and of what is written to it behind them. */
export const digestOf = (parts: readonly string[]): Hash => createHash('sha256').update(parts.join('\n'));

/**
 * Opens the journal of this work: the same parts (server, entity, options, content) find the job that was interrupted.
 * @param lasts ms after which a job that nobody went on with is another one
 */
export function openJournal(directory: string, parts: JobParts, lasts = Number.POSITIVE_INFINITY): Journal {
  const jobs = join(directory, 'jobs');
  makeFolder(jobs);
  const name = ('update' in parts ? parts : digestOf(parts)).digest('hex');
  const path = join(jobs, `${name}.json`);
  const found = readKept(path, lasts);
  const kept: Kept = found ?? { job: randomUUID(), done: 0 };
  const write = (done: number, told?: unknown) => {
    writeFileSync(`${path}.new`, JSON.stringify({ job: kept.job, done, told }), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  // A job that was found keeps the time of its first call, from which the server counts how long it knows the keys.
  if (found === null) write(0);
  return {
    done: kept.done,
    beside: join(jobs, `${name}.refused`),
    isResumed: found !== null,
    told: kept.told,
    keyOf: (chunk) => `${kept.job}:${chunk}`,
    acknowledge: write,
    finish: () => rmSync(path, { force: true }),
  };
}

/** The journal of a job of this person; null, and said, where nothing can be kept: then it can not be gone on with. */
export function journalHere({ t, note }: Pick<Context, 't' | 'note'>, parts: JobParts, lasts?: number): Journal | null {
  try {
    return openJournal(configDirectory(), parts, lasts);
  } catch (error) {
    note(t('cli.noJournal', { reason: reasonOf(error, t) }));
    return null;
  }
}

/** What ends a job, in words: one that another version began cuts the work up otherwise, and its keys stand for other calls. */
export function endOfJob(error: unknown, journal: Journal | null, { t }: Pick<Context, 't'>): unknown {
  const isReused = error instanceof ApiError && error.code === errorNamed('keyReused').code;
  if (!isReused || !journal?.isResumed) return error;
  journal.finish();
  return new CliError(t('cli.otherVersion'), exitCodes.conflict, { hint: t('cli.beginAnew') });
}
