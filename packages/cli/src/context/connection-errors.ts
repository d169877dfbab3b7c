import type { Translate } from '@gantry/core';
import type { CliKey } from './cli-key.ts';

/** Explanations of failed connections, by the error text of Node or of our own limits. */
const explanations: readonly (readonly [RegExp, CliKey])[] = [
  [/ECONNREFUSED/, 'cli.reach.rejected'],
  [/ENOTFOUND|EAI_AGAIN|EAI_NONAME/, 'cli.reach.noHost'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'cli.reach.noRoute'],
  [/ECONNRESET|EPIPE|socket hang up|aborted|other side closed|disconnected/i, 'cli.reach.broken'],
  [/no answer within/, 'cli.reach.noAnswer'],
  [/ETIMEDOUT|(Headers|Body|Connect) Timeout/i, 'cli.reach.late'],
  [/no connection within/, 'cli.reach.noConnection'],
  [/certificate|CERT_/i, 'cli.reach.certificate'],
  [/EPROTO|wrong version number|packet length/i, 'cli.reach.notTls'],
];

/** Explains in the user's language why a server was not reached. Returns an unknown reason unchanged. */
export function describeConnectionError(reason: string, t: Translate<CliKey>): string {
  const key = explanations.find(([known]) => known.test(reason))?.[1];
  if (key === undefined) return reason;
  const [, ms = 0] = /within (\d+) ms/.exec(reason) ?? [];
  const seconds = Number(ms) / 1000;
  return t(key, { reason, seconds: seconds < 0.1 ? seconds : Math.round(seconds * 10) / 10 });
}
