import type { Hash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import {
  type AnyResource,
  detectEncoding,
  importChunk,
  isWorkbook,
  localize,
  readSheet,
  SpreadsheetError,
  type ZipEntry,
} from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { applySiteZone } from '../profile/site-config.ts';
import { type HeldBytes, holdBytes } from './held-bytes.ts';
import { createRowReader, guessFormat } from './read-rows.ts';
import { type BadRow, type Entry, type FileRow, type ImportFormat, isRow } from './row-entry.ts';

/** Bytes of a workbook, which is read from its end: it is held whole. */
const maxBytes = 256 * 1024 * 1024;

/** A part of a workbook; one that is not what was packed throws at its end: a digit of an amount may be another. */
async function* textOf({ bytes, isPacked, size, sum }: ZipEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const source = Readable.from([bytes], { objectMode: false });
  const unpacked = isPacked ? pipeline(source, createInflateRaw(), () => undefined) : source;
  let [length, seen] = [0, 0];
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    length += piece.byteLength;
    seen = crc32(piece, seen);
    yield decoder.decode(piece, { stream: true });
  }
  if (length !== size || seen !== sum) throw new SpreadsheetError('damaged');
  yield decoder.decode();
}

async function readAll(bytes: HeldBytes): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes.pieces()) {
    if (size === 0 && !isWorkbook(piece)) return null;
    size += piece.byteLength;
    if (size > maxBytes) throw new SpreadsheetError('large');
    pieces.push(piece);
  }
  return size === 0 ? null : Buffer.concat(pieces);
}

/**
 * A workbook as lines of JSON, a row a line: its number and its cells.
 * Null for what is no workbook, unless it is said to be one.
 */
async function holdSheet(bytes: HeldBytes, isSaid: boolean, context: Context): Promise<HeldText | null> {
  const rejected = (error: unknown) =>
    error instanceof SpreadsheetError
      ? new CliError(context.t('cli.badFile', { reason: localize(error.reason, context.locale) }), exitCodes.usage)
      : error;
  try {
    const full = await readAll(bytes);
    if (full === null && isSaid) throw new SpreadsheetError('damaged');
    if (full === null) return null;
    return async function* () {
      try {
        for await (const rows of readSheet(full, textOf))
          yield rows.map(({ line, cells }) => `${JSON.stringify([line, ...cells])}\n`).join('');
      } catch (error) {
        throw rejected(error);
      }
    };
  } catch (error) {
    throw rejected(error);
  }
}

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
  const text = sheet ?? (await holdText(bytes, context));
  const first = sheet ? '' : await firstOf(text(), context);
  const known = sheet ? 'xlsx' : (format ?? guessFormat(file, first, resource));
  if (Object.values(resource.fields).some(({ kind }) => kind === 'time')) await applySiteZone(context);
  const reader = createRowReader(known, resource, context);
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

/** A text that is read several times, in pieces, each time from its beginning. */
type HeldText = () => AsyncIterable<string>;

async function* decode(bytes: HeldBytes, encoding: string, fatal: boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal });
  for await (const piece of bytes.pieces()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function readStart(bytes: HeldBytes): Promise<Uint8Array> {
  for await (const piece of bytes.pieces()) return piece.subarray(0, 3);
  return new Uint8Array();
}

/** The text of a file of rows, in whichever encoding it is; one other than UTF-8 is reported. Refuses what is not text. */
export async function holdText(bytes: HeldBytes, { t, note }: Pick<Context, 't' | 'note'>): Promise<HeldText> {
  const encoding = await detectEncoding(await readStart(bytes), (name, fatal) => decode(bytes, name, fatal));
  if (encoding === null) throw new CliError(t('cli.badFile', { reason: t('cli.notText') }), exitCodes.usage);
  if (encoding !== 'UTF-8') note(t('cli.otherEncoding', { encoding }));
  return () => decode(bytes, encoding, true);
}
