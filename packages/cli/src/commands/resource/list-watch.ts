import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { formatTime, type ListAnswer, ResponseError } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { toErrorReport } from '../../context/exit.ts';
import { parseSeconds } from '../../context/numbers.ts';
import { type DataRecord, selectFields, writeJson } from '../../output/print.ts';

export type Listed = Pick<ListAnswer, 'nextCursor'> & { readonly items: readonly DataRecord[] };

interface Change {
  readonly change: 'present' | 'added' | 'changed' | 'gone';
  readonly record: DataRecord;
}

/** The changes of a list since the last read. Removals are unknown while the list continues on a next page. */
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

/** Reports that the server is temporarily unavailable, so that the watch continues; rethrows any other error. */
function reportOrThrow(error: unknown, context: Context): null {
  if (!(error instanceof ResponseError) || !toErrorReport(error).retryable) throw error;
  context.note(error.message);
  return null;
}

/**
 * Reads a list repeatedly: redrawn in place on a terminal, elsewhere one line of JSON per change. Ends with Ctrl-C or when the
 * reader closes the pipe.
 * @param draw formats the list as a table; null for JSON lines
 */
export async function watchList(
  read: () => Promise<Listed>,
  draw: ((records: readonly DataRecord[]) => string) | null,
  seconds: number,
  context: Context,
): Promise<never> {
  let before: ReadonlyMap<unknown, DataRecord> | null = null;
  for (;;) {
    const listed: Listed | null = await read().catch((error: unknown) => reportOrThrow(error, context));
    if (listed && draw) {
      const lines = draw(listed.items)
        .split('\n')
        .slice(0, (process.stdout.rows || 24) - 2);
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const now = `${formatTime(Date.now(), timeZone)} ${timeZone}`;
      await context.write(`\u001b[H\u001b[2J${now}\n${lines.join('\n')}\n`);
    } else if (listed) {
      for (const { change, record } of diffLists(before, listed))
        await writeJson(context, { change, record: selectFields(context, record) });
      before = new Map(listed.items.map((record) => [record.id, record]));
    }
    await pause(seconds * 1000);
  }
}

/** The interval of `--watch` in seconds, or the default when it has none; at least 0.5. */
export function parseWatchInterval(given: string | true, otherwise: number, context: Context): number {
  return given === true ? otherwise : parseSeconds(given, '--watch', 0.5, context);
}
