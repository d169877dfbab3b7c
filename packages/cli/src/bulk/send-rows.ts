import {
  type AnyResource,
  type ImportAnswer,
  type ImportRowError,
  importChunk,
  type OnConflict,
  resourcePath,
} from '@gantry/core';
import type { Context } from '../context.ts';
import type { Journal } from './journal.ts';
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

/** Sends rows in chunks, each with its own idempotency key: one that was sent before has no second effect. */
export async function sendRows(
  context: Context,
  resource: AnyResource,
  rows: readonly FileRow[],
  options: SendOptions,
  journal: Journal | null,
): Promise<Sent> {
  const client = await context.client();
  const progress = createProgress(rows.length, context);
  const interrupt = watchInterrupt();
  const { errors: earlier, ...sums } = { ...toldBefore(journal) };
  const errors: ImportRowError[] = [...earlier];
  let at = (journal?.done ?? 0) * importChunk;
  progress.step(Math.min(at, rows.length));
  try {
    for (; at < rows.length && !interrupt.stopped(); at += importChunk) {
      const chunk = Math.floor(at / importChunk);
      const body = { rows: rows.slice(at, at + importChunk), ...options };
      const answer = await client.call<ImportAnswer>(
        resourcePath(resource.name, 'import'),
        body,
        journal ? { idempotencyKey: journal.keyOf(chunk) } : {},
      );
      sums.created += answer.created;
      sums.updated += answer.updated;
      sums.skipped += answer.skipped;
      errors.push(...answer.errors);
      journal?.acknowledge(chunk + 1, { ...sums, errors });
      progress.step(body.rows.length);
    }
  } finally {
    interrupt.release();
    progress.end();
  }
  return { ...sums, errors, done: Math.min(at, rows.length), interrupted: at < rows.length };
}
