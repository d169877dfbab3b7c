import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { isWorkbook, localize, readSheet, SpreadsheetError, type ZipEntry } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { readSite } from '../profile/site-config.ts';
import type { HeldBytes } from './held-bytes.ts';
import type { HeldText } from './held-text.ts';

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
 * A workbook as lines of JSON, a row a line: its number and its cells. With the zone of the site, on whose clocks its times are.
 * Null for what is no workbook, unless it is said to be one.
 */
export async function holdSheet(
  bytes: HeldBytes,
  isSaid: boolean,
  context: Context,
): Promise<{ readonly text: HeldText; readonly zone: string } | null> {
  const rejected = (error: unknown) =>
    error instanceof SpreadsheetError
      ? new CliError(context.t('cli.badFile', { reason: localize(error.reason, context.locale) }), exitCodes.usage)
      : error;
  try {
    const full = await readAll(bytes);
    if (full === null && isSaid) throw new SpreadsheetError('damaged');
    if (full === null) return null;
    const { timezone } = await readSite(await context.server());
    const text = async function* () {
      try {
        for await (const rows of readSheet(full, textOf))
          yield rows.map(({ line, cells }) => `${JSON.stringify([line, ...cells])}\n`).join('');
      } catch (error) {
        throw rejected(error);
      }
    };
    return { text, zone: timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone };
  } catch (error) {
    throw rejected(error);
  }
}
