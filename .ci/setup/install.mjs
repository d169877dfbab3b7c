import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Problem, say } from './problem.mjs';
import { npm } from './run.mjs';

/** @typedef {{version?: string, integrity?: string, optional?: boolean, link?: boolean}} LockEntry */
/** @typedef {Record<string, string>} Ranges */
/** @typedef {{dependencies?: Ranges, devDependencies?: Ranges, optionalDependencies?: Ranges}} Manifest */

/** Returns the package name of the SQLite driver for a Node version: from 22 on, a package that npm omits on older versions. */
export function getDriverName(node = process.versions.node) {
  return Number(node.split('.')[0]) >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';
}

/**
 * Installs the packages of package-lock.json, unless node_modules contains exactly these. The only package whose install script
 * is needed is built separately, in parallel with other steps.
 * @param {string} root
 */
export async function installIfNeeded(root) {
  if (isInstalled(root)) return;
  const args = lockFollowsManifests(root) ? ['ci'] : ['install'];
  say(`Installing packages (npm ${args[0]}) ...`);
  const code = await npm([...args, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, quiet: true });
  if (code !== 0) throw new Problem(`npm ${args[0]} failed with exit code ${code}; its output above says why.`);
}

/**
 * Whether the packages are installed. npm writes a copy of the lockfile to node_modules as its last step, so an interrupted
 * installation does not count. Optional packages for other platforms and Node versions are missing in the copy.
 * @param {string} root
 */
export function isInstalled(root, node = process.versions.node) {
  const installed = lockEntries(path.join(root, 'node_modules/.package-lock.json'));
  const wanted = lockEntries(path.join(root, 'package-lock.json'));
  if (!installed || !wanted) return false;
  const driver = `node_modules/${getDriverName(node)}`;
  if (wanted[driver] && !installed[driver]) return false;
  return Object.entries(wanted)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.link)
    .every(([place, entry]) => {
      const found = installed[place];
      return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional === true;
    });
}

/**
 * Whether the lockfile matches the current manifests; otherwise `npm ci` rejects it.
 * @param {string} root
 */
export function lockFollowsManifests(root) {
  const entries = lockEntries(path.join(root, 'package-lock.json'));
  if (!entries) return false;
  return Object.keys(entries)
    .filter((place) => !place.includes('node_modules/'))
    .every((place) => {
      const manifest = readJson(path.join(root, place, 'package.json'));
      return manifest !== undefined && sameRanges(manifest, /** @type {Manifest} */ (entries[place]));
    });
}

/**
 * @param {Manifest} one
 * @param {Manifest} other
 */
function sameRanges(one, other) {
  const flat = (/** @type {Manifest} */ it) =>
    JSON.stringify(Object.entries({ ...it.dependencies, ...it.devDependencies, ...it.optionalDependencies }).sort());
  return flat(one) === flat(other);
}

/**
 * @param {string} file
 * @returns {Record<string, LockEntry> | undefined}
 */
export function lockEntries(file) {
  return readJson(file)?.packages;
}

/**
 * Finds the package that another one imports, like Node does: in the nearest node_modules.
 * @param {Record<string, object>} entries of a lockfile
 * @param {string} place of the importing package
 * @param {string} name
 */
export function findEntry(entries, place, name) {
  for (let home = place; ; home = home.slice(0, Math.max(0, home.lastIndexOf('/')))) {
    const candidate = home === '' ? `node_modules/${name}` : `${home}/node_modules/${name}`;
    if (entries[candidate]) return candidate;
    if (home === '') return undefined;
  }
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
