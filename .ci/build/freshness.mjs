import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A short hash that changes when a source is added, removed or modified. Tests do not count as sources.
 * @param {string} root
 * @param {string[]} sources files and folders, relative to root; they may be missing
 */
export function fingerprint(root, sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesUnder(path.join(root, source)))) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(root, file)}:${size}:${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * Whether an output was built from the current sources.
 * @param {string} stamp the file with the fingerprint of the last build
 * @param {string} output a file that the build writes
 * @param {string} print the fingerprint of the current sources
 */
export function isFresh(stamp, output, print) {
  return existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print;
}

/**
 * Stores the fingerprint as the last step of a build, so that an interrupted build does not count.
 * @param {string} stamp
 * @param {string} print
 */
export function markFresh(stamp, print) {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function filesUnder(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => !/\.test\.tsx?$|^dist$|^node_modules$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(path.join(place, entry.name)));
}
