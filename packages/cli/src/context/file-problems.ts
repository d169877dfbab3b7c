import type { Translate } from '@gantry/core';
import { errorMessage } from '@gantry/core';
import type { CliKey } from './cli-key.ts';

/** Explanations of file errors by code. Connections use some of the same codes and are reported elsewhere. */
const explanations: Readonly<Record<string, CliKey>> = {
  ENOSPC: 'cli.trouble.full',
  EDQUOT: 'cli.trouble.full',
  EFBIG: 'cli.trouble.tooLarge',
  EACCES: 'cli.trouble.denied',
  EPERM: 'cli.trouble.denied',
  EROFS: 'cli.trouble.readOnly',
  ENOENT: 'cli.trouble.missing',
  ENOTDIR: 'cli.trouble.noFolder',
  EISDIR: 'cli.trouble.isFolder',
  EEXIST: 'cli.trouble.taken',
  ENAMETOOLONG: 'cli.trouble.longName',
  EIO: 'cli.trouble.broken',
  // Our own code: a file ended before its announced size.
  ESHORT: 'cli.trouble.shortened',
};

interface Problem {
  /** Null when the error names no path, as for a file that is already open. */
  readonly path: string | null;
  readonly reason: string;
}

/** Explains a file error in the user's language; null for any other error. */
export function describeFileProblem(error: unknown, t: Translate<CliKey>): Problem | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error) || error.syscall === 'connect')
    return null;
  const key = explanations[String(error.code)];
  if (key === undefined) return null;
  return { path: 'path' in error && typeof error.path === 'string' ? error.path : null, reason: t(key) };
}

/** The reason of an error: in the user's language when it is a known file error, else its own message. */
export function describeReason(error: unknown, t: Translate<CliKey>): string {
  return describeFileProblem(error, t)?.reason ?? errorMessage(error);
}
