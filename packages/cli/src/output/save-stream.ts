import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** A file of that name is there, and nobody said that it may go. */
export class FileTaken extends Error {
  override readonly name = 'FileTaken';
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? new FileTaken(file) : error;
  }
}

/**
 * Writes a stream into a file that its owner alone may read. One that breaks off leaves nothing of it: what stood there before
 * is replaced only by the whole, and only when that was wanted.
 */
export async function saveStream(source: AsyncIterable<Uint8Array>, file: string, force: boolean): Promise<number> {
  const part = force ? `${file}.${randomUUID().slice(0, 8)}.part` : file;
  const target = await openNew(part);
  let bytes = 0;
  async function* counted() {
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  try {
    await pipeline(counted(), target.createWriteStream());
    if (force) await rename(part, file);
    return bytes;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
