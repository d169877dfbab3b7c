import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getError } from '@gantry/core';
import { copyOfTemplate } from './template-folder.ts';

/** The built server as users run it. */
const program = fileURLToPath(new URL('../dist/main.mjs', import.meta.url));
/**
 * Benchmarks run the programs unchanged. In tests, a larger young generation (32 MiB from the start) avoids garbage collection
 * and saves a fifth of the CPU time of a server start.
 */
const isTest = process.env.GANTRY_TEST_FOLDER !== undefined;
const roomy = isTest ? ['--min-semi-space-size=32', '--max-semi-space-size=32'] : [];
/**
 * In tests, compiling later (after eight times the usual budget) saves another fifth of the CPU time of a start of the server or
 * of the terminal interface, because a short-lived process hardly reuses compiled code. Of the supported versions, only Node 20
 * has this flag.
 */
export const hardlyCompiled = isTest && process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];
/** How long a start or a stop may take on a busy machine, in ms. */
const timeoutMs = 90_000;

export interface ServerOptions {
  /** `postgres://...`; SQLite in the data folder when omitted. */
  readonly database?: string;
  /** The data folder, which is kept after the stop; when omitted, a temporary folder that is deleted with the server. */
  readonly data?: string;
  /** Starts in an empty folder; otherwise in one with a schema and the first admin, which saves a third of the time. */
  readonly firstStart?: boolean;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How long the start may take, in ms. */
  readonly timeoutMs?: number;
  /** What happens to its log: read by default, a pipe without a reader, or one whose reader leaves once the server listens. */
  readonly log?: 'read' | 'unread' | 'left';
  /** Maximum open files and sockets; the limit of the parent process when omitted. */
  readonly openFiles?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

export interface CallOptions {
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly data: string;
  readonly pid: number;
  /** Lines of stdout so far. */
  readonly lines: readonly string[];
  /** Everything on stderr so far. */
  log(): string;
  /** Waits for the setup code that the server prints for the first admin. */
  setupCode(): Promise<string>;
  /** Posts to a path under `/api/v1/admin`. */
  call(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Like `call`, but retries while the server responds that it is busy, as it may on a loaded machine. */
  insist(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Signs the first admin in, after creating it with the setup code if needed; returns the token. */
  firstAdmin(): Promise<string>;
  signIn(username: string, password: string): Promise<string>;
  /** Sends a signal; returns the exit code and the duration. With `SIGKILL` the server cleans nothing up. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the built server to its end. */
export function runProgram(
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
  /** User ID to run it as. */
  uid?: number,
) {
  return new Promise<Finished>((resolve, reject) => {
    const child = spawn(process.execPath, [...roomy, ...hardlyCompiled, program, ...args], {
      env: { ...process.env, GANTRY_LOCALE: 'en-US', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
    child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') });
    });
    child.stdin.end(input);
  });
}

/** Creates an admin with the command on the host; `where` is `--data ...` and, if needed, `--database ...`. */
export async function createPerson(
  where: readonly string[],
  person: {
    readonly username: string;
    readonly password: string;
    readonly role: 'admin' | 'user';
    /** The permissions within the role; all of them when omitted. */
    readonly preset?: 'orders' | 'readOnly';
  },
): Promise<void> {
  const preset = person.preset === undefined ? [] : ['--preset', person.preset];
  const flags = ['--username', person.username, '--role', person.role, ...preset, '--password-stdin'];
  const { code, stderr } = await runProgram(['admin', 'create', ...flags, ...where], `${person.password}\n`);
  if (code !== 0) throw new Error(`${person.username} was not made: ${stderr}`);
}

export const firstAdmin = { username: 'root-admin', password: 'violet-harbor-93-tundra-kite', name: 'Root' } as const;

/** Starts the built server on a free port. Resolves once it accepts calls. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  if (!existsSync(program)) throw new Error('the server is not built: run "npm run setup" first');
  const isKnown = isTest && isUsual(options);
  const data = options.data ?? (isKnown ? await knownFolder() : mkdtempSync(path.join(tmpdir(), prefix)));
  const database = options.database === undefined ? [] : ['--database', options.database];
  const args = [
    '--port',
    '0',
    '--data',
    data,
    '--rate-limit',
    '0',
    '--drain-seconds',
    '0',
    ...database,
    ...(options.args ?? []),
  ];
  const words = [...roomy, ...hardlyCompiled, program, ...args];
  const narrow = ['-c', `ulimit -n ${options.openFiles}; exec "$0" "$@"`, process.execPath, ...words];
  const [command, its] = options.openFiles === undefined ? [process.execPath, words] : ['sh', narrow];
  const child = spawn(command, its, {
    env: { ...process.env, GANTRY_LOCALE: 'en-US', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child, options.timeoutMs ?? timeoutMs, options.log !== 'unread');
  const url = await output.line(/^listening on (http:\S+)$/).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  if (options.log === 'left') child.stderr?.destroy();
  return runningServer({ child, output, url, data, isKnown, isOwnFolder: options.data === undefined });
}

const prefix = 'gantry-server-';

/** Whether the options allow starting from the prepared folder. */
function isUsual({ data, database, args = [], env = {}, firstStart = false }: ServerOptions): boolean {
  const ownDatabase = database !== undefined || args.includes('--database') || 'GANTRY_MASTER_KEY' in env;
  return data === undefined && !ownDatabase && !firstStart;
}

/** A folder in which a server was started, set up and stopped. */
function knownFolder(): Promise<string> {
  return copyOfTemplate(prefix, async (data) => {
    const server = await startServer({ data });
    await setUp(server).finally(() => server.stop());
  });
}

async function setUp({ insist, setupCode }: Pick<RunningServer, 'insist' | 'setupCode'>): Promise<void> {
  const made = await insist('/setup/create', { code: await setupCode(), ...firstAdmin });
  if (made.code !== 20000) throw new Error(`the first admin was not made: ${made.text}`);
}

interface Output {
  readonly lines: readonly string[];
  log(): string;
  /** Returns the first group of the first line that matches, now or later. */
  line(pattern: RegExp): Promise<string>;
}

function collect(child: ChildProcess, timeoutMs: number, readsLog: boolean): Output {
  const lines: string[] = [];
  const errors: string[] = [];
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waiting) wake();
  };
  let ended = false;
  if (!child.stdout || !child.stderr) throw new Error('the child has no pipes');
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    wakeAll();
  });
  if (readsLog) child.stderr.on('data', (piece: Buffer) => errors.push(piece.toString('utf8')));
  child.once('exit', () => {
    ended = true;
    wakeAll();
  });
  const find = (pattern: RegExp) => lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => finish(new Error(`no line ${pattern} in time:\n${errors.join('')}`)), timeoutMs);
      const look = () => {
        const found = find(pattern);
        if (found !== undefined) finish(found);
        else if (ended) finish(new Error(`the server ended before ${pattern}:\n${errors.join('')}`));
      };
      const finish = (result: string | Error) => {
        clearTimeout(timer);
        waiting.delete(look);
        if (typeof result === 'string') resolve(result);
        else reject(result);
      };
      waiting.add(look);
      look();
    });
  return { lines, log: () => errors.join(''), line };
}

