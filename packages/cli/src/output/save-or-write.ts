import process from 'node:process';
import { formatBytes } from '@gantry/core';
import { CliError, exitCodes, exitNow } from '../context/exit.ts';
import { describeFileProblem } from '../context/file-problems.ts';
import { createProgress, type Translation } from './progress.ts';
import { FileError, FileTaken, type OpenSource, saveStream } from './save-stream.ts';
import { safeLines } from './wrap-text.ts';

export interface Destination {
  /** `-` for standard output. */
  readonly file: string;
  readonly force: boolean;
}

interface Printer extends Translation {
  write(bytes: Uint8Array): Promise<void>;
}

const interrupt = () => exitNow(exitCodes.interrupted);

/** Yields the bytes of a source and shows their number on a terminal. */
async function* showProgress(source: OpenSource, translation: Translation): AsyncGenerator<Uint8Array> {
  const bytes = await source();
  const size = 'size' in bytes && typeof bytes.size === 'number' ? bytes.size : null;
  const progress = createProgress(size, translation, formatBytes);
  try {
    for await (const chunk of bytes) {
      yield chunk;
      progress.step(chunk.byteLength);
    }
  } finally {
    progress.end();
  }
}

/** Writes bytes to standard output or to a file. */
export async function saveOrWrite(source: OpenSource, destination: Destination, printer: Printer): Promise<void> {
  if (destination.file !== '-') return save(source, destination, printer);
  if (process.stdout.isTTY) return show(await source(), printer);
  for await (const chunk of showProgress(source, printer)) await printer.write(chunk);
}

/** Writes a file to a terminal. Control characters are escaped. */
async function show(bytes: AsyncIterable<Uint8Array>, printer: Printer): Promise<void> {
  const decoder = new TextDecoder();
  // A chunk may end between CR and LF.
  let rest = '';
  for await (const chunk of bytes) {
    const text = rest + decoder.decode(chunk, { stream: true });
    rest = text.endsWith('\r') ? '\r' : '';
    await printer.write(Buffer.from(safeLines(text.slice(0, text.length - rest.length))));
  }
  const last = rest + decoder.decode();
  if (last !== '') await printer.write(Buffer.from(safeLines(last)));
}

/** Saves bytes to a file. Ctrl-C leaves no incomplete file, and a disk error is explained in plain words. */
export async function save(source: OpenSource, { file, force }: Destination, translation: Translation): Promise<void> {
  process.once('SIGINT', interrupt);
  try {
    await saveStream(async () => showProgress(source, translation), file, force);
  } catch (error) {
    throw toSaveError(error, file, translation);
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}

function toSaveError(error: unknown, file: string, { t }: Pick<Translation, 't'>): unknown {
  if (error instanceof FileTaken)
    return new CliError(t('cli.fileTaken', { file }), exitCodes.usage, { hint: t('cli.forceHint') });
  if (error instanceof FileError)
    return new CliError(
      t('cli.fileRejected', { file, reason: describeFileProblem(error.cause, t)?.reason ?? error.message }),
      exitCodes.usage,
    );
  const trouble = describeFileProblem(error, t);
  return trouble ? new CliError(t('cli.fileRejected', { file, reason: trouble.reason }), exitCodes.failed) : error;
}
