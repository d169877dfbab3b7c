import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { getSystemErrorMap } from 'node:util';
import { errorMessage } from '@gantry/core';

/** Where the bytes come from, asked once there is a place for them. */
export type OpenSource = () => Promise<AsyncIterable<Uint8Array>>;

/** A file of that name exists, and overwriting it was not requested. */
export class FileTaken extends Error {
  override readonly name = 'FileTaken';
}

/** The place takes no file; the message says why. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

interface Place {
  readonly handle: FileHandle;
  /** What is written to until all of it is there; null for what is no file on a disk, as `/dev/null`. */
  readonly part: string | null;
  readonly file: string;
}

async function openPlace(given: string, force: boolean): Promise<Place> {
  if (!force && (await lstat(given).catch(() => null))) throw new FileTaken(given);
  try {
    const there = force ? await stat(given).catch(() => null) : null;
    if (there && !there.isFile()) return { handle: await open(given, 'w'), part: null, file: given };
    const file = there ? await realpath(given) : given;
    const part = `${file}.${randomUUID().slice(0, 8)}.part`;
    return { handle: await open(part, 'wx', 0o600), part, file };
  } catch (error) {
    const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : 0;
    throw new FileError(getSystemErrorMap().get(errno)?.[1] ?? errorMessage(error), { cause: error });
  }
}

/** Gives the whole its name; what came to stand there meanwhile stays unless it may go. */
async function settle(part: string, file: string, force: boolean): Promise<void> {
  if (force) return rename(part, file);
  try {
    await link(part, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw new FileTaken(file);
    // No second name for one file on this kind of disk.
    return rename(part, file);
  }
  await rm(part);
}

/**
 * Writes a stream into a file that its owner alone may read; the stream is opened after the place, so that nothing is asked
 * for in vain. What breaks off leaves nothing: the name stands for the whole, or for what stood there before.
 */
export async function saveStream(source: OpenSource, given: string, force: boolean): Promise<number> {
  const { handle, part, file } = await openPlace(given, force);
  const drop = () => part !== null && rmSync(part, { force: true });
  process.once('exit', drop);
  let bytes = 0;
  async function* counted() {
    for await (const chunk of await source()) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  try {
    await pipeline(counted(), handle.createWriteStream());
    if (part !== null) await settle(part, file, force);
    return bytes;
  } finally {
    drop();
    process.removeListener('exit', drop);
  }
}
