import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Problem } from '../setup/problem.mjs';
import { exitCodeOf } from '../setup/run.mjs';

/** The first admin of the tested server. */
export const admin = { username: 'root-admin', password: 'cedar-lantern-58-orbit-plume' };

/** @typedef {(name: string, args: string[], input?: string) => string} Run runs a program of the release to its end */

/**
 * Uses an installed release like its first user: creates an admin, starts the server in an empty folder, opens the console, signs
 * in with the CLI, imports a file and lists it. Throws when a step fails.
 * @param {string} node the Node.js program
 * @param {string} home the folder of the package
 * @returns {Promise<string>} the result in one line
 */
export async function checkInstalled(node, home) {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-installed-'));
  try {
    return await withServer(node, home, folder, async ({ url, run }) => {
      await openConsole(url);
      const file = path.join(folder, 'words.csv');
      writeFileSync(file, 'word,match,action\ncasino,contains,block\nlottery,contains,block\n');
      run('gantry', ['banned-word', 'import', file]);
      const listed = JSON.parse(run('gantry', ['banned-word', 'list', '-o', 'json', '--fields', 'word']));
      const words = listed.items.map((/** @type {{word: string}} */ one) => one.word).sort();
      if (words.join() !== 'casino,lottery') throw new Problem(`The list has ${words.join()} after the import.`);
      const version = run('gantry-server', ['version']).trim();
      return `gantry ${version}: start, console, sign-in, import of ${words.length} records and list`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts a server in the folder `data` of an empty folder, with a first admin who is signed in with the CLI.
 * @template T
 * @param {string} node
 * @param {string} home
 * @param {string} folder
 * @param {(started: {url: string, run: Run}) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withServer(node, home, folder, use) {
  const data = path.join(folder, 'data');
  const env = { PATH: path.dirname(node), HOME: folder, GANTRY_LOCALE: 'en-US', GANTRY_CONFIG_DIR: folder };
  const program = (/** @type {string} */ name) => path.join(home, 'bin', name);
  /** @type {Run} */
  const run = (name, args, input = '') =>
    execFileSync(node, [program(name), ...args], { env, input, encoding: 'utf8', cwd: folder, stdio: 'pipe' });
  const create = ['admin', 'create', '--username', admin.username, '--role', 'admin', '--password-stdin'];
  run('gantry-server', [...create, '--data', data], `${admin.password}\n`);
  // No proxy needs time to notice that the server stops.
  const args = [program('gantry-server'), '--port', '0', '--drain-seconds', '0', '--data', data];
  const server = spawn(node, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = exitCodeOf(server);
  const work = async () => {
    const url = await urlOf(server);
    run('gantry', ['login', '--server', url, '--username', admin.username, '--password-stdin'], admin.password);
    return use({ url, run });
  };
  const result = await work().finally(() => server.kill());
  const code = await ended;
  if (code !== 0) throw new Problem(`The server ended with exit code ${code}.`);
  return result;
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>}
 */
function urlOf(server) {
  return new Promise((resolve, reject) => {
    if (!server.stdout) throw new Problem('The server has no output.');
    createInterface({ input: server.stdout }).on('line', (line) => {
      const [, url] = /^listening on (http:\S+)$/.exec(line) ?? [];
      if (url) resolve(url);
    });
    server.once('exit', (code) => reject(new Problem(`The server ended with exit code ${code} instead of starting.`)));
  });
}

/** Loads the page and one of its scripts, and checks the readiness endpoint. @param {string} url */
async function openConsole(url) {
  const get = async (/** @type {string} */ address) => {
    const response = await fetch(new URL(address, url));
    if (!response.ok) throw new Problem(`${address} answered ${response.status}.`);
    return response.text();
  };
  const page = await get('/');
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  if (!script) throw new Problem('The console page names no script.');
  for (const address of [script, '/readyz', '/docs', '/openapi.json']) await get(address);
}
