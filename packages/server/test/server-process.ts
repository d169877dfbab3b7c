import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getError } from '@gantry/core';
import { copyOfTemplate } from './template-folder.ts';

/** The built server, as its users run it. */
const program = fileURLToPath(new URL('../dist/main.mjs', import.meta.url));
/**
 * Whoever measures, outside of a run of tests, gets the programs as they are. Whoever tests does not wait for memory to be saved:
 * with a young generation of 32 MiB from the first, a start of the server takes 0.8 of the processor's time.
 */
const isTest = process.env.GANTRY_TEST_FOLDER !== undefined;
const roomy = isTest ? ['--min-semi-space-size=32', '--max-semi-space-size=32'] : [];
/**
 * Nor is code compiled again that a short life hardly runs again: where that waits eight times as long as usual, a start of the
 * server or of the terminal interface takes 0.8 of the time once more. Of those that we run on, only Node 20 knows the word.
 */
export const hardlyCompiled = isTest && process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];
/** How long a start or a stop may take on a busy machine, in ms. */
const timeoutMs = 90_000;

export interface ServerOptions {
  /** `postgres://...`; SQLite in the data folder when not given. */
  readonly database?: string;
  /** Kept after the stop when given; otherwise a temporary folder that goes with the server. */
  readonly data?: string;
  /** Starts in an empty folder; otherwise in one with a schema and the first admin, which spares a third of the time. */
  readonly firstStart?: boolean;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How long it may take to start, in ms. */
  readonly timeoutMs?: number;
  /** What becomes of its log: read by default; a pipe without a reader; or one whose reader left once it listens. */
  readonly log?: 'read' | 'unread' | 'left';
  /** How many files and sockets it may have open; as many as its parent when not given. */
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
  /** What the server printed for the first admin; waits for the line. */
  setupCode(): Promise<string>;
  /** Posts to a path under `/api/v1/admin`. */
  call(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** The same, and again for as long as the server says that it is busy, as it does on a machine with much else to do. */
  insist(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Signs the first admin in, whom it makes with the set-up code if need be; gives the token. */
  firstAdmin(): Promise<string>;
  signIn(username: string, password: string): Promise<string>;
  /** Sends a signal and gives the exit code and how long it took; with `SIGKILL` nothing is cleaned up by the server. */
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
  /** Number of the user whom it runs as. */
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

/** Creates an admin, as on the host; `where` is `--data ...` and, if need be, `--database ...`. */
export async function createPerson(
  where: readonly string[],
  person: {
    readonly username: string;
    readonly password: string;
    readonly role: 'admin' | 'user';
    /** What they may use of the role; all of it when it is not given. */
    readonly preset?: 'orders' | 'readOnly';
  },
): Promise<void> {
  const preset = person.preset === undefined ? [] : ['--preset', person.preset];
  const flags = ['--username', person.username, '--role', person.role, ...preset, '--password-stdin'];
  const { code, stderr } = await runProgram(['admin', 'create', ...flags, ...where], `${person.password}\n`);
  if (code !== 0) throw new Error(`${person.username} was not made: ${stderr}`);
}

export const firstAdmin = { username: 'root-admin', password: 'violet-harbor-93-tundra-kite', name: 'Root' } as const;

/** Starts the built server on a free port and gives it once it accepts calls. */
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

/** Does it make no odds where it starts? */
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
  /** The first group of the first line that matches, now or later. */
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
  /** Was it set up already? */
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

/** Posts JSON text as it is; what comes back need not be an envelope. */
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

/** Ends a child with a signal; one that does not end in time is killed. */
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
