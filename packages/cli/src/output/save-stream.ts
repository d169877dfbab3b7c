import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { getSystemErrorMap } from 'node:util';
import { errorMessage } from '@gantry/core';

/** Opens the source of the bytes. Called after the file was created. */
export type OpenSource = () => Promise<AsyncIterable<Uint8Array>>;

/** The file exists, and overwriting it was not requested. */
export class FileTaken extends Error {
  override readonly name = 'FileTaken';
}

/** The file cannot be created. The message has the reason. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

interface Target {
  readonly handle: FileHandle;
  /** The file that is written until it is complete; null for a device such as `/dev/null`. */
  readonly part: string | null;
  readonly file: string;
}

async function openTarget(given: string, force: boolean): Promise<Target> {
  if (!force && (await lstat(given).catch(() => null))) throw new FileTaken(given);
  try {
    const existing = force ? await stat(given).catch(() => null) : null;
    if (existing && !existing.isFile()) return { handle: await open(given, 'w'), part: null, file: given };
    const file = existing ? await realpath(given) : given;
    const part = `${file}.${randomUUID().slice(0, 8)}.part`;
    return { handle: await open(part, 'wx', 0o600), part, file };
  } catch (error) {
    const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : 0;
    throw new FileError(getSystemErrorMap().get(errno)?.[1] ?? errorMessage(error), { cause: error });
  }
}

/** Renames the complete file. A file that was created meanwhile is only replaced when `force` is set. */
async function publish(part: string, file: string, force: boolean): Promise<void> {
  if (force) return rename(part, file);
  try {
    await link(part, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw new FileTaken(file);
    // The file system does not support hard links.
    return rename(part, file);
  }
  await rm(part);
}

/**
 * Writes a stream to a file that only its owner can read, and returns its size in bytes. The source is opened after the file, so
 * that nothing is requested in vain. An interruption leaves no incomplete file: the name always refers to a complete one.
 */
export async function saveStream(source: OpenSource, given: string, force: boolean): Promise<number> {
  const { handle, part, file } = await openTarget(given, force);
  const drop = () => part !== null && rmSync(part, { force: true });
  process.once('exit', drop);
  let bytes = 0;
  async function* countBytes() {
    for await (const chunk of await source()) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  try {
    await pipeline(countBytes(), handle.createWriteStream());
    if (part !== null) await publish(part, file, force);
    return bytes;
  } finally {
    drop();
    process.removeListener('exit', drop);
  }
}
