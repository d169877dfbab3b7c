import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** What the numbers of a zip without extensions hold, with room for its list of entries. */
export const mostZipBytes = 4_000_000_000;
const mostEntries = 65_000;

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
    if (size > mostZipBytes) throw new ZipTooLarge();
    yield bytes;
  }
}

/**
 * A zip whose bytes are handed on as they are made: little more than a piece of it is in memory. Whoever stops reading stops what
 * is read from. Throws ZipTooLarge, and what an entry throws.
 * @param at UTC ms that its entries are said to be of
 */
export async function* zipPieces(entries: readonly ZipEntry[], at: number): AsyncGenerator<Buffer> {
  if (entries.length > mostEntries) throw new ZipTooLarge();
  const zip = new ZipFile();
  const made = zip.outputStream as PassThrough;
  let source: Readable | undefined;
  for (const entry of entries) {
    zip.addReadStreamLazy(entry.name, { compress: entry.pack, mtime: new Date(at) }, (take) => {
      source = Readable.from(bounded(entry), { objectMode: false });
      // The streams behind it hear nothing of its failure, and would wait for ever.
      source.on('error', (error) => made.destroy(error));
      take(null, source);
    });
  }
  zip.end();
  let total = 0;
  try {
    for await (const bytes of made as AsyncIterable<Buffer>) {
      total += bytes.length;
      if (total > mostZipBytes) throw new ZipTooLarge();
      yield bytes;
    }
  } finally {
    source?.destroy();
  }
}
