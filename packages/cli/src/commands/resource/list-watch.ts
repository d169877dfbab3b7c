import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { type ListAnswer, ResponseError } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes, toErrorReport } from '../../context/exit.ts';
import { type DataRecord, selectFields, writeJson } from '../../output/print.ts';

export type Listed = Pick<ListAnswer, 'nextCursor'> & { readonly items: readonly DataRecord[] };

interface Change {
  readonly change: 'present' | 'added' | 'changed' | 'gone';
  readonly record: DataRecord;
}

/** What became of a list since it was looked at before; of one that goes on behind its end nothing is known to be gone. */
export function diffLists(before: ReadonlyMap<unknown, DataRecord> | null, { items, nextCursor }: Listed): Change[] {
  if (before === null) return items.map((record) => ({ change: 'present', record }));
  const now = new Set(items.map(({ id }) => id));
  const gone = nextCursor === null ? [...before.values()].filter(({ id }) => !now.has(id)) : [];
  const seen = items.flatMap((record): Change[] => {
    const known = before.get(record.id);
    if (known === undefined) return [{ change: 'added', record }];
    return JSON.stringify(known) === JSON.stringify(record) ? [] : [{ change: 'changed', record }];
  });
  return [...gone.map((record): Change => ({ change: 'gone', record })), ...seen];
}

/** A server that is away for a while is waited for, and said; anything else ends the watch. */
function sayOrThrow(error: unknown, context: Context): null {
  if (!(error instanceof ResponseError) || !toErrorReport(error).retryable) throw error;
  context.note(error.message);
  return null;
}

/**
 * Looks at a list again and again: redrawn in place at a terminal, elsewhere a line of JSON for each change. Ends with Ctrl-C or
 * when the reader goes.
 * @param draw the list as a table; null for the lines
 */
export async function watchList(
  read: () => Promise<Listed>,
  draw: ((records: readonly DataRecord[]) => string) | null,
  seconds: number,
  context: Context,
): Promise<never> {
  let before: ReadonlyMap<unknown, DataRecord> | null = null;
  for (;;) {
    const listed: Listed | null = await read().catch((error: unknown) => sayOrThrow(error, context));
    if (listed && draw) {
      const lines = draw(listed.items)
        .split('\n')
        .slice(0, (process.stdout.rows || 24) - 2);
      await context.write(`\u001b[H\u001b[2J${new Date().toLocaleTimeString(context.locale)}\n${lines.join('\n')}\n`);
    } else if (listed) {
      for (const { change, record } of diffLists(before, listed))
        await writeJson(context, { change, record: selectFields(context, record) });
      before = new Map(listed.items.map((record) => [record.id, record]));
    }
    await pause(seconds * 1000);
  }
}

/** Seconds between two looks, as `--watch` says or leaves out; not below a half. */
export function watchSeconds(given: string | true, otherwise: number, { t }: Context): number {
  const seconds = given === true ? otherwise : Number(given);
  if (seconds >= 0.5) return seconds;
  throw new CliError(t('cli.invalidValue', { name: '--watch', value: String(given) }), exitCodes.usage);
}
