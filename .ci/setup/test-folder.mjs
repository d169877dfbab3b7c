import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** Environment variable with the folder of a run. */
const named = 'GANTRY_TEST_FOLDER';
/** Free space, in bytes, that a run requires: several times its maximum usage. */
const requiredBytes = 6 * 1024 ** 3;
const memory = '/dev/shm';
const prefix = 'gantry-run-';
const day = 86_400_000;

/**
 * Returns the parent folder of the test files, preferably in memory: tests mostly wait for the disk, and their files need not
 * survive a power failure.
 */
export function testHome() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= requiredBytes && freemem() >= requiredBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Removes the folders of killed runs after a day, because those could not remove them.
 * @param {string} where
 */
function sweep(where) {
  for (const name of readdirSync(where).filter((one) => one.startsWith(prefix))) {
    const folder = path.join(where, name);
    const left = statSync(folder, { throwIfNoEntry: false });
    if (left && left.mtimeMs < Date.now() - day) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * One temporary folder for everything that a run of the tests leaves: what to put into its environment, and its end.
 * @returns {{env: NodeJS.ProcessEnv, remove: () => void}}
 */
export function newTestFolder() {
  const where = testHome();
  sweep(where);
  const folder = mkdtempSync(path.join(where, prefix));
  chmodSync(folder, 0o755); // PostgreSQL accesses it as another user
  return {
    env: { TMPDIR: folder, [named]: folder },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** Called by vitest once per project before a run. Creates the folder of a run that was not started by `npm test`. */
export function setup() {
  if (process.env[named]) return undefined;
  const { env, remove } = newTestFolder();
  Object.assign(process.env, env);
  return remove;
}
