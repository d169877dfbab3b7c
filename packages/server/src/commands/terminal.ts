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

/** Bytes of log that wait for a slow reader; further lines are dropped and counted. */
const maxPendingBytes = 1024 * 1024;
/** How long the end of a process waits until its last lines are read, in ms. */
const flushMs = 500;

interface LogOutput {
  /** Takes one line with its line feed. Never waits and never throws. */
  write(line: string): void;
  /** Resolves when all lines are written, or after half a second: a log without a reader does not keep a process alive. */
  flush(): Promise<void>;
}

/**
 * Writes log lines to a stream, those of one turn of the event loop together. A reader that stalls costs lines, which are counted
 * once it reads again; a reader that left ends the log. Neither blocks the process.
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

/** Where a command speaks: lines for people on stdout, the log on stderr. */
export interface Terminal {
  readonly locale: Locale;
  readonly t: Translate<ServerWordKey>;
  /** One line on stdout. */
  print(text: string): void;
  /** One line of words on stdout. */
  localize(key: ServerWordKey, params?: Params): void;
  /** One line of words on stderr. */
  complain(key: ServerWordKey, params?: Params): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `GANTRY_LOCALE`, else the locale of the shell; a shell without one, as of cron or systemd, gives English. */
function localeOfShell(env: Environment): Locale {
  const shell = env.LC_ALL || env.LANG || '';
  const accessible = /^(C|POSIX)\b/.test(shell) ? '' : (shell.split('.')[0] ?? '').replace('_', '-');
  return toLocale(env.GANTRY_LOCALE || accessible || 'en-US');
}

export function createTerminal(env: Environment): Terminal {
  const locale = localeOfShell(env);
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

/** What the system or the database says of a file, of another machine or of itself, in words; null for whatever else went wrong. */
function describeProblem(error: unknown, t: Terminal['t']): string | null {
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return databaseTrouble(error, t);
  const code = String(error.code);
  if (error.syscall === 'connect' || error.syscall === 'getaddrinfo') {
    const { address, hostname, port } = error as { address?: string; hostname?: string; port?: number };
    return t('server.unreached', { place: [address ?? hostname ?? '', port].filter(Boolean).join(':'), code });
  }
  const why = problems[code];
  if (!why) return null;
  return 'path' in error ? t('server.unread', { path: String(error.path), why: t(why) }) : t(why);
}

function databaseTrouble(error: unknown, t: Terminal['t']): string | null {
  const problem = getConnectionProblem(error);
  return problem === null ? null : t(connectionProblems[problem]);
}

/** Why something stopped, as far as it can be said to a person. */
export function describeReason(error: unknown, terminal: Pick<Terminal, 'locale' | 't'>): string {
  const { locale, t } = terminal;
  if (error instanceof ApiError && error.detail.message === undefined) {
    const fields = Object.values(error.detail.errors ?? {}).flat();
    const { zh, en } = getError(error.problem);
    return fields.length > 0 ? fields.join('; ') : localize({ zh, en }, locale);
  }
  if (error instanceof AggregateError)
    return [...new Set(error.errors.map((one) => describeReason(one, terminal)))].join('; ');
  for (const inWords of [inUseIn, folderIn, keyIn, damageIn, unwritableIn, describeProblem]) {
    const found = inWords(error, t);
    if (found !== null) return found;
  }
  return errorMessage(error);
}

function keyIn(error: unknown, t: Terminal['t']): string | null {
  return error instanceof BadMasterKey ? t('server.keyInvalid', { bytes: error.bytes }) : null;
}

function inUseIn(error: unknown, t: Terminal['t']): string | null {
  if (error instanceof MaintenanceRunning) return t('server.maintained');
  if (!(error instanceof ServersAlive)) return null;
  if (error.servers.length === 0) return t('server.held');
  const names = error.servers.map(({ host, pid, url }) => [`${host}/${pid}`, url].filter(Boolean).join(' '));
  const seconds = Math.ceil(Math.max(...error.servers.map(({ expiresInMs }) => expiresInMs)) / 1000);
  return t('server.served', { servers: names.join(', '), seconds });
}

/** A file of SQLite that cannot be opened or written, which the database says without its path. */
function unwritableIn(error: unknown, t: Terminal['t']): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^SQLITE_(READONLY|CANTOPEN)/.test(code)) return null;
  return t('server.databaseUnwritable', { message: errorMessage(error) });
}

function folderIn(error: unknown, t: Terminal['t']): string | null {
  if (!(error instanceof FolderProblem)) return null;
  const { folder, problem } = error;
  return t(problem === 'open' ? 'server.folderOpen' : 'server.folderReadOnly', { folder });
}

/** What the database says when it is damaged, and what to do then. */
function damageIn(error: unknown, t: Terminal['t']): string | null {
  return isDamaged(error) ? t('server.damaged', { message: errorMessage(error) }) : null;
}

export interface LogTarget {
  readonly log: Logger;
  /** Writes what is still waiting, as far as it is read. */
  flush(): Promise<void>;
}

/** JSON lines on stderr. Errors are logged by kind and place alone, whoever logs them. */
export function createLog(level: string): LogTarget {
  const { write, flush } = createLogOutput(process.stderr);
  const log = pino({ level, base: null, serializers: { err: toLoggable, error: loggableField } }, { write });
  return { log, flush };
}

const loggableField = (value: unknown) => (value instanceof Error ? toLoggable(value) : value);
