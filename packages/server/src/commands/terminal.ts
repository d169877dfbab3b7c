import type { Writable } from 'node:stream';
import {
  ApiError,
  createTranslator,
  errorMessage,
  getError,
  type Locale,
  localize,
  type Params,
  type Translate,
  toLocale,
} from '@gantry/core';
import { words as enShared } from '@gantry/core/words/en-US';
import { words as enServer } from '@gantry/core/words/en-US/server';
import { words as zhShared } from '@gantry/core/words/zh-CN';
import { words as zhServer } from '@gantry/core/words/zh-CN/server';
import { type Logger, pino } from 'pino';
import type { ServerWordKey } from '../command-line.ts';
import { MaintenanceRunning, ServersAlive } from '../modules/backup/copies/live-servers.ts';
import { toLoggable } from '../platform/http/request-log.ts';
import { BadMasterKey } from '../platform/secrets/master-key.ts';
import { isDamaged } from '../platform/store/damaged.ts';
import { FolderProblem } from '../platform/store/data-folder.ts';
import { type ConnectionProblem, getConnectionProblem } from '../platform/store/postgres/connection-problem.ts';

/** The maximum size of log lines that wait for a slow reader, in bytes. Further lines are dropped and counted. */
const maxPendingBytes = 1024 * 1024;
/** How long the process waits at its end until the last lines are read, in ms. */
const flushMs = 500;

interface LogOutput {
  /** Writes one line including its line feed. Never waits and never throws. */
  write(line: string): void;
  /**
   * Resolves when all lines are written, or after half a second, so that a log without a reader does not keep the process alive.
   */
  flush(): Promise<void>;
}

/**
 * Writes log lines to a stream, in batches per turn of the event loop. When the reader stalls, lines are dropped and counted; the
 * count is logged when it reads again. When the reader is gone, logging ends. The process is never blocked.
 */
