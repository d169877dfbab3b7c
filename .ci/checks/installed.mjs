import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{name: string, group?: string, version: string, purl?: string, hashes?: unknown[]}} Component */
/** @typedef {{components?: Component[]}} Bill */

/**
 * Checks that the installed packages are those of the manifests (none missing, extra or of another version), and that npm's bill
 * of materials names exactly these.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {Promise<import('./tree.mjs').Verdict>}
 */
export async function installed({ root = '.' }) {
  const [list, bill] = await Promise.all([npmJson(root, ['ls', '--all', '--json']), npmJson(root, billOf)]);
  /** @type {string[]} */
  const problems = list.problems ?? [];
  const messages = problems.length > 0 ? problems : billProblems(bill, packagesIn(root));
  return { findings: messages.map((message) => ({ file: 'package.json', line: 1, message })) };
}

const billOf = ['sbom', '--sbom-format', 'cyclonedx'];

/**
 * @param {string} root
 * @param {string[]} args
 * @returns {Promise<any>}
 */
function npmJson(root, args) {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(readJson(stdout)));
  });
}

/** @param {string} text */
function readJson(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
}

/**
 * Differences between a bill of materials and the installed folders. Workspace packages are links and not in a registry.
 * @param {Bill} bill
 * @param {ReadonlySet<string>} there installed packages as `name@version`, with the name of the folder
 */
export function billProblems({ components = [] }, there) {
  const others = components.filter(({ purl = '' }) => !purl.startsWith('pkg:npm/%40gantry/'));
  const named = new Map(others.map((one) => [`${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`, one]));
  return [
    ...[...there].filter((one) => !named.has(one)).map((one) => `${one} is installed, and the bill does not name it`),
    ...[...named.keys()].filter((one) => !there.has(one)).map((one) => `the bill names ${one}, which is not installed`),
    ...[...named].filter(([, { hashes = [] }]) => hashes.length === 0).map(([one]) => `the bill has no hash of ${one}`),
  ];
}

/**
 * @param {string} root
 * @param {Set<string>} found
 */
function packagesIn(root, found = new Set()) {
  const folder = path.join(root, 'node_modules');
  for (const place of existsSync(folder) ? placesIn(folder) : []) {
    const file = path.join(folder, place, 'package.json');
    if (!existsSync(file)) continue;
    found.add(`${place}@${JSON.parse(readFileSync(file, 'utf8')).version}`);
    packagesIn(path.join(folder, place), found);
  }
  return found;
}

/** @param {string} folder */
function placesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return entries.flatMap(({ name }) => {
    if (name.startsWith('.')) return [];
    if (!name.startsWith('@')) return [name];
    const scope = readdirSync(path.join(folder, name), { withFileTypes: true });
    return scope.filter((one) => one.isDirectory()).map((one) => `${name}/${one.name}`);
  });
}
