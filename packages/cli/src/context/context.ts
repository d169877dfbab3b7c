import process from 'node:process';
import {
  type Client,
  createClient,
  createTranslator,
  type Locale,
  type Session,
  type Translate,
  type Transport,
  toLocale,
} from '@gantry/core';
import { createTransport } from '../http/transport.ts';
import { formatError } from '../output/error-lines.ts';
import { type OutputForm, outputForms } from '../output/print.ts';
import { safeLines } from '../output/wrap-text.ts';
import { readEnvToken } from '../profile/env-token.ts';
import type { Profiles } from '../profile/profiles.ts';
import type { CliKey } from './cli-key.ts';
import type { ErrorReport, Place } from './exit.ts';
import { isHelpRequested, parseArgv } from './parse-argv.ts';

export type { CliKey } from './cli-key.ts';

/** Options that every command takes, read before the parser so that help and errors are in the right language. */
export interface GlobalOptions {
  readonly server: string | null;
  readonly profile: string | null;
  readonly form: OutputForm | null;
  /** Fields that JSON is narrowed to; null for all. */
  readonly fields: readonly string[] | null;
  /** A filter that JSON goes through; null for none. */
  readonly jq: string | null;
  readonly yes: boolean;
  /** What confirms an identity is read from standard input. */
  readonly stepUpStdin: boolean;
  /** Seconds; 0 for none. */
  readonly timeout: number;
  /** ms that retries of a call may wait in all; null for a few seconds. */
  readonly maxWait: number | null;
  /** auto, always or never: obeyed by what draws in color, which is loaded when it is needed. */
  readonly color: string;
}

/** What commands are given. Nothing connects, and no file is read, until it is asked for. */
export interface Context {
  readonly version: string;
  readonly locale: Locale;
  readonly t: Translate<CliKey>;
  readonly isTty: boolean;
  /** Help is asked for, and nothing runs. */
  readonly isHelp: boolean;
  /** Words on stderr: never data. */
  note(line: string): void;
  /** An error on stderr; a field that has one of these flags is called by it. */
  complain(report: ErrorReport, flags?: readonly string[]): void;
  /** A call that may change something was sent. */
  hasWritten(): boolean;
  /** Data on stdout; waits while the reader is slow. */
  write(data: string | Uint8Array): Promise<void>;
  options(): GlobalOptions;
  /** Called by the parser once it has read the options. */
  setOptions(options: GlobalOptions): void;
  form(otherwise: OutputForm): OutputForm;
  profiles(): Promise<Profiles>;
  server(): Promise<string>;
  client(): Promise<Client>;
  session(): Promise<Session>;
  /** A client that speaks for one token, whatever the environment and the profile hold. */
  clientWith(token: string): Promise<Client>;
  /** The exit status that a finished command leaves; 0 unless set. */
  setStatus(status: number): void;
  status(): number;
  commandName(): string;
  close(): Promise<void>;
}

async function wordsFor(locale: Locale, args: readonly string[]): Promise<Translate<CliKey>> {
  const isChinese = locale === 'zh-CN';
  const [common, cli] = isChinese
    ? await Promise.all([import('@gantry/core/words/zh-CN'), import('@gantry/core/words/zh-CN/cli')])
    : await Promise.all([import('@gantry/core/words/en-US'), import('@gantry/core/words/en-US/cli')]);
  const more = await Promise.all(
    moreWords
      .filter(({ commands }) => args.some((arg) => commands.includes(arg)))
      .map(({ load }) => load(isChinese ? 'zh-CN' : 'en-US')),
  );
  return createTranslator<CliKey>(locale, common.words, cli.words, ...more.map(({ words }) => words));
}

/** Commands with words of their own; the manual of all has them too. */
const moreWords = [
  {
    commands: ['apply', 'content', 'diff', 'man'],
    load: (locale: Locale) =>
      locale === 'zh-CN' ? import('@gantry/core/words/zh-CN/content') : import('@gantry/core/words/en-US/content'),
  },
  {
    commands: [
      ...['login', 'logout', 'whoami', 'profile', 'config', 'alias', 'system', 'dashboard', 'man', 'audit-log'],
      ...['backup', 'know-doc', 'pdf-doc', 'regional-agent', 'knowledge', 'knowledge-export', 'ai-icon', 'course'],
      'course-schedule',
    ],
    load: (locale: Locale) =>
      locale === 'zh-CN' ? import('@gantry/core/words/zh-CN/setup') : import('@gantry/core/words/en-US/setup'),
  },
];

/** `--locale`, else GANTRY_LOCALE, else what the shell says; a shell that says nothing, as of cron, gives English. */
function chosenLocale(args: readonly string[]): Locale {
  const at = args.findIndex((arg) => arg === '--locale' || arg.startsWith('--locale='));
  const flag = at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1]);
  const { GANTRY_LOCALE, LC_ALL, LC_MESSAGES, LANG } = process.env;
  const shell = LC_ALL || LC_MESSAGES || LANG || '';
  const accessible = /^(C|POSIX)\b/.test(shell) ? '' : shell.split('.')[0]?.replace('_', '-');
  return toLocale(flag ?? (GANTRY_LOCALE || accessible || 'en-US'));
}

function writeOut(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.write(data)) resolve();
    else process.stdout.once('drain', () => resolve());
  });
}

/** A table is safe cell by cell and has colors of its own; the other forms are data as it came. */
function shownAs(form: OutputForm | null, data: string | Uint8Array): string | Uint8Array {
  const isData = form !== null && form !== 'table' && process.stdout.isTTY;
  return isData && typeof data === 'string' ? safeLines(data) : data;
}

