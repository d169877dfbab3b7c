import {
  type AnyResource,
  type ImportAnswer,
  type ImportRowError,
  importChunk,
  type OnConflict,
  resourcePath,
} from '@gantry/core';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { reasonOf } from '../system-words.ts';
import { inOrder } from './in-order.ts';
import { endOfJob, type Journal } from './journal.ts';
import { createProgress } from './progress.ts';
import type { FileRow } from './read-rows.ts';
import { watchInterrupt } from './watch-interrupt.ts';

export interface SendOptions {
  readonly onConflict: OnConflict;
  readonly dryRun: boolean;
}
export interface Sent {
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly errors: readonly ImportRowError[];
  /** Rows acknowledged by the server, or known so from before. */
  readonly done: number;
  readonly interrupted: boolean;
}

type Told = Pick<Sent, 'created' | 'updated' | 'skipped' | 'errors'>;

/** What an interrupted run was told of the chunks that it had sent, so that the report is of the whole file. */
function toldBefore(journal: Journal | null): Told {
  const told = (journal?.told ?? {}) as Partial<Told>;
  return { created: 0, updated: 0, skipped: 0, errors: [], ...told };
}

/** A disk that is full stops the job where the next run goes on, with words; what the server has done it does not do again. */
function keepTold({ t }: Context, keep: () => void): void {
  try {
    keep();
  } catch (error) {
    throw new CliError(t('cli.notKept', { reason: reasonOf(error, t) }), exitCodes.failed, { hint: t('cli.goOn') });
  }
}

/**
 * Sends rows in chunks, each with its own idempotency key: one that was sent before has no second effect. Those that are done are
 * acknowledged in their order, so that what is known to be done is always the beginning of the file.
 * @param width chunks at a time
 */
export async function sendRows(
  context: Context,
  resource: AnyResource,
  rows: readonly FileRow[],
  options: SendOptions,
  journal: Journal | null,
  width: number,
): Promise<Sent> {
  const client = await context.client();
  const progress = createProgress(rows.length, context);
  const interrupt = watchInterrupt(context);
  const { errors: earlier, ...sums } = { ...toldBefore(journal) };
  const errors: ImportRowError[] = [...earlier];
  const before = journal?.done ?? 0;
  const chunks = Math.ceil(rows.length / importChunk) - before;
  let done = Math.min(before * importChunk, rows.length);
  const send = (at: number) => {
    const chunk = before + at;
    const part = rows.slice(chunk * importChunk, (chunk + 1) * importChunk);
    const key = journal ? { idempotencyKey: journal.keyOf(chunk) } : {};
    const body = { rows: part, ...options };
    return client.call<ImportAnswer>(resourcePath(resource.name, 'import'), body, key).catch((error: unknown) => {
      throw endOfJob(error, journal, context);
    });
  };
  const take = (answer: ImportAnswer, at: number) => {
    sums.created += answer.created;
    sums.updated += answer.updated;
    sums.skipped += answer.skipped;
    errors.push(...answer.errors);
    keepTold(context, () => journal?.acknowledge(before + at + 1, { ...sums, errors }));
    const now = Math.min((before + at + 1) * importChunk, rows.length);
    progress.step(now - done);
    done = now;
  };
  progress.step(done);
  try {
    await inOrder(chunks, width, send, take, interrupt.stopped);
  } finally {
    interrupt.release();
    progress.end();
  }
  return { ...sums, errors, done, interrupted: done < rows.length };
}
