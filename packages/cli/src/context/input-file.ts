import { readFileSync } from 'node:fs';
import type { Context } from './context.ts';
import { CliError, exitCodes } from './exit.ts';
import { describeReason } from './file-problems.ts';

/** Reads a file that was named by the user. A file that cannot be read is a usage error. */
export function readFileBytes(file: string, { t }: Pick<Context, 't'>): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = t('cli.describeFileProblem', { file, reason: describeReason(error, t) });
    throw new CliError(t('cli.badFile', { reason }), exitCodes.usage);
  }
}

/**
 * Resolves `@file` to the text of the file, without its byte order mark and its last line break. `@@` escapes a text that starts
 * with `@`.
 */
export function readFileText(given: string, context: Pick<Context, 't'>): string {
  if (given.startsWith('@@')) return given.slice(1);
  return readFileBytes(given.slice(1), context)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r?\n$/, '');
}
