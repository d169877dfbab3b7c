import { readFileSync } from 'node:fs';
import type { Context } from './context.ts';
import { CliError, exitCodes } from './exit.ts';
import { describeReason } from './system-words.ts';

/** A file that was named by hand; one that cannot be read is a mistake of whoever typed it. */
export function readFileBytes(file: string, { t }: Pick<Context, 't'>): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const reason = t('cli.describeFileProblem', { file, reason: describeReason(error, t) });
    throw new CliError(t('cli.badFile', { reason }), exitCodes.usage);
  }
}

/** What `@file` stands for, without the mark that some editors start with and the line break at its end; `@@` is a text that starts with `@`. */
export function readFileText(given: string, context: Pick<Context, 't'>): string {
  if (given.startsWith('@@')) return given.slice(1);
  return readFileBytes(given.slice(1), context)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r?\n$/, '');
}