const noOptions: GlobalOptions = {
  server: null,
  profile: null,
  form: null,
  fields: null,
  jq: null,
  yes: false,
  stepUpStdin: false,
  timeout: 30,
  maxWait: null,
  color: 'auto',
};

/** What stands between a command and the server: asking for what a call turns out to need. */
export type WrapClient = (context: Context, client: Client) => Client;

const direct: WrapClient = (_context, client) => client;

export async function createContext(args: readonly string[], version: string, wrap = direct): Promise<Context> {
  const locale = chosenLocale(args);
  const t = await wordsFor(locale, args);
  let options = noOptions;
  let status = 0;
  const connection: Connection = { closing: [], hasWritten: false };
  let client: Promise<Client> | null = null;
  let profiles: Promise<Profiles> | null = null;
  const context: Context = {
    version,
    locale,
    t,
    isHelp: isHelpRequested(args),
    get isTty() {
      return process.stdin.isTTY === true && process.stderr.isTTY === true;
    },
    note: (line) => void process.stderr.write(`${line}\n`),
    complain: (report, flags = []) =>
      void process.stderr.write(formatError(report, { json: wantsJson(args), flags, t })),
    hasWritten: () => connection.hasWritten,
    write: (data) => writeOut(shownAs(options.form, data)),
    options: () => options,
    setOptions: (given) => {
      options = given;
    },
    form: (otherwise) => options.form ?? otherwise,
    profiles: () => {
      profiles ??= import('../profile/profiles.ts').then((space) => space.openProfiles(context));
      return profiles;
    },
    server: () => findServer(context),
    client: () => {
      client ??= connect(context, connection).then((made) => wrap(context, made));
      return client;
    },
    clientWith: (token) => connect(context, connection, token),
    session: async () => {
      const { openSession } = await import('../profile/open-session.ts');
      return openSession(await context.client(), (await context.profiles()).tokenStore(options.profile));
    },
    setStatus: (value) => {
      status = value;
    },
    status: () => status,
    commandName: () => Object.values(parseArgv(args)).join(' '),
    close: async () => {
      await Promise.all(connection.closing.map((close) => close()));
    },
  };
  return context;
}

/** The server that is named, else that of the profile; rejected where there is none, and where it is not a URL. */
async function findServer(context: Context): Promise<string> {
  const { server, profile } = context.options();
  const found = server ?? process.env.GANTRY_SERVER ?? (await context.profiles()).current(profile)?.server ?? null;
  if (found && /^https?:\/\/[^/\s]/i.test(found)) return found.replace(/\/+$/, '');
  const { createBadServerError, createNoServerError } = await import('../profile/no-server.ts');
  throw found ? createBadServerError(found, context) : await createNoServerError(context);
}

/** Where a command went, or would have gone; rejects where no server is known. */
export async function findPlace(context: Context): Promise<Place> {
  const server = await context.server();
  const profile = await usedProfile(context);
  return { server, profile, production: (await context.profiles()).productionAt(server) };
}

function wantsJson(args: readonly string[]): boolean {
  return (
    args.some((arg) => arg.startsWith('--json=')) ||
    args.some((arg, at) => /^(-o|--output)$/.test(arg) && args[at + 1] === 'json') ||
    args.includes('-ojson')
  );
}

async function getStoredToken(context: Context): Promise<string | null> {
  return readEnvToken(context.t) ?? (await context.profiles()).tokenStore(context.options().profile).get('token');
}

/** The profile that is in use when it gives the address or the token; null when both are given otherwise. */
async function usedProfile(context: Context): Promise<string | null> {
  const { server, profile } = context.options();
  const { GANTRY_SERVER, GANTRY_PROFILE } = process.env;
  const isGiven = (server ?? GANTRY_SERVER) && readEnvToken(context.t) !== null;
  if (isGiven && profile === null && !GANTRY_PROFILE) return null;
  return (await context.profiles()).currentName(profile);
}

/** The profile in use when it is for reading alone; null for any other, and where the environment stands in its place. */
export async function readOnlyProfile(context: Context): Promise<string | null> {
  const name = await usedProfile(context);
  return name !== null && (await context.profiles()).current(name)?.readOnly === true ? name : null;
}

/** A transport that obeys what the profile in use is marked with: a read-only one lets nothing out that would change something. */
export async function applyProfile(context: Context, send: Transport, baseUrl: string): Promise<Transport> {
  const name = await readOnlyProfile(context);
  if (name === null) return send;
  const { createReadOnlyTransport } = await import('../profile/read-only.ts');
  return createReadOnlyTransport(send, baseUrl, name);
}

/** What a command's clients leave behind: how to end them, and whether one sent a write. */
interface Connection {
  readonly closing: (() => Promise<void>)[];
  hasWritten: boolean;
}

async function connect(context: Context, connection: Connection, given?: string): Promise<Client> {
  const baseUrl = await context.server();
  const { timeout, maxWait } = context.options();
  const onWait = (ms: number) => context.note(context.t('cli.waiting', { seconds: Math.ceil(ms / 1000) }));
  const transport = createTransport(baseUrl, timeout, { maxWaitMs: maxWait, onWait });
  connection.closing.push(transport.close);
  const sent: Transport = (request) => {
    if (request.headers['idempotency-key'] !== undefined) connection.hasWritten = true;
    return transport.send(request);
  };
  const send = await applyProfile(context, sent, baseUrl);
  const token = given ?? (await getStoredToken(context));
  return createClient({ baseUrl, transport: send, token: () => token || null, locale: () => context.locale });
}

/** A form by name, or null for a name that is none. */
export function findOutputForm(name: string): OutputForm | null {
  return outputForms.find((form) => form === name) ?? null;
}
