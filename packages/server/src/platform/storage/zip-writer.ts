import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Limits of a ZIP file without extensions, with room for its list of entries. */
export const maxZipBytes = 4_000_000_000;
export const maxZipEntries = 65_000;

/** Thrown when the content exceeds the limits of a ZIP file. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

export interface ZipEntry {
  /** Relative path with `/` between its parts. */
  readonly name: string;
  /** Whether to compress it; a PDF or Word file is already compressed. */
  readonly pack: boolean;
  /** Called when the entry is written. */
  pieces(): AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
}

async function* limitSize(entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of entry.pieces()) {
    const bytes = Buffer.from(piece as Uint8Array);
    size += bytes.length;
    if (size > maxZipBytes) throw new ZipTooLarge();
    yield bytes;
  }
}

/**
 * Streams a ZIP file while it is created: only little of it is in memory, and each entry is requested after the previous one is
 * written. When the reader stops, the entry is closed. Throws ZipTooLarge, and errors of entries.
 * @param at time of the entries, in UTC ms
 */
export async function* zipPieces(
  entries: readonly ZipEntry[] | AsyncIterable<ZipEntry>,
  at: number,
): AsyncGenerator<Buffer> {
  if ('length' in entries && entries.length > maxZipEntries) throw new ZipTooLarge();
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let source: Readable | undefined;
  const writeEntry = (entry: ZipEntry) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(entry.name, { compress: entry.pack, mtime: new Date(at) }, (take) => {
        source = Readable.from(limitSize(entry), { objectMode: false });
        // The next streams are not notified of errors, and would wait forever.
        source.on('error', (error) => output.destroy(error)).on('close', resolve);
        take(null, source);
      });
    });
  const writeAll = async () => {
    let count = 0;
    for await (const entry of entries) {
      count += 1;
      if (count > maxZipEntries) throw new ZipTooLarge();
      if (!output.destroyed) await writeEntry(entry);
      if (output.destroyed) return;
    }
    zip.end();
  };
  writeAll().catch((error: Error) => output.destroy(error));
  let total = 0;
  try {
    for await (const bytes of output as AsyncIterable<Buffer>) {
      total += bytes.length;
      if (total > maxZipBytes) throw new ZipTooLarge();
      yield bytes;
    }
  } finally {
    source?.destroy();
  }
}
