import process from 'node:process';
import { formatBytes } from '@gantry/core';
import { CliError, exitCodes, exitNow } from '../context/exit.ts';
import { describeFileProblem } from '../context/file-problems.ts';
import { createProgress, type Teller } from './progress.ts';
import { FileError, FileTaken, type OpenSource, saveStream } from './save-stream.ts';
import { safeLines } from './wrap-text.ts';

export interface Destination {
  /** `-` for standard output. */
  readonly file: string;
  readonly force: boolean;
}

interface Printer extends Teller {
  write(bytes: Uint8Array): Promise<void>;
}

const interrupt = () => exitNow(exitCodes.interrupted);

/** The bytes as they come, with how many there were so far said at a terminal. */
async function* metered(source: OpenSource, teller: Teller): AsyncGenerator<Uint8Array> {
  const bytes = await source();
  const size = 'size' in bytes && typeof bytes.size === 'number' ? bytes.size : null;
  const progress = createProgress(size, teller, formatBytes);
  try {
    for await (const chunk of bytes) {
      yield chunk;
      progress.step(chunk.byteLength);
    }
  } finally {
    progress.end();
  }
}

/** Bytes to standard output, or into a file. */
export async function saveOrWrite(source: OpenSource, destination: Destination, printer: Printer): Promise<void> {
  if (destination.file !== '-') return save(source, destination, printer);
  if (process.stdout.isTTY) return show(await source(), printer);
  for await (const chunk of metered(source, printer)) await printer.write(chunk);
}

/** A file at a terminal: whatever it holds, nothing of it acts upon the terminal. */
async function show(bytes: AsyncIterable<Uint8Array>, printer: Printer): Promise<void> {
  const decoder = new TextDecoder();
  // A line end may be cut in two.
  let rest = '';
  for await (const chunk of bytes) {
    const text = rest + decoder.decode(chunk, { stream: true });
    rest = text.endsWith('\r') ? '\r' : '';
    await printer.write(Buffer.from(safeLines(text.slice(0, text.length - rest.length))));
  }
  const last = rest + decoder.decode();
  if (last !== '') await printer.write(Buffer.from(safeLines(last)));
}

/** Bytes into a file; Ctrl-C leaves no incomplete file, and an error of the disk is explained in words. */
export async function save(source: OpenSource, { file, force }: Destination, teller: Teller): Promise<void> {
  process.once('SIGINT', interrupt);
  try {
    await saveStream(async () => metered(source, teller), file, force);
  } catch (error) {
    throw inWords(error, file, teller);
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}

function inWords(error: unknown, file: string, { t }: Pick<Teller, 't'>): unknown {
  if (error instanceof FileTaken)
    return new CliError(t('cli.fileTaken', { file }), exitCodes.usage, { hint: '--force' });
  if (error instanceof FileError)
    return new CliError(
      t('cli.fileRejected', { file, reason: describeFileProblem(error.cause, t)?.reason ?? error.message }),
      exitCodes.usage,
    );
  const trouble = describeFileProblem(error, t);
  return trouble ? new CliError(t('cli.fileRejected', { file, reason: trouble.reason }), exitCodes.failed) : error;
}
