import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** What the numbers of a zip without extensions hold, with room for its list of entries. */
export const maxZipBytes = 4_000_000_000;
export const maxZipEntries = 65_000;

/** There is more than one zip holds. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

export interface ZipEntry {
  /** Relative, with `/` between its parts. */
  readonly name: string;
  /** Whether it gets smaller: a PDF or a Word file is packed already. */
  readonly pack: boolean;
  /** Asked for once its turn has come. */
  pieces(): AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
}

async function* bounded(entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of entry.pieces()) {
    const bytes = Buffer.from(piece as Uint8Array);
    size += bytes.length;
    if (size > maxZipBytes) throw new ZipTooLarge();
    yield bytes;
  }
}

/**
 * A zip whose bytes are handed on as they are made: little more than a piece of it is in memory, and no entry is asked for before
 * the one ahead of it is packed. Whoever stops reading stops what is read from. Throws ZipTooLarge, and what an entry throws.
 * @param at UTC ms that its entries are said to be of
 */
export async function* zipPieces(
  entries: readonly ZipEntry[] | AsyncIterable<ZipEntry>,
  at: number,
): AsyncGenerator<Buffer> {
  if ('length' in entries && entries.length > maxZipEntries) throw new ZipTooLarge();
  const zip = new ZipFile();
  const made = zip.outputStream as PassThrough;
  let source: Readable | undefined;
  const packed = (entry: ZipEntry) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(entry.name, { compress: entry.pack, mtime: new Date(at) }, (take) => {
        source = Readable.from(bounded(entry), { objectMode: false });
        // The streams behind it hear nothing of its failure, and would wait forever.
        source.on('error', (error) => made.destroy(error)).on('close', resolve);
        take(null, source);
      });
    });
  const packAll = async () => {
    let count = 0;
    for await (const entry of entries) {
      count += 1;
      if (count > maxZipEntries) throw new ZipTooLarge();
      if (!made.destroyed) await packed(entry);
      if (made.destroyed) return;
    }
    zip.end();
  };
  packAll().catch((error: Error) => made.destroy(error));
  let total = 0;
  try {
    for await (const bytes of made as AsyncIterable<Buffer>) {
      total += bytes.length;
      if (total > maxZipBytes) throw new ZipTooLarge();
      yield bytes;
    }
  } finally {
    source?.destroy();
  }
}
