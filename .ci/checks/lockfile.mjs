import { findEntry } from '../setup/install.mjs';

/** @typedef {{version?: string, integrity?: string, license?: string, link?: boolean, dev?: boolean, optional?: boolean,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>}} Entry */

const allowedLicenses = [
  ...['MIT', 'MIT-0', 'ISC', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'CC0-1.0', 'BlueOak-1.0.0'],
  ...['Unlicense', 'MPL-2.0', 'Python-2.0', 'PSF-2.0', 'Zlib'],
];
/** Packages whose manifest names no license, with the license of their LICENSE file. */
const licensesInFiles = new Map([
  ['node_modules/decko', 'MIT'],
  ['node_modules/stickyfill', 'MIT'],
]);
/** The maximum number of packages in production, besides our own. Raise it only with a reason in the commit. */
const maxProductionPackages = { server: 180, cli: 73, web: 59 };

/**
 * Checks that every package is pinned by a sha512, has a license that permits distribution, and lists its parts for every
 * platform: npm omits parts that its registry did not have at the time, and `npm ci` then rejects the lockfile.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function lockfile(tree) {
  const file = 'package-lock.json';
  const text = tree.read(file);
  /** @type {Record<string, Entry>} */
  const entries = JSON.parse(text).packages ?? {};
  const lines = text.split('\n');
  const lineOf = (/** @type {string} */ place) =>
    Math.max(1, lines.findIndex((line) => line.includes(`"${place}": {`)) + 1);
  const findings = Object.entries(entries)
    .filter(([place, entry]) => place.includes('node_modules/') && !entry.link)
    .flatMap(([place, entry]) =>
      [...rejectionsOf(place, entry), ...absentParts(entries, place)].map((message) => ({
        file,
        line: lineOf(place),
        message,
      })),
    );
  const counts = Object.entries(maxProductionPackages).map(([name, most]) => {
    const count = productionPackages(entries, `packages/${name}`).size;
    if (count > most) findings.push({ file, line: 1, message: `${name} runs on ${count} packages, over ${most}` });
    return `${name} ${count}`;
  });
  return { findings, note: `packages in production: ${counts.join(', ')}` };
}

/**
 * @param {string} place
 * @param {Entry} entry
 */
function rejectionsOf(place, entry) {
  const rejections = /^sha512-/.test(entry.integrity ?? '') ? [] : [`${place} has no sha512`];
  const license = entry.license ?? licensesInFiles.get(place) ?? 'no license';
  return isAllowed(license) ? rejections : [...rejections, `${place} comes under ${license}`];
}

/**
 * @param {Record<string, Entry>} entries
 * @param {string} place
 */
function absentParts(entries, place) {
  return Object.keys(entries[place]?.optionalDependencies ?? {})
    .filter((name) => !findEntry(entries, place, name))
    .map((name) => `${place} has no entry for its part ${name}`);
}

/**
 * Whether a license expression is allowed: "MIT OR X" needs one allowed license, "MIT AND X" needs both.
 * @param {string} expression
 */
function isAllowed(expression) {
  const words = expression.replace(/[()]/g, ' ').trim();
  return words
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((license) => allowedLicenses.includes(license.trim())));
}

/**
 * The packages that are installed for the `dependencies` of a package, resolved like Node.js does: in the nearest node_modules.
 * @param {Record<string, Entry>} entries
 * @param {string} start
 */
function productionPackages(entries, start) {
  /** @type {Set<string>} */
  const seen = new Set();
  const queue = [start];
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    const { dependencies, optionalDependencies } = entries[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = findEntry(entries, place, name);
      if (!found || seen.has(found)) continue;
      if (!name.startsWith('@gantry/')) seen.add(found);
      queue.push(entries[found]?.link ? `packages/${name.replace('@gantry/', '')}` : found);
    }
  }
  return new Set([...seen].filter((place) => !entries[place]?.optional));
}