interface Started {
  readonly child: ChildProcess;
  readonly output: Output;
  readonly url: string;
  readonly data: string;
  readonly isOwnFolder: boolean;
  /** Whether the folder was set up already. */
  readonly isKnown: boolean;
}

function runningServer({ child, output, url, data, isOwnFolder, isKnown }: Started): RunningServer {
  const call: RunningServer['call'] = (callPath, body = {}, options = {}) =>
    post(`${url}/api/v1/admin${callPath}`, JSON.stringify(body), options);
  const setupCode = () => output.line(/^There is no admin yet\. Setup code .*: (\S+)$/);
  const insist: RunningServer['insist'] = async (callPath, body, options) => {
    for (const deadline = Date.now() + timeoutMs; ; await delay(500)) {
      const answer = await call(callPath, body, options);
      if (answer.code !== getError('busy').code || Date.now() > deadline) return answer;
    }
  };
  const signIn = async (username: string, password: string) => {
    const answer = await insist('/login', { username, password });
    if (answer.code !== 20000) throw new Error(`signing in failed: ${answer.text}`);
    return String(answer.data.token);
  };
  return {
    url,
    port: Number(new URL(url).port),
    data,
    pid: child.pid ?? 0,
    lines: output.lines,
    log: output.log,
    setupCode,
    call,
    insist,
    signIn,
    async firstAdmin() {
      if (!isKnown) await setUp({ insist, setupCode });
      return signIn(firstAdmin.username, firstAdmin.password);
    },
    stop: async (signal = 'SIGTERM') => {
      const begun = performance.now();
      const code = await end(child, signal);
      if (isOwnFolder) rmSync(data, { recursive: true, force: true });
      return { code, ms: performance.now() - begun };
    },
  };
}

/** Posts raw JSON text; the response need not be an envelope. */
export async function post(url: string, body: string, { token, headers }: CallOptions = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en-US',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  });
  const text = await response.text();
  const { code = 0, message = '', data, errors } = parse(text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    code,
    message,
    data: data ?? {},
    errors: errors ?? {},
  };
}

function parse(text: string): Partial<Pick<Answer, 'code' | 'message' | 'data' | 'errors'>> {
  try {
    return JSON.parse(text) as Partial<Answer>;
  } catch {
    return {};
  }
}

/** Ends a child process with a signal; kills one that does not end in time. */
function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
    child.kill(signal);
  });
}