function createLogOutput(stream: Writable): LogOutput {
  let lines: string[] = [];
  let bytes = 0;
  let dropped = 0;
  let isGone = false;
  stream.on('error', () => {
    isGone = true;
  });

  const send = () => {
    if (dropped > 0 && stream.writableLength === 0) {
      const entry = {
        level: 40,
        time: Date.now(),
        dropped,
        msg: 'log lines were dropped because the log was not read',
      };
      lines.push(`${JSON.stringify(entry)}\n`);
      dropped = 0;
    }
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    bytes = 0;
    try {
      if (!isGone) stream.write(text);
    } catch {
      isGone = true;
    }
  };
  return {
    write(line) {
      if (isGone) return;
      if (bytes + stream.writableLength + line.length > maxPendingBytes) {
        dropped += 1;
        return;
      }
      if (lines.length === 0) setImmediate(send);
      lines.push(line);
      bytes += line.length;
    },
    flush() {
      send();
      if (isGone || stream.writableLength === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, flushMs);
        stream.write('', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}

/** The output of a command: messages on stdout, the log on stderr. */
export interface Terminal {
  readonly locale: Locale;
  readonly t: Translate<ServerWordKey>;
  /** Prints a line on stdout. */
  print(text: string): void;
  /** Prints a message in the user's language on stdout. */
  localize(key: ServerWordKey, params?: Params): void;
  /** Prints a message in the user's language on stderr. */
  complain(key: ServerWordKey, params?: Params): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `GANTRY_LOCALE`, else the locale of the shell; English when the shell has none, as under cron or systemd. */
function getShellLocale(env: Environment): Locale {
  const shell = env.LC_ALL || env.LANG || '';
  const accessible = /^(C|POSIX)\b/.test(shell) ? '' : (shell.split('.')[0] ?? '').replace('_', '-');
  return toLocale(env.GANTRY_LOCALE || accessible || 'en-US');
}

export function createTerminal(env: Environment): Terminal {
  const locale = getShellLocale(env);
  const t =
    locale === 'zh-CN'
      ? createTranslator<ServerWordKey>(locale, zhShared, zhServer)
      : createTranslator<ServerWordKey>(locale, enShared, enServer);
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  return {
    locale,
    t,
    print,
    localize: (key, params) => print(t(key, params)),
    complain: (key, params) => void process.stderr.write(`${t(key, params)}\n`),
  };
}

const problems: Readonly<Record<string, ServerWordKey>> = {
  ENOENT: 'server.fileMissing',
  EACCES: 'server.fileDenied',
  EPERM: 'server.fileDenied',
  EISDIR: 'server.fileIsFolder',
  ENOTDIR: 'server.fileNoFolder',
  ENOSPC: 'server.diskFull',
  EROFS: 'server.diskReadOnly',
};

const connectionProblems: Readonly<Record<ConnectionProblem, ServerWordKey>> = {
  full: 'server.databaseFull',
  starting: 'server.databaseStarting',
  unanswered: 'server.databaseUnanswered',
  rejectedUser: 'server.databaseRejectedUser',
  rejectedHost: 'server.databaseRejectedHost',
  noDatabase: 'server.databaseMissing',
  mayNotCreate: 'server.databaseMayNotCreate',
  readOnly: 'server.databaseReadOnly',
  noTls: 'server.databaseNoTls',
  untrustedCertificate: 'server.databaseUntrusted',
  otherHostName: 'server.databaseOtherHost',
  expiredCertificate: 'server.databaseExpired',
};

/** Explains an error of a file, of another host or of the database; null for any other error. */
function describeProblem(error: unknown, t: Terminal['t']): string | null {
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return describeDatabaseProblem(error, t);
  const code = String(error.code);
  if (error.syscall === 'connect' || error.syscall === 'getaddrinfo') {
    const { address, hostname, port } = error as { address?: string; hostname?: string; port?: number };
    return t('server.unreached', { place: [address ?? hostname ?? '', port].filter(Boolean).join(':'), code });
  }
  const why = problems[code];
  if (!why) return null;
  return 'path' in error ? t('server.unread', { path: String(error.path), why: t(why) }) : t(why);
}

function describeDatabaseProblem(error: unknown, t: Terminal['t']): string | null {
  const problem = getConnectionProblem(error);
  return problem === null ? null : t(connectionProblems[problem]);
}

/** Explains why a command stopped. */
export function describeReason(error: unknown, terminal: Pick<Terminal, 'locale' | 't'>): string {
  const { locale, t } = terminal;
  if (error instanceof ApiError && error.detail.message === undefined) {
    const fields = Object.values(error.detail.errors ?? {}).flat();
    const { zh, en } = getError(error.problem);
    return fields.length > 0 ? fields.join('; ') : localize({ zh, en }, locale);
  }
  if (error instanceof AggregateError)
    return [...new Set(error.errors.map((one) => describeReason(one, terminal)))].join('; ');
  for (const inWords of [
    describeInUse,
    describeFolderProblem,
    describeKeyProblem,
    describeDamage,
    describeUnwritable,
    describeProblem,
  ]) {
    const found = inWords(error, t);
    if (found !== null) return found;
  }
  return errorMessage(error);
}

function describeKeyProblem(error: unknown, t: Terminal['t']): string | null {
  return error instanceof BadMasterKey ? t('server.keyInvalid', { bytes: error.bytes }) : null;
}

function describeInUse(error: unknown, t: Terminal['t']): string | null {
  if (error instanceof MaintenanceRunning) return t('server.maintained');
  if (!(error instanceof ServersAlive)) return null;
  if (error.servers.length === 0) return t('server.held');
  const names = error.servers.map(({ host, pid, url }) => [`${host}/${pid}`, url].filter(Boolean).join(' '));
  const seconds = Math.ceil(Math.max(...error.servers.map(({ expiresInMs }) => expiresInMs)) / 1000);
  return t('server.served', { servers: names.join(', '), seconds });
}

/** Explains that an SQLite file cannot be opened or written. The error of SQLite does not contain the path. */
function describeUnwritable(error: unknown, t: Terminal['t']): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^SQLITE_(READONLY|CANTOPEN)/.test(code)) return null;
  return t('server.databaseUnwritable', { message: errorMessage(error) });
}

function describeFolderProblem(error: unknown, t: Terminal['t']): string | null {
  if (!(error instanceof FolderProblem)) return null;
  const { folder, problem } = error;
  return t(problem === 'open' ? 'server.folderOpen' : 'server.folderReadOnly', { folder });
}

/** Explains that the database is damaged, with the next step. */
function describeDamage(error: unknown, t: Terminal['t']): string | null {
  return isDamaged(error) ? t('server.damaged', { message: errorMessage(error) }) : null;
}

export interface LogTarget {
  readonly log: Logger;
  /** Writes the remaining lines, as far as they are read. */
  flush(): Promise<void>;
}

/** Creates the log: JSON lines on stderr. Only the type and the location of an error are logged. */
export function createLog(level: string): LogTarget {
  const { write, flush } = createLogOutput(process.stderr);
  const log = pino({ level, base: null, serializers: { err: toLoggable, error: getLoggableField } }, { write });
  return { log, flush };
}

const getLoggableField = (value: unknown) => (value instanceof Error ? toLoggable(value) : value);
