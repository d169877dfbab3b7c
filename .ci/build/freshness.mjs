import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A short text that changes when a source is added, removed or written. Tests are no sources of a build.
 * @param {string} root
 * @param {string[]} sources files and folders, relative to root; one that is absent counts as absent
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
 * @param {string} stamp the file that remembers what was built
 * @param {string} output a file that the build writes
 * @param {string} print what `fingerprint` said of its sources
 */
export function isFresh(stamp, output, print) {
  return existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print;
}

/**
 * Written as a build's last act, so that a broken build counts as none.
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
