import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgres } from './find.mjs';
import { Problem } from './problem.mjs';
import { exitCodeOf } from './run.mjs';
import { testHome } from './test-folder.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @typedef {{uid?: number, gid?: number}} Owner */

/** The test data need not survive a power failure, so PostgreSQL does not wait for the disk. */
const nonDurableSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_wal_size: '4GB' };

/**
 * Runs `work` with a temporary PostgreSQL that is removed afterwards. Its URL is in GANTRY_TEST_POSTGRES. It is durable by
 * default.
 * @param {(env: NodeJS.ProcessEnv) => Promise<number>} work
 * @param {{durable?: boolean}} [options]
 */
export async function withPostgres(work, { durable = true } = {}) {
  let interrupted = false;
  const onSignal = () => {
    interrupted = true; // the signal is forwarded to the work; this process continues until the cluster has stopped
  };
  for (const signal of signals) process.on(signal, onSignal);
  const postgres = await (durable
    ? startPostgres(tmpdir(), { fsync: 'on' })
    : startPostgres(testHome(), nonDurableSettings));
  try {
    return interrupted ? 130 : await work({ ...process.env, GANTRY_TEST_POSTGRES: postgres.url });
  } finally {
    await postgres.stop();
    for (const signal of signals) process.off(signal, onSignal);
  }
}

/**
 * Starts a new cluster in a temporary folder, on a free loopback port and a socket in that folder.
 * @param {string} where
 * @param {Record<string, string>} durability
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
async function startPostgres(where, durability) {
  const programs = findPostgres();
  if (!programs) throw new Problem('PostgreSQL 15 or newer was not found.');
  const owner = ownerOfCluster();
  const home = mkdtempSync(path.join(where, 'gantry-postgres-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(home, owner.uid, owner.gid);
  const data = path.join(home, 'data');
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const initdb = ['-D', data, '-U', 'gantry', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync'];
  execFileSync(path.join(programs, 'initdb'), initdb, { ...owner, cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });

  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', max_connections: '200', log_min_messages: 'fatal', ...durability };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', home, ...flags], {
    ...owner,
    cwd: home,
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true, // Ctrl-C in a terminal ends the tests first and the cluster after them
  });
  const ended = exitCodeOf(server);
  const stop = () => stopServer(server, ended, home);
  await untilReady(path.join(programs, 'pg_isready'), port, ended).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url: `postgres://gantry@127.0.0.1:${port}/postgres`, stop };
}

/**
 * Requests a fast shutdown, and an immediate one after ten seconds.
 * @param {ChildProcess} server
 * @param {Promise<number>} ended
 * @param {string} home
 */
async function stopServer(server, ended, home) {
  server.kill('SIGINT');
  const hurry = setTimeout(() => server.kill('SIGQUIT'), 10_000);
  await ended;
  clearTimeout(hurry);
  rmSync(home, { recursive: true, force: true });
}

/**
 * @param {string} pgIsReady
 * @param {number} port
 * @param {Promise<number>} ended
 */
async function untilReady(pgIsReady, port, ended) {
  let exit = /** @type {number | undefined} */ (undefined);
  ended.then((code) => {
    exit = code;
  });
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(50)) {
    if (exit !== undefined) throw new Problem(`PostgreSQL ended with exit code ${exit} instead of starting.`);
    if (spawnSync(pgIsReady, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0) return;
  }
  throw new Problem('PostgreSQL did not start within 30 seconds.');
}

/**
 * PostgreSQL does not run as root, so root starts it as the user "postgres", which Debian's package creates.
 * @returns {Owner}
 */
function ownerOfCluster() {
  if (process.getuid?.() !== 0) return {};
  const ask = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
