import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { describeReason } from '../context/system-words.ts';

/** Bytes that are read several times, each time from their start. */
export interface HeldBytes {
  pieces(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Bytes that are held in memory; more of them stay on disk. */
const heldAtMost = 4 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** @param from where reading starts; null for what has no positions, such as a pipe */
async function* readFrom(handle: FileHandle, from: number | null): AsyncGenerator<Uint8Array> {
  for (let at = from; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
    if (bytesRead === 0) return;
    if (at !== null) at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function inMemory(pieces: readonly Uint8Array[]): HeldBytes {
  const full = Buffer.concat(pieces);
  return {
    pieces: async function* () {
      for (let at = 0; at < full.byteLength; at += pieceBytes) yield full.subarray(at, at + pieceBytes);
    },
    close: async () => undefined,
  };
}

/** A file is read where it lies; one that is written to meanwhile would be sent half old and half new, so that it ends the work. */
async function onDisk(handle: FileHandle, { t }: Pick<Context, 't'>): Promise<HeldBytes> {
  const { size, mtimeMs } = await handle.stat();
  return {
    pieces: async function* () {
      for await (const piece of readFrom(handle, 0)) {
        const now = await handle.stat();
        if (now.size !== size || now.mtimeMs !== mtimeMs)
          throw new CliError(t('cli.badFile', { reason: t('cli.fileChanged') }), exitCodes.usage);
        yield piece;
      }
    },
    close: () => handle.close(),
  };
}

/** What came through a pipe goes to a file without a name, which is gone with the process. */
async function spool(pieces: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const path = join(tmpdir(), `gantry-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await rm(path);
  for await (const piece of pieces) await handle.writeFile(piece);
  return handle;
}

async function* chain(before: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* before;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** The bytes when they are few, else null with what was read and the rest. */
async function begin(source: AsyncIterable<Uint8Array>) {
  const first: Uint8Array[] = [];
  const rest = source[Symbol.asyncIterator]();
  let bytes = 0;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    first.push(next.value);
    bytes += next.value.byteLength;
    if (bytes > heldAtMost) return { first, rest, isComplete: false };
  }
  return { first, rest, isComplete: true };
}

async function openFile(file: string, context: Pick<Context, 't'>): Promise<HeldBytes> {
  const handle = await open(file);
  const { first, rest, isComplete } = await begin(readFrom(handle, null));
  if (!isComplete && (await handle.stat()).isFile()) return onDisk(handle, context);
  const held = isComplete ? inMemory(first) : await onDisk(await spool(chain(first, rest)), context);
  await handle.close();
  return held;
}

async function openStdin(context: Pick<Context, 't'>): Promise<HeldBytes> {
  const { first, rest, isComplete } = await begin(process.stdin);
  return isComplete ? inMemory(first) : onDisk(await spool(chain(first, rest)), context);
}

/** A file that was named by hand, or `-` for standard input; one that cannot be read is a mistake of whoever typed it. */
export async function holdBytes(file: string, context: Pick<Context, 't'>): Promise<HeldBytes> {
  const { t } = context;
  try {
    return await (file === '-' ? openStdin(context) : openFile(file, context));
  } catch (error) {
    const reason = t('cli.describeFileProblem', { file, reason: describeReason(error, t) });
    throw new CliError(t('cli.badFile', { reason }), exitCodes.usage);
  }
}
