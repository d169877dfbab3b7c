import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** Names the folder of a run that has one already. */
const named = 'GANTRY_TEST_FOLDER';
/** What a run may come to need, several times over, in bytes. */
const roomy = 6 * 1024 ** 3;
const memory = '/dev/shm';
const prefix = 'gantry-run-';
const day = 86_400_000;

/** Tests mostly wait for the disk, and their files are not needed after a power failure. */
export function testHome() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomy && freemem() >= roomy ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * A run that was killed could not remove its folder: the next one does it, a day later.
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
  chmodSync(folder, 0o755); // PostgreSQL goes through it as another user
  return {
    env: { TMPDIR: folder, [named]: folder },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** Called by vitest before a run, once a project: a run that was not started by `npm test` gets its folder here. */
export function setup() {
  if (process.env[named]) return undefined;
  const { env, remove } = newTestFolder();
  Object.assign(process.env, env);
  return remove;
}
