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
import { endOfJob, type Journal } from './journal.ts';
import type { Rejections } from './refusals.ts';
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
  /** Rows acknowledged by the server, or known so from before. */
  readonly done: number;
  readonly interrupted: boolean;
}

/** What is sent, by what, and where it is kept what came of it. */
export interface Sending {
  readonly file: RowFile;
  /** How many rows the file has, and how many places that are none. */
  readonly rows: number;
  readonly bad: number;
  readonly options: SendOptions;
  readonly journal: Journal | null;
  readonly rejections: Rejections;
  /** Chunks at a time. */
  readonly width: number;
  /** Of every row that does not give them itself. */
  readonly values: Values;
}

interface Progress {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  /** Bytes of the rejected lines that belong to it. */
  readonly rejected?: number;
  /** Of an earlier version, which kept them here. */
  readonly errors?: readonly BadRow[];
}

/** What an interrupted run was told of the chunks that it had sent, so that the report is of the whole file. */
async function listReportedBefore(journal: Journal | null, rejections: Rejections) {
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

/** A disk that is full stops the job where the next run goes on, with words; what the server has done it does not do again. */
function markReported({ t }: Context, keep: () => void): void {
  try {
    keep();
  } catch (error) {
    throw new CliError(t('cli.notStored', { reason: describeReason(error, t) }), exitCodes.failed, {
      hint: t('cli.goOn'),
    });
  }
}

type Rows = readonly FileRow[];

/** Takes chunks off a file one after the other, whoever asks; none behind the last. */
function feederOf(chunks: AsyncGenerator<Rows>): () => Promise<Rows> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(async () => (await chunks.next()).value ?? []);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Rejected lines that are held until they are written. */
const heldLines = 1_000;

/**
 * Lines that could not be read, taken from the file along with the rows: each line of a large one may be such. `before` gives those before
 * a line together with what the server rejected, in the order of the file and some at a time.
 */
function countUnread({ file, bad }: Sending) {
  const lines = bad > 0 ? file.unread() : null;
  let next: BadRow | undefined;
  const take = async () => {
    next = (await lines?.next())?.value ?? undefined;
  };
  let isBegun = false;
  return async function* before(line: number, rejected: readonly BadRow[]): AsyncGenerator<readonly BadRow[]> {
    if (!isBegun) await take();
    isBegun = true;
    const server = rejected.toSorted((one, other) => one.line - other.line);
    let [held, at]: [BadRow[], number] = [[], 0];
    for (; next !== undefined && next.line < line; await take()) {
      for (let reported = server[at]; reported && reported.line < next.line; reported = server[at]) {
        held.push(reported);
        at += 1;
      }
      held.push(next);
      if (held.length < heldLines) continue;
      yield held;
      held = [];
    }
    yield [...held, ...server.slice(at)];
  };
}

/**
 * Sends rows in chunks, each with its own idempotency key: one that was sent before has no second effect. Those that are done are
 * acknowledged in their order, so that what is known to be done is always the start of the file. Of the file only the chunks
 * that are under way are in memory.
 */
export async function sendRows(context: Context, resource: AnyResource, sending: Sending): Promise<Sent> {
  const { file, rows, options, journal, rejections, width, values: usual } = sending;
  const client = await context.client();
  const sums = await listReportedBefore(journal, rejections);
  const before = journal?.done ?? 0;
  const chunks = Math.ceil(rows / importChunk) - before;
  const next = feederOf(file.chunks());
  const rejectedBefore = countUnread(sending);
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
    const rowsSent = part.map((row) => ({ ...row, values: { ...usual, ...row.values } }));
    const body = { rows: rowsSent, ...options };
    return client.call<ImportAnswer>(getResourcePath(resource.name, 'import'), body, key).catch((error: unknown) => {
      throw endOfJob(error, journal, context);
    });
  };
  const reject = async (line: number, rejected: readonly BadRow[]) => {
    for await (const some of rejectedBefore(line, rejected)) markReported(context, () => rejections.add(some));
  };
  const take = async (answer: ImportAnswer, at: number) => {
    sums.created += answer.created;
    sums.updated += answer.updated;
    sums.skipped += answer.skipped;
    await reject(ends.get(at) ?? 0, answer.errors);
    ends.delete(at);
    markReported(context, () => journal?.acknowledge(before + at + 1, { ...sums, rejected: rejections.bytes }));
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
