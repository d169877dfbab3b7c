import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createTranslator, errorMessage, type Leaves, type Locale, type Translate } from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US/demo';
import { words as zh } from '@gantry/core/words/zh-CN/demo';
import { pino } from 'pino';
import { type Foundation, openFoundation } from '../../server/src/bootstrap.ts';
import { UsageError } from '../../server/src/command-line.ts';
import { serve } from '../../server/src/commands/serve.ts';
import { createTerminal, type Terminal } from '../../server/src/commands/terminal.ts';
import { readConfig, type ServerConfig } from '../../server/src/config.ts';
import { setPassword, updateAdmin } from '../../server/src/modules/auth/admin-rows.ts';
import { acceptPassword, generateTemporaryPassword } from '../../server/src/modules/auth/password/new-password.ts';
import { createSessionDeps } from '../../server/src/modules/auth/session-deps.ts';
import { revokeAll } from '../../server/src/modules/auth/session-rows.ts';
import { generateSecret, hashSecret } from '../../server/src/platform/secrets/service-secret.ts';
import { BadOption, type DemoOptions, readDemoOptions } from './demo-options.ts';
import { type DemoPart, fillDemo } from './fill-demo.ts';
import { owner } from './people.ts';
import { demoClient } from './platform.ts';

/** How long live traffic is simulated after a start, in seconds, and the share of active users. */
const liveSeconds = 3_600;
const livelyPeople = 40;

/** Temporary credentials of the simulated platform services. */
interface Credentials {
  readonly clientId: string;
  readonly secret: string;
  readonly sandboxSecret: string | null;
  readonly people: readonly number[];
}

/** Creates a secret of the demo's service client that works while traffic is simulated; null when the client no longer exists. */
async function lendSecret(config: ServerConfig): Promise<Credentials | null> {
  const foundation = await openFoundation(config, pino({ level: 'silent' }));
  try {
    return await lend(foundation);
  } finally {
    await foundation.database.close();
  }
}

async function lend({ database, settings, clock }: Foundation): Promise<Credentials | null> {
  const { read } = database;
  const client = await read
    .selectFrom('service_clients')
    .select(['id', 'client_id'])
    .where('name', '=', demoClient)
    .where('status', '=', 'enabled')
    .executeTakeFirst();
  const people = await read
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where('coin_balance', '>', 0)
    .orderBy('coin_balance', 'desc')
    .limit(livelyPeople)
    .execute();
  if (!client || people.length === 0) return null;
  const secret = generateSecret();
  const at = clock();
  const row = {
    client_id: client.id,
    hash: hashSecret(secret),
    expires_at: at + 2 * liveSeconds * 1_000,
    created_at: at,
  };
  await database.transaction((tx) => tx.insertInto('service_secrets').values(row).execute());
  return {
    clientId: client.client_id,
    secret,
    sandboxSecret: await settings.secret('system', 'pay', 'sandboxSecret'),
    people: people.map(({ id }) => id),
  };
}

/** Starts the simulator, which calls the served platform a number of times per minute for an hour and ends with this process. */
function startLive(simulator: string, url: string, perMinute: number, credentials: Credentials): void {
  const { clientId, secret, sandboxSecret, people } = credentials;
  const flags = [
    '--rate',
    (perMinute / 60).toFixed(3),
    '--seconds',
    liveSeconds,
    '--people',
    people.join(','),
    '--client',
    clientId,
  ];
  const secrets = { GANTRY_SERVICE_SECRET: secret, GANTRY_SANDBOX_SECRET: sandboxSecret ?? '' };
  const env = { ...process.env, ...secrets, GANTRY_SERVER: url };
  const child = spawn(process.execPath, [simulator, ...flags.map(String)], { env, stdio: 'ignore' });
  // Without the simulator the demo works, but has no live traffic.
  child.on('error', () => {});
  child.unref();
  process.once('exit', () => child.kill());
}

/** Marks a folder as a completely filled demo. */
const markerName = 'demo.json';

type FolderState = 'filled' | 'empty' | 'foreign';

/** Returns the state of a folder. A non-empty folder that is not a completed demo must not be changed. */
export function stateOfFolder(folder: string): FolderState {
  if (existsSync(path.join(folder, markerName))) return 'filled';
  return existsSync(folder) && readdirSync(folder).length > 0 ? 'foreign' : 'empty';
}

/**
 * Runs `fill` on a temporary folder next to the target, and moves it to the target after success: an interrupted demo starts over
 * and never exists partially.
 */
export async function fillFolder(folder: string, fill: (folder: string) => Promise<object>): Promise<void> {
  const draft = `${folder}.filling`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const facts = await fill(draft);
  writeFileSync(path.join(draft, markerName), `${JSON.stringify(facts, null, 2)}\n`);
  renameSync(draft, folder);
}

/** Number of past days with demo data. */
const days = 90;

type DemoTranslate = Translate<Leaves<typeof zh>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** The progress of the filling: one line that is overwritten on a terminal, or a line per quarter elsewhere. */
interface ProgressLine {
  show(text: string, share: number): void;
  end(): void;
}

interface DemoFrame {
  readonly terminal: Terminal;
  readonly progress: ProgressLine;
  readonly env: Environment;
  /** Path of the built program that simulates the platform's traffic. */
  readonly simulator: string;
}

