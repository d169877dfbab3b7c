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

/** Options that every command takes. They are read before the parser runs, so that help and errors are in the right language. */
export interface GlobalOptions {
  readonly server: string | null;
  readonly profile: string | null;
  readonly form: OutputForm | null;
  /** The fields that JSON output is reduced to; null for all. */
  readonly fields: readonly string[] | null;
  /** A jq filter that JSON output passes through; null for none. */
  readonly jq: string | null;
  readonly yes: boolean;
  /** Reads the identity confirmation from standard input. */
  readonly stepUpStdin: boolean;
  /** Timeout of a call in seconds; 0 for none. */
  readonly timeout: number;
  /** How long retries of a call may wait in total, in ms; null for a few seconds. */
  readonly maxWait: number | null;
  /** `auto`, `always` or `never`. */
  readonly color: string;
}

/** What commands run with. Connections and files are opened on first use only. */
export interface Context {
  readonly version: string;
  readonly locale: Locale;
  readonly t: Translate<CliKey>;
  readonly isTty: boolean;
  /** Whether help was requested; no command runs then. */
  readonly isHelp: boolean;
  /** Writes a message to stderr. Never used for data. */
  note(line: string): void;
  /** Writes an error to stderr. Names an invalid field by its flag when it is one of `flags`. */
  complain(report: ErrorReport, flags?: readonly string[]): void;
  /** Whether a call that may change something was sent. */
  hasWritten(): boolean;
  /** Writes data to stdout, and waits while the reader is slow. */
  write(data: string | Uint8Array): Promise<void>;
  options(): GlobalOptions;
  /** Called by the parser after it has read the options. */
  setOptions(options: GlobalOptions): void;
  form(otherwise: OutputForm): OutputForm;
  profiles(): Promise<Profiles>;
  server(): Promise<string>;
  client(): Promise<Client>;
  session(): Promise<Session>;
  /** Creates a client for the given token, whatever token the environment and the profile have. */
  clientWith(token: string): Promise<Client>;
  /** Sets the exit status of a command that finishes without an error; 0 by default. */
  setStatus(status: number): void;
  status(): number;
  commandName(): string;
  close(): Promise<void>;
}

async function loadTranslator(locale: Locale, args: readonly string[]): Promise<Translate<CliKey>> {
  const isChinese = locale === 'zh-CN';
  const [common, cli] = isChinese
    ? await Promise.all([import('@gantry/core/words/zh-CN'), import('@gantry/core/words/zh-CN/cli')])
    : await Promise.all([import('@gantry/core/words/en-US'), import('@gantry/core/words/en-US/cli')]);
  const more = await Promise.all(
    extraTexts
      .filter(({ commands }) => args.some((arg) => commands.includes(arg)))
      .map(({ load }) => load(isChinese ? 'zh-CN' : 'en-US')),
  );
  return createTranslator<CliKey>(locale, common.words, cli.words, ...more.map(({ words }) => words));
}

/** Texts that only some commands load; `man` loads all of them. */
const extraTexts = [
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

/** `--locale`, else GANTRY_LOCALE, else the locale of the shell. English when the shell has none, as under cron. */
function getLocale(args: readonly string[]): Locale {
  const at = args.findIndex((arg) => arg === '--locale' || arg.startsWith('--locale='));
  const flag = at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1]);
  const { GANTRY_LOCALE, LC_ALL, LC_MESSAGES, LANG } = process.env;
  const shell = LC_ALL || LC_MESSAGES || LANG || '';
  const shellLocale = /^(C|POSIX)\b/.test(shell) ? '' : shell.split('.')[0]?.replace('_', '-');
  return toLocale(flag ?? (GANTRY_LOCALE || shellLocale || 'en-US'));
}

function writeOut(data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.write(data)) resolve();
    else process.stdout.once('drain', () => resolve());
  });
}

/** Removes control characters from data that is shown on a terminal. Tables do that themselves for each cell. */
function toSafeOutput(form: OutputForm | null, data: string | Uint8Array): string | Uint8Array {
  const isData = form !== null && form !== 'table' && process.stdout.isTTY;
  return isData && typeof data === 'string' ? safeLines(data) : data;
}

const defaultOptions: GlobalOptions = {
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

/** Adds to a client what a call may turn out to need, such as an identity confirmation. */
export type WrapClient = (context: Context, client: Client) => Client;

const keepClient: WrapClient = (_context, client) => client;

export async function createContext(args: readonly string[], version: string, wrap = keepClient): Promise<Context> {
  const locale = getLocale(args);
  const t = await loadTranslator(locale, args);
  let options = defaultOptions;
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
    write: (data) => writeOut(toSafeOutput(options.form, data)),
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

/** The server of the options or the environment, else that of the profile. Rejects when there is none, or it is not a URL. */
async function findServer(context: Context): Promise<string> {
  const { server, profile } = context.options();
  const found = server ?? process.env.GANTRY_SERVER ?? (await context.profiles()).current(profile)?.server ?? null;
  if (found && /^https?:\/\/[^/\s]/i.test(found)) return found.replace(/\/+$/, '');
  const { createBadServerError, createNoServerError } = await import('../profile/no-server.ts');
  throw found ? createBadServerError(found, context) : await createNoServerError(context);
}

/** The server and profile of the current command. Rejects when no server is known. */
export async function findPlace(context: Context): Promise<Place> {
  const server = await context.server();
  const profile = await findUsedProfile(context);
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

/** The profile that provides the server or the token; null when both come from elsewhere. */
async function findUsedProfile(context: Context): Promise<string | null> {
  const { server, profile } = context.options();
  const { GANTRY_SERVER, GANTRY_PROFILE } = process.env;
  const isGiven = (server ?? GANTRY_SERVER) && readEnvToken(context.t) !== null;
  if (isGiven && profile === null && !GANTRY_PROFILE) return null;
  return (await context.profiles()).currentName(profile);
}

/** The name of the profile in use when it is read-only; null for any other, and when the environment replaces it. */
export async function readOnlyProfile(context: Context): Promise<string | null> {
  const name = await findUsedProfile(context);
  return name !== null && (await context.profiles()).current(name)?.readOnly === true ? name : null;
}

/** Wraps a transport in the restrictions of the profile in use: a read-only profile rejects every call that changes something. */
export async function applyProfile(context: Context, send: Transport, baseUrl: string): Promise<Transport> {
  const name = await readOnlyProfile(context);
  if (name === null) return send;
  const { createReadOnlyTransport } = await import('../profile/read-only.ts');
  return createReadOnlyTransport(send, baseUrl, name);
}

/** State of the clients of a command: how to close them, and whether one sent a write. */
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
  const sendRequest: Transport = (request) => {
    if (request.headers['idempotency-key'] !== undefined) connection.hasWritten = true;
    return transport.send(request);
  };
  const send = await applyProfile(context, sendRequest, baseUrl);
  const token = given ?? (await getStoredToken(context));
  return createClient({ baseUrl, transport: send, token: () => token || null, locale: () => context.locale });
}

/** Finds an output form by name; null for an unknown name. */
export function findOutputForm(name: string): OutputForm | null {
  return outputForms.find((form) => form === name) ?? null;
}
