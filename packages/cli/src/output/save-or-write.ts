import process from 'node:process';
import type { Translate } from '@gantry/core';
import type { CliKey } from '../cli-key.ts';
import { CliError, exitCodes, exitNow } from '../exit.ts';
import { fileTrouble } from '../system-words.ts';
import { FileRefused, FileTaken, type OpenSource, saveStream } from './save-stream.ts';

export interface Destination {
  /** `-` for standard output. */
  readonly file: string;
  readonly force: boolean;
}

interface Printer {
  readonly t: Translate<CliKey>;
  write(bytes: Uint8Array): Promise<void>;
}

const interrupt = () => exitNow(exitCodes.interrupted);

/** Bytes to standard output, or into a file. */
export async function saveOrWrite(source: OpenSource, destination: Destination, printer: Printer): Promise<void> {
  if (destination.file !== '-') return save(source, destination, printer);
  for await (const chunk of await source()) await printer.write(chunk);
}

/** Bytes into a file; Ctrl-C leaves nothing of one that is not whole, and what the disk refuses is said in words. */
export async function save(
  source: OpenSource,
  { file, force }: Destination,
  printer: Pick<Printer, 't'>,
): Promise<void> {
  process.once('SIGINT', interrupt);
  try {
    await saveStream(source, file, force);
  } catch (error) {
    throw inWords(error, file, printer);
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}

function inWords(error: unknown, file: string, { t }: Pick<Printer, 't'>): unknown {
  if (error instanceof FileTaken)
    return new CliError(t('cli.fileTaken', { file }), exitCodes.usage, { hint: '--force' });
  if (error instanceof FileRefused)
    return new CliError(
      t('cli.fileRefused', { file, reason: fileTrouble(error.cause, t)?.reason ?? error.message }),
      exitCodes.usage,
    );
  const trouble = fileTrouble(error, t);
  return trouble ? new CliError(t('cli.fileRefused', { file, reason: trouble.reason }), exitCodes.failed) : error;
}
