import type { Hash } from 'node:crypto';
import { type AnyResource, importChunk, localize } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { holdBytes } from './held-bytes.ts';
import { holdSheet } from './held-sheet.ts';
import { holdText } from './held-text.ts';
import { createRowReader, guessFormat } from './read-rows.ts';
import { type BadRow, type Entry, type FileRow, type ImportFormat, isRow } from './row-entry.ts';

/** What is in a file: counted before anything is sent. */
export interface Counted {
  readonly rows: number;
  readonly bad: number;
}

/** A file of rows that is read from its beginning as often as it is asked for, so that never all of it is in memory. */
export interface RowFile {
  readonly format: ImportFormat;
  /** The columns, once it was counted. */
  head(): readonly string[];
  /**
   * Reads all of it, so that what cannot be read is refused before anything is sent.
   * @param digest is given the whole text
   */
  count(digest: Hash): Promise<Counted>;
  entries(): AsyncGenerator<readonly Entry[]>;
  /** The rows, as many as one call takes. */
  chunks(): AsyncGenerator<readonly FileRow[]>;
  /** What could not be read. */
  unread(): AsyncGenerator<BadRow>;
  close(): Promise<void>;
}

async function* digested(text: AsyncIterable<string>, digest: Hash): AsyncGenerator<string> {
  for await (const piece of text) {
    digest.update(piece);
    yield piece;
  }
}

async function* chunksOf(entries: AsyncIterable<readonly Entry[]>): AsyncGenerator<readonly FileRow[]> {
  let rows: FileRow[] = [];
  for await (const some of entries)
    for (const entry of some) {
      if (!isRow(entry)) continue;
      rows.push({ line: entry.line, values: entry.values });
      if (rows.length < importChunk) continue;
      yield rows;
      rows = [];
    }
  if (rows.length > 0) yield rows;
}

async function* unreadOf(entries: AsyncIterable<readonly Entry[]>): AsyncGenerator<BadRow> {
  for await (const some of entries)
    for (const entry of some) if (!isRow(entry)) yield { line: entry.line, errors: entry.errors };
}

const nothing = { zh: '内容为空', en: 'there is nothing in it' } as const;

/** The first piece that says something; what holds nothing, as the pipe of a command that failed, is refused. */
async function firstOf(text: AsyncIterable<string>, { t, locale }: Context): Promise<string> {
  for await (const piece of text) if (/\S/.test(piece)) return piece;
  throw new CliError(t('cli.badFile', { reason: localize(nothing, locale) }), exitCodes.usage);
}

/** @param format null where the name or the content tells it */
export async function openRowFile(
  file: string,
  format: ImportFormat | null,
  resource: AnyResource,
  context: Context,
): Promise<RowFile> {
  const bytes = await holdBytes(file, context);
  const sheet = await holdSheet(bytes, format === 'xlsx', context);
  const text = sheet?.text ?? (await holdText(bytes, context));
  const first = sheet ? '' : await firstOf(text(), context);
  const known = sheet ? 'xlsx' : (format ?? guessFormat(file, first, resource));
  const reader = createRowReader(known, resource, context, sheet?.zone);
  const entries = () => reader.entries(text());
  return {
    format: known,
    head: () => reader.head,
    count: async (digest) => {
      let [all, rows] = [0, 0];
      for await (const some of reader.entries(digested(text(), digest))) {
        all += some.length;
        rows += some.filter(isRow).length;
      }
      return { rows, bad: all - rows };
    },
    entries,
    chunks: () => chunksOf(entries()),
    unread: () => unreadOf(entries()),
    close: () => bytes.close(),
  };
}
