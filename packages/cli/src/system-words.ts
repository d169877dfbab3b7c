import type { Translate } from '@gantry/core';
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
};

interface Trouble {
  /** Null where the system names none, as for what is open already. */
  readonly path: string | null;
  readonly reason: string;
}

/** What went wrong with a file, in the user's words; null for any other error. */
export function fileTrouble(error: unknown, t: Translate<CliKey>): Trouble | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error) || error.syscall === 'connect')
    return null;
  const key = words[String(error.code)];
  if (key === undefined) return null;
  return { path: 'path' in error && typeof error.path === 'string' ? error.path : null, reason: t(key) };
}

/** What is said of a connection that failed, by what Node and our own limits call it. */
const reaches: readonly (readonly [RegExp, CliKey])[] = [
  [/ECONNREFUSED/, 'cli.reach.refused'],
  [/ENOTFOUND|EAI_AGAIN|EAI_NONAME/, 'cli.reach.noHost'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'cli.reach.noRoute'],
  [/ECONNRESET|EPIPE|socket hang up|aborted|other side closed/i, 'cli.reach.broken'],
  [/no answer within|ETIMEDOUT|(Headers|Body) Timeout/i, 'cli.reach.noAnswer'],
  [/no connection within|Connect Timeout/i, 'cli.reach.noConnection'],
  [/certificate|CERT_/i, 'cli.reach.certificate'],
  [/EPROTO|wrong version number|packet length/i, 'cli.reach.notTls'],
];

/** Why a server was not reached, in the user's words; what nobody has words for stays as the system says it. */
export function reachWords(reason: string, t: Translate<CliKey>): string {
  const key = reaches.find(([known]) => known.test(reason))?.[1];
  if (key === undefined) return reason;
  const ms = Number(/within (\d+) ms/.exec(reason)?.[1] ?? Number.NaN);
  return t(key, { reason, seconds: Number.isFinite(ms) ? Math.round(ms / 1000) : '?' });
}

/** The reason alone: in the user's words where there are some, else in those of whatever failed. */
export function reasonOf(error: unknown, t: Translate<CliKey>): string {
  return fileTrouble(error, t)?.reason ?? (error instanceof Error ? error.message : String(error));
}
