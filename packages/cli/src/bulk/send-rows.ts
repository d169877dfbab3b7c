import {
  type AnyResource,
  getResourcePath,
  type ImportAnswer,
  importChunk,
  type OnConflict,
  type Values,
} from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { describeReason } from '../context/file-problems.ts';
import { createProgress } from '../output/progress.ts';
import { runInOrder } from './in-order.ts';
import { type Journal, toJobError } from './journal.ts';
import type { Rejections } from './rejections.ts';
import type { BadRow, FileRow } from './row-entry.ts';
import type { RowFile } from './row-file.ts';
import { watchInterrupt } from './watch-interrupt.ts';

export interface SendOptions {
  readonly onConflict: OnConflict;
  readonly dryRun: boolean;
}
export interface Sent {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  /** Rows that the server acknowledged in this run or an earlier one. */
  readonly done: number;
  readonly interrupted: boolean;
}

/** The rows to send, how to send them, and where to store the results. */
export interface Sending {
  readonly file: RowFile;
  /** The number of rows in the file, and of entries that are not rows. */
  readonly rows: number;
  readonly bad: number;
  readonly options: SendOptions;
  readonly journal: Journal | null;
  readonly rejections: Rejections;
  /** How many chunks are sent at a time. */
  readonly width: number;
  /** Values for every row that does not have its own. */
  readonly values: Values;
}

interface Progress {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  /** The size of the rejected rows up to this point, in bytes. */
  readonly rejected?: number;
  /** Rejected rows, which an earlier version stored here. */
  readonly errors?: readonly BadRow[];
}

/** Restores the results of the chunks that an interrupted run sent, so that the report covers the entire file. */
async function restoreProgress(journal: Journal | null, rejections: Rejections) {
  const reported: Progress = {
    created: 0,
    updated: 0,
    skipped: 0,
    ...(journal?.reported as Partial<Progress> | undefined),
  };
  await rejections.resume(reported.rejected ?? 0);
  if (reported.errors) rejections.add(reported.errors);
  return { created: reported.created, updated: reported.updated, skipped: reported.skipped };
}

/** Reports a full disk in plain words. The job can be resumed, and the server repeats nothing that it has done. */
function saveProgress({ t }: Context, keep: () => void): void {
  try {
    keep();
  } catch (error) {
    throw new CliError(t('cli.notStored', { reason: describeReason(error, t) }), exitCodes.failed, {
      hint: t('cli.goOn'),
    });
  }
}

type Rows = readonly FileRow[];

/** Returns a function that reads the next chunk of a file; concurrent callers take turns. Empty after the last chunk. */
function createFeeder(chunks: AsyncGenerator<Rows>): () => Promise<Rows> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(async () => (await chunks.next()).value ?? []);
    last = next.catch(() => undefined);
    return next;
  };
}

/** How many rejected rows are buffered before they are written. */
const maxBufferedRows = 1_000;

/**
 * Reads the unreadable entries of the file along with the rows; in a large file every entry may be one. The returned function
 * yields those before a line merged with the rows that the server rejected, sorted by line and in batches.
 */
function mergeUnread({ file, bad }: Sending) {
  const lines = bad > 0 ? file.unread() : null;
  let next: BadRow | undefined;
  const take = async () => {
    next = (await lines?.next())?.value ?? undefined;
  };
  let isStarted = false;
  return async function* before(line: number, rejected: readonly BadRow[]): AsyncGenerator<readonly BadRow[]> {
    if (!isStarted) await take();
    isStarted = true;
    const server = rejected.toSorted((one, other) => one.line - other.line);
    let [batch, at]: [BadRow[], number] = [[], 0];
    for (; next !== undefined && next.line < line; await take()) {
      for (let reported = server[at]; reported && reported.line < next.line; reported = server[at]) {
        batch.push(reported);
        at += 1;
      }
      batch.push(next);
      if (batch.length < maxBufferedRows) continue;
      yield batch;
      batch = [];
    }
    yield [...batch, ...server.slice(at)];
  };
}

/**
 * Sends rows in chunks, each with its own idempotency key: a chunk that was sent before has no second effect. Chunks are
 * acknowledged in order, so that the finished part is always the start of the file. Only the chunks in progress are in memory.
 */
export async function sendRows(context: Context, resource: AnyResource, sending: Sending): Promise<Sent> {
  const { file, rows, options, journal, rejections, width, values: defaults } = sending;
  const client = await context.client();
  const sums = await restoreProgress(journal, rejections);
  const before = journal?.done ?? 0;
  const chunks = Math.ceil(rows / importChunk) - before;
  const next = createFeeder(file.chunks());
  const rejectedBefore = mergeUnread(sending);
  let skipped = 0;
  for (let chunk = 0; chunk < before; chunk += 1) skipped = (await next()).at(-1)?.line ?? skipped;
  for await (const _known of rejectedBefore(skipped, []));
  const ends = new Map<number, number>();
  const progress = createProgress(rows, context);
  const interrupt = watchInterrupt(context);
  let done = Math.min(before * importChunk, rows);
  const send = async (at: number) => {
    const part = await next();
    ends.set(at, part.at(-1)?.line ?? 0);
    const key = journal ? { idempotencyKey: journal.keyOf(before + at) } : {};
    const rowsSent = part.map((row) => ({ ...row, values: { ...defaults, ...row.values } }));
    const body = { rows: rowsSent, ...options };
    return client.call<ImportAnswer>(getResourcePath(resource.name, 'import'), body, key).catch((error: unknown) => {
      throw toJobError(error, journal, context);
    });
  };
  const reject = async (line: number, rejected: readonly BadRow[]) => {
    for await (const some of rejectedBefore(line, rejected)) saveProgress(context, () => rejections.add(some));
  };
  const take = async (answer: ImportAnswer, at: number) => {
    sums.created += answer.created;
    sums.updated += answer.updated;
    sums.skipped += answer.skipped;
    await reject(ends.get(at) ?? 0, answer.errors);
    ends.delete(at);
    saveProgress(context, () => journal?.acknowledge(before + at + 1, { ...sums, rejected: rejections.bytes }));
    const now = Math.min((before + at + 1) * importChunk, rows);
    progress.step(now - done);
    done = now;
  };
  progress.step(done);
  try {
    await runInOrder(chunks, width, send, take, interrupt.stopped);
    if (done >= rows) await reject(Number.POSITIVE_INFINITY, []);
  } finally {
    interrupt.release();
    progress.end();
  }
  return { ...sums, done, interrupted: done < rows };
}