function getTranslator(locale: Locale): DemoTranslate {
  return locale === 'zh-CN'
    ? createTranslator<Leaves<typeof zh>>(locale, zh)
    : createTranslator<Leaves<typeof zh>>(locale, en);
}

/** Fills the folder if it does not exist yet, serves it, and prints how to sign in. Resolves to false on failure. */
async function runDemo(args: readonly string[], frame: DemoFrame): Promise<boolean> {
  const { terminal, env } = frame;
  const t = getTranslator(terminal.locale);
  try {
    const options = readDemoOptions(args);
    if (options.help) {
      terminal.print(t('demo.help'));
      return true;
    }
    const config = readConfig(options.flags, env);
    return await startDemo(config, options, frame, t);
  } catch (error) {
    if (!(error instanceof BadOption)) throw error;
    terminal.print(t('demo.badValue', { flag: error.flag, given: error.given }));
    return false;
  }
}

async function startDemo(config: ServerConfig, options: DemoOptions, frame: DemoFrame, t: DemoTranslate) {
  const { terminal } = frame;
  const state = stateOfFolder(config.data);
  if (state === 'foreign') {
    terminal.print(t('demo.foreign', { folder: config.data }));
    return false;
  }
  if (state === 'empty') await fill(config, options, frame, t);
  const password = await renewPassword(config);
  const credentials = options.live > 0 && config.port !== 0 ? await lendSecret(config) : null;
  await serve(config, terminal);
  if (credentials) {
    startLive(frame.simulator, getUrl(config), options.live, credentials);
    terminal.print(t('demo.live', { rate: options.live }));
  }
  if (password === null) {
    terminal.print(t('demo.noOwner'));
    return true;
  }
  terminal.print(t('demo.signIn', { username: owner.username, password }));
  terminal.print(t('demo.passwordHint'));
  return true;
}

async function fill(config: ServerConfig, options: DemoOptions, frame: DemoFrame, t: DemoTranslate): Promise<void> {
  const { terminal, progress } = frame;
  const { rows, seed } = options;
  terminal.print(t('demo.filling'));
  const startedAt = performance.now();
  const end = Date.now();
  const show = (part: DemoPart, done: number, total: number) => {
    progress.show(`${t(`demo.${part}`)} ${Math.min(done, total)}/${total}`, done / total);
  };
  await fillFolder(config.data, async (folder) => {
    await fillDemo(inFolder(config, folder), { rows, seed, end, days }, show);
    return { rows, seed, end };
  });
  progress.end();
  terminal.print(t('demo.filled', { seconds: Math.round((performance.now() - startedAt) / 1_000) }));
}

/** Returns the URL of the server on this machine: one that listens on all interfaces also listens on the loopback. */
function getUrl({ host, port }: ServerConfig): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** Returns the same configuration for another folder; an SQLite file inside the folder moves with it. */
function inFolder(config: ServerConfig, folder: string): ServerConfig {
  const inside = path.relative(config.data, config.database);
  const moves = !config.database.includes('://') && !inside.startsWith('..');
  return { ...config, data: folder, ...(moves ? { database: path.join(folder, inside) } : {}) };
}

/**
 * Gives the demo's owner a new random password and returns it. It is shown once and not stored, so every start creates another
 * one. Null when the owner no longer exists.
 */
export async function renewPassword(config: ServerConfig): Promise<string | null> {
  const foundation = await openFoundation(config, pino({ level: 'silent' }));
  try {
    const { database, clock, audit } = foundation;
    const deps = createSessionDeps(foundation);
    const row = await database.read
      .selectFrom('admins')
      .select('id')
      .where('username', '=', owner.username)
      .executeTakeFirst();
    if (!row) return null;
    const [id, password] = [row.id, generateTemporaryPassword()];
    const accepted = await acceptPassword(deps, 'en-US', { password, field: 'password', names: [], twoFactor: false });
    await database.transaction(async (tx) => {
      await setPassword(tx, id, accepted, clock());
      await revokeAll(tx, id, 'password', clock());
      await updateAdmin(tx, database, id, { must_change_password: 0, status: 'active' }, { by: null, at: clock() });
      await audit.append(tx, null, { resource: 'admin', resourceId: id, action: 'resetPassword' });
    });
    return password;
  } finally {
    await foundation.database.close();
  }
}

process.umask(0o077);

/** Overwrites one line on a terminal; elsewhere prints a line for each quarter. */
function progressOn(stream: NodeJS.WriteStream): ProgressLine {
  let quarter = -1;
  return {
    show(text, share) {
      if (stream.isTTY) {
        stream.write(`\r\u{1b}[K${text}`);
        return;
      }
      const reached = Math.floor(share * 4);
      if (reached !== quarter) stream.write(`${text}\n`);
      quarter = reached;
    },
    end() {
      if (stream.isTTY) stream.write('\r\u{1b}[K');
    },
  };
}

const terminal = createTerminal(process.env);
try {
  const done = await runDemo(process.argv.slice(2), {
    terminal,
    progress: progressOn(process.stdout),
    env: process.env,
    simulator: fileURLToPath(new URL('simulate.mjs', import.meta.url)),
  });
  if (!done) process.exitCode = 2;
} catch (error) {
  const isUsage = error instanceof UsageError;
  if (isUsage) terminal.complain(error.key, error.params);
  else terminal.complain('server.failed', { reason: errorMessage(error) });
  process.exitCode = isUsage ? 2 : 1;
}
