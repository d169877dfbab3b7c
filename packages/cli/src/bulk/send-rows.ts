import { type AnyResource, type ImportAnswer, importChunk, type OnConflict, resourcePath } from '@gantry/core';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { createProgress } from '../output/progress.ts';
import { reasonOf } from '../system-words.ts';
import { inOrder } from './in-order.ts';
import { endOfJob, type Journal } from './journal.ts';
import type { Refusals } from './refusals.ts';
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
  readonly refusals: Refusals;
  /** Chunks at a time. */
  readonly width: number;
}

interface Told {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  /** Bytes of the refused lines that belong to it. */
  readonly refused?: number;
  /** Of an earlier version, which kept them here. */
  readonly errors?: readonly BadRow[];
}

/** What an interrupted run was told of the chunks that it had sent, so that the report is of the whole file. */
async function toldBefore(journal: Journal | null, refusals: Refusals) {
  const told: Told = { created: 0, updated: 0, skipped: 0, ...(journal?.told as Partial<Told> | undefined) };
  await refusals.resume(told.refused ?? 0);
  if (told.errors) refusals.add(told.errors);
  return { created: told.created, updated: told.updated, skipped: told.skipped };
}

/** A disk that is full stops the job where the next run goes on, with words; what the server has done it does not do again. */
function keepTold({ t }: Context, keep: () => void): void {
  try {
    keep();
  } catch (error) {
    throw new CliError(t('cli.notKept', { reason: reasonOf(error, t) }), exitCodes.failed, { hint: t('cli.goOn') });
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

/** Refused lines that are held until they are written. */
const heldLines = 1_000;

/**
 * What could not be read, taken off the file beside the rows: each line of a large one may be such. `before` gives those before
 * a line together with what the server refused, in the order of the file and some at a time.
 */
function unreadBeside({ file, bad }: Sending) {
  const lines = bad > 0 ? file.unread() : null;
  let next: BadRow | undefined;
  const take = async () => {
    next = (await lines?.next())?.value ?? undefined;
  };
  let isBegun = false;
  return async function* before(line: number, refused: readonly BadRow[]): AsyncGenerator<readonly BadRow[]> {
    if (!isBegun) await take();
    isBegun = true;
    const server = refused.toSorted((one, other) => one.line - other.line);
    let [held, at]: [BadRow[], number] = [[], 0];
    for (; next !== undefined && next.line < line; await take()) {
      for (let told = server[at]; told && told.line < next.line; told = server[at]) {
        held.push(told);
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
 * acknowledged in their order, so that what is known to be done is always the beginning of the file. Of the file only the chunks
 * that are under way are in memory.
 */
export async function sendRows(context: Context, resource: AnyResource, sending: Sending): Promise<Sent> {
  const { file, rows, options, journal, refusals, width } = sending;
  const client = await context.client();
  const sums = await toldBefore(journal, refusals);
  const before = journal?.done ?? 0;
  const chunks = Math.ceil(rows / importChunk) - before;
  const next = feederOf(file.chunks());
  const refusedBefore = unreadBeside(sending);
  let skipped = 0;
  for (let chunk = 0; chunk < before; chunk += 1) skipped = (await next()).at(-1)?.line ?? skipped;
  for await (const _known of refusedBefore(skipped, []));
  const ends = new Map<number, number>();
  const progress = createProgress(rows, context);
  const interrupt = watchInterrupt(context);
  let done = Math.min(before * importChunk, rows);
  const send = async (at: number) => {
    const part = await next();
    ends.set(at, part.at(-1)?.line ?? 0);
    const key = journal ? { idempotencyKey: journal.keyOf(before + at) } : {};
    const body = { rows: part, ...options };
    return client.call<ImportAnswer>(resourcePath(resource.name, 'import'), body, key).catch((error: unknown) => {
      throw endOfJob(error, journal, context);
    });
  };
  const refuse = async (line: number, refused: readonly BadRow[]) => {
    for await (const some of refusedBefore(line, refused)) keepTold(context, () => refusals.add(some));
  };
  const take = async (answer: ImportAnswer, at: number) => {
    sums.created += answer.created;
    sums.updated += answer.updated;
    sums.skipped += answer.skipped;
    await refuse(ends.get(at) ?? 0, answer.errors);
    ends.delete(at);
    keepTold(context, () => journal?.acknowledge(before + at + 1, { ...sums, refused: refusals.bytes }));
    const now = Math.min((before + at + 1) * importChunk, rows);
    progress.step(now - done);
    done = now;
  };
  progress.step(done);
  try {
    await inOrder(chunks, width, send, take, interrupt.stopped);
    if (done >= rows) await refuse(Number.POSITIVE_INFINITY, []);
  } finally {
    interrupt.release();
    progress.end();
  }
  return { ...sums, done, interrupted: done < rows };
}
