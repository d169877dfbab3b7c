import type { Translate } from '@gantry/core';
import { errorMessage } from '@gantry/core';
import type { CliKey } from './cli-key.ts';

/** What the system says of a file or a folder. Codes of connections are not among them: those calls say it themselves. */
const words: Readonly<Record<string, CliKey>> = {
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
  // Ours: it ends before its size.
  ESHORT: 'cli.trouble.shortened',
};

interface Problem {
  /** Null where the system names none, as for what is open already. */
  readonly path: string | null;
  readonly reason: string;
}

/** What went wrong with a file, in the user's words; null for any other error. */
export function describeFileProblem(error: unknown, t: Translate<CliKey>): Problem | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error) || error.syscall === 'connect')
    return null;
  const key = words[String(error.code)];
  if (key === undefined) return null;
  return { path: 'path' in error && typeof error.path === 'string' ? error.path : null, reason: t(key) };
}

/** The reason alone: in the user's words where there are some, else in those of whatever failed. */
export function describeReason(error: unknown, t: Translate<CliKey>): string {
  return describeFileProblem(error, t)?.reason ?? errorMessage(error);
}
