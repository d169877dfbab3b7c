import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface RunningPgbouncer {
  /** URL of a database through the pooler. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

export interface PgbouncerOptions {
  readonly mode: 'session' | 'transaction';
  /** Backend connections per database. */
  readonly backends: number;
  /** Maximum client connections. */
  readonly clients?: number;
}

const program = process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer';

/** Starts pgbouncer in front of the PostgreSQL at `server`, on a free port of the loopback. */
export async function startPgbouncer(server: string, options: PgbouncerOptions): Promise<RunningPgbouncer> {
  const { hostname, port: behind, username } = new URL(server);
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-pgbouncer-'));
  chmodSync(folder, 0o755);
  const file = path.join(folder, 'pgbouncer.ini');
  const port = await freePort();
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: options.mode,
    default_pool_size: options.backends,
    max_client_conn: options.clients ?? 100,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=${hostname} port=${behind} user=${username}`;
  writeFileSync(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'), { mode: 0o644 });
  const child = spawn(program, ['-q', file], { ...ownerOfPooler(), stdio: 'ignore' });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', () => resolve());
    child.once('error', reject);
  });
  await Promise.race([untilListening(port), ended.then(() => Promise.reject(new Error('pgbouncer did not start')))]);
  return {
    urlOf: (name) => `postgres://${username}@127.0.0.1:${port}/${name}`,
    stop: async () => {
      await stop(child, ended);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const hurry = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(hurry);
}

/** pgbouncer does not run as root. */
function ownerOfPooler(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const prompt = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: prompt('-u'), gid: prompt('-g') };
}

async function untilListening(port: number): Promise<void> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await delay(50)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (isOpen) return;
  }
  throw new Error('pgbouncer does not listen');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
