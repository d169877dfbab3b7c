import { Readable } from 'node:stream';
import JSZip from 'jszip';

/** Bytes that are packed in one go. */
const atOnce = 64 * 1024;
/** What the numbers of a zip without extensions hold, with room for its list of entries. */
const mostBytes = 4_000_000_000;
const mostEntries = 65_000;

/** There is more than one zip holds. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

export interface ZipEntry {
  readonly name: string;
  /** Whether it gets smaller: a PDF or a Word file is packed already. */
  readonly pack: boolean;
  /** Asked for once its turn has come. */
  pieces(): AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
}

async function* small(entry: ZipEntry, onFailure: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    for await (const piece of entry.pieces()) {
      const bytes = Buffer.from(piece as Uint8Array);
      for (let from = 0; from < bytes.length; from += atOnce) yield bytes.subarray(from, from + atOnce);
    }
  } catch (error) {
    // An entry that fails while the zip is not asked for more would else go unheard, and the zip would wait for ever.
    onFailure(error);
    throw error;
  }
}

/** Writes a zip whose bytes are handed on as they are made: little more than a piece of it is in memory. */
export async function writeZip(
  entries: readonly ZipEntry[],
  at: number,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  if (entries.length > mostEntries) throw new ZipTooLarge();
  const zip = new JSZip();
  const failing = new AbortController();
  for (const entry of entries) {
    const content = Readable.from(
      small(entry, (error) => failing.abort(error)),
      { objectMode: false },
    );
    const compression = entry.pack ? 'DEFLATE' : 'STORE';
    zip.file(entry.name, content, { binary: true, compression, createFolders: false, date: new Date(at) });
  }
  const made = new Readable().wrap(zip.generateNodeStream({ type: 'nodebuffer', streamFiles: true }));
  failing.signal.addEventListener('abort', () => made.destroy(failing.signal.reason as Error));
  let size = 0;
  for await (const bytes of made as AsyncIterable<Buffer>) {
    size += bytes.length;
    if (size > mostBytes) throw new ZipTooLarge();
    await take(bytes);
  }
}
