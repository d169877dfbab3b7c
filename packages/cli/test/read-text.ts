import type { AnyResource } from '@gantry/core';
import { createRowReader } from '../src/bulk/read-rows.ts';
import { type BadRow, type Entry, type FileRow, type ImportFormat, isRow } from '../src/bulk/row-entry.ts';
import type { Context } from '../src/context/context.ts';

export interface ReadText {
  readonly head: readonly string[];
  readonly entries: readonly Entry[];
  readonly rows: readonly FileRow[];
  readonly bad: readonly BadRow[];
}

/** Node 20 has no Array.fromAsync. */
async function gathered(some: AsyncIterable<readonly Entry[]>): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const entries of some) all.push(...entries);
  return all;
}

/** Everything that an import reads of a text, which comes in pieces of so many signs. */
export async function readText(
  text: string,
  format: ImportFormat,
  resource: AnyResource,
  context: Context,
  signs = Math.max(1, text.length),
): Promise<ReadText> {
  const reader = createRowReader(format, resource, context);
  const pieces = async function* () {
    const all = [...text];
    for (let at = 0; at < all.length; at += signs) yield all.slice(at, at + signs).join('');
  };
  const entries = await gathered(reader.entries(pieces()));
  return {
    head: reader.head,
    entries,
    rows: entries.filter(isRow).map(({ line, values }) => ({ line, values })),
    bad: entries.flatMap((entry) => (isRow(entry) ? [] : [{ line: entry.line, errors: entry.errors }])),
  };
}
