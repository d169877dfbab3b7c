import { spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getDriverName, lockEntries } from './install.mjs';
import { Problem, say } from './problem.mjs';
import { exitCodeOf, npm, run } from './run.mjs';

/**
 * Environment variable with the folder in which the driver is built during the installation; set by the process that started the
 * build.
 */
const folderVariable = 'GANTRY_DRIVER_FOLDER';
const place = 'node_modules/better-sqlite3';
/** Maximum duration of a build that was started ahead, and maximum time until it has recorded its process ID, in ms. */
const timeoutsMs = { build: 900_000, start: 30_000 };

/**
 * Builds the SQLite driver if needed. better-sqlite3 is compiled for one Node ABI, so another major version of Node in the same
 * folder needs a new build. From Node 22 on, the server uses a release with prebuilt binaries. Compiling takes a minute.
 * @param {string} root
 */
export async function buildDriverIfNeeded(root) {
  if (await driverLoads(root)) return;
  const folder = process.env[folderVariable];
  if (folder) {
    say('Waiting for better-sqlite3, which is being built ...');
    if ((await takeDriver(root, folder)) && (await driverLoads(root))) return;
  }
  say(`Building better-sqlite3 for Node ${process.versions.node} ...`);
  const rebuilt = await npm(['rebuild', 'better-sqlite3', '--ignore-scripts=false'], {
    cwd: root,
    env: everyCore(),
    quiet: true,
  });
  if (rebuilt !== 0) throw new Problem('better-sqlite3 could not be built; the output above says why.');
}

/**
 * Builds the driver in an empty folder. Nothing needs to be installed for this, and the compiler takes longer than the rest of
 * the installation. Immediately writes its process ID to the file `builder`, and at the end a file `ended`, also after a failure.
 * @param {string} root
 * @param {string} folder
 */
export async function buildDriverAhead(root, folder) {
  writeFileSync(path.join(folder, 'builder'), String(process.pid));
  try {
    const version = lockEntries(path.join(root, 'package-lock.json'))?.[place]?.version;
    if (version === undefined || (await driverLoads(root))) return;
    const manifest = { private: true, allowScripts: { 'better-sqlite3': true } };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    const install = ['install', '--no-audit', '--no-fund', '--save-exact', `better-sqlite3@${version}`];
    await npm(install, { cwd: folder, env: everyCore(), quiet: true });
  } finally {
    writeFileSync(path.join(folder, 'ended'), '');
  }
}

/**
 * Starts a process that builds the driver, unless it is being built already; `buildDriverIfNeeded` waits for it. The caller must
 * end it, even if its own work fails.
 * @param {string} root
 * @returns {{end: () => Promise<void>} | null}
 */
export function startDriver(root) {
  if (process.env[folderVariable]) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-driver-'));
  process.env[folderVariable] = folder;
  const log = openSync(path.join(folder, 'log'), 'w');
  const builder = spawn(process.execPath, [path.join(root, '.ci/driver.mjs'), folder], { stdio: ['ignore', log, log] });
  closeSync(log);
  const over = exitCodeOf(builder).catch(() => 1);
  over.then(() => writeFileSync(path.join(folder, 'ended'), ''));
  return {
    async end() {
      delete process.env[folderVariable];
      builder.kill();
      await over;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Waits for a driver that is built ahead, and uses it if it was built from exactly the package in the lockfile.
 * @param {string} root
 * @param {string} folder
 */
export async function takeDriver(root, folder) {
  for (const since = Date.now(); !existsSync(path.join(folder, 'ended')); await delay(100))
    if (Date.now() - since > timeoutsMs.build || hasGone(folder, Date.now() - since)) return false;
  const made = lockEntries(path.join(folder, 'node_modules/.package-lock.json'))?.[place]?.integrity;
  const wanted = lockEntries(path.join(root, 'package-lock.json'))?.[place]?.integrity;
  const release = path.join(place, 'build/Release/better_sqlite3.node');
  if (made === undefined || made !== wanted || !existsSync(path.join(folder, release))) return false;
  mkdirSync(path.dirname(path.join(root, release)), { recursive: true });
  copyFileSync(path.join(folder, release), path.join(root, release));
  return true;
}

/**
 * Whether a build was killed: its process is gone, but its end was not recorded.
 * @param {string} folder
 * @param {number} waited how long the caller has waited, in ms
 */
function hasGone(folder, waited) {
  const file = path.join(folder, 'builder');
  if (!existsSync(file)) return waited > timeoutsMs.start;
  try {
    process.kill(Number(readFileSync(file, 'utf8')) || process.pid, 0);
    return false;
  } catch {
    return !existsSync(path.join(folder, 'ended'));
  }
}

/**
 * Whether the driver loads in this Node.
 * @param {string} root
 */
async function driverLoads(root) {
  if (getDriverName() !== 'better-sqlite3') return true;
  const probe = 'new (require("better-sqlite3"))(":memory:")';
  const env = { ...process.env, NODE_OPTIONS: '' };
  const script = `try { ${probe} } catch { process.exitCode = 1 }`;
  return (await run(process.execPath, ['-e', script], { cwd: root, env })) === 0;
}

function everyCore() {
  return { ...process.env, JOBS: 'max' };
}
