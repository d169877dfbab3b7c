import path from 'node:path';
import { findEntry, lockEntries } from '../setup/install.mjs';

/** @typedef {{version?: string, dev?: boolean, peer?: boolean, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>}} Entry */

/**
 * The part of package-lock.json that a release needs, so that its installation gets the tested versions.
 * @param {string} root
 * @param {Entry & {name?: string, engines?: unknown, bin?: unknown, license?: unknown}} manifest that of the release
 */
export function lockOfRelease(root, manifest) {
  /** @type {Record<string, Entry>} */
  const entries = lockEntries(path.join(root, 'package-lock.json')) ?? {};
  /** @type {Map<string, Entry>} */
  const found = new Map();
  const visit = (/** @type {string} */ place, /** @type {Entry} */ entry) => {
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const next = findEntry(entries, place, name);
      const dependency = next === undefined ? undefined : entries[next];
      if (next === undefined || dependency === undefined || found.has(next)) continue;
      found.set(next, dependency);
      visit(next, dependency);
    }
  };
  visit('', manifest);
  const { name, version, license, engines, bin, dependencies, optionalDependencies } = manifest;
  const own = { name, version, license, bin, engines, dependencies, optionalDependencies };
  const packages = Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { name, version, lockfileVersion: 3, requires: true, packages: { '': own, ...packages } };
}
