import { type AnyResource, type ImportAnswer, importChunk, type OnConflict, resourcePath } from '@gantry/core';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { reasonOf } from '../system-words.ts';
import { inOrder } from './in-order.ts';
import { endOfJob, type Journal } from './journal.ts';
import { createProgress } from './progress.ts';
import type { Refusals } from './refusals.ts';
import type { BadRow } from './row-entry.ts';
import type { RowChunk, RowFile } from './row-file.ts';
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
  /** How many rows the file has. */
  readonly rows: number;
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

/** Takes chunks off a file one after the other, whoever asks; undefined behind the last. */
function feederOf(chunks: AsyncGenerator<RowChunk>): () => Promise<RowChunk | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const next = last.then(async () => (await chunks.next()).value as RowChunk | undefined);
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Sends rows in chunks, each with its own idempotency key: one that was sent before has no second effect. Those that are done are
 * acknowledged in their order, so that what is known to be done is always the beginning of the file. Of the file only the chunks
 * that are under way are in memory.
 */
export async function sendRows(
  context: Context,
  resource: AnyResource,
  { file, rows, options, journal, refusals, width }: Sending,
): Promise<Sent> {
  const client = await context.client();
  const sums = await toldBefore(journal, refusals);
  const before = journal?.done ?? 0;
  const chunks = Math.ceil(rows / importChunk) - before;
  const next = feederOf(file.chunks());
  for (let skipped = 0; skipped < before; skipped += 1) await next();
  const unread = new Map<number, readonly BadRow[]>();
  const progress = createProgress(rows, context);
  const interrupt = watchInterrupt(context);
  let done = Math.min(before * importChunk, rows);
  const send = async (at: number) => {
    const part = await next();
    unread.set(at, part?.bad ?? []);
    const key = journal ? { idempotencyKey: journal.keyOf(before + at) } : {};
    const body = { rows: part?.rows ?? [], ...options };
    return client.call<ImportAnswer>(resourcePath(resource.name, 'import'), body, key).catch((error: unknown) => {
      throw endOfJob(error, journal, context);
    });
  };
  const take = (answer: ImportAnswer, at: number) => {
    sums.created += answer.created;
    sums.updated += answer.updated;
    sums.skipped += answer.skipped;
    const refused = [...(unread.get(at) ?? []), ...answer.errors].sort((one, other) => one.line - other.line);
    unread.delete(at);
    keepTold(context, () => {
      refusals.add(refused);
      journal?.acknowledge(before + at + 1, { ...sums, refused: refusals.bytes });
    });
    const now = Math.min((before + at + 1) * importChunk, rows);
    progress.step(now - done);
    done = now;
  };
  progress.step(done);
  try {
    await inOrder(chunks, width, send, take, interrupt.stopped);
    const behind = done < rows ? undefined : await next();
    if (behind) keepTold(context, () => refusals.add(behind.bad));
  } finally {
    interrupt.release();
    progress.end();
  }
  return { ...sums, done, interrupted: done < rows };
}
