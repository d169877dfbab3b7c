import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { buildServer } from '../build/server.mjs';
import { lockEntries } from '../setup/install.mjs';
import { lockOfRelease } from './lock-of-release.mjs';

/** The programs of the server that a release has: not the demo, the simulation and the benchmarks. */
const programs = { main: 'src/main.ts', 'parse-worker': 'src/parse-worker.ts' };
/** Packages that stay outside the bundle: they have native parts, or look for files next to themselves. */
const outside = ['@node-rs/argon2', 'pg', 'unpdf'];
/** The drivers of SQLite for Node 20 and for later ones. Each Node needs one of them, and a server on PostgreSQL none. */
const drivers = ['better-sqlite3', 'better-sqlite3-13'];
const documents = ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'];

/**
 * Lays out the npm package `gantry` in an empty folder: built programs, the built console, samples of configuration, and nothing
 * that is installed. The packages of the workspace are part of the bundles.
 * @param {string} root
 * @param {string} folder
 */
export async function stagePackage(root, folder) {
  const manifest = readJson(path.join(root, 'package.json'));
  for (const name of documents) copyFileSync(path.join(root, name), path.join(folder, name));
  for (const name of ['bin', 'packaging']) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of ['cli', 'web']) {
    const source = path.join(root, 'packages', name, 'dist');
    cpSync(source, path.join(folder, 'packages', name, 'dist'), { recursive: true, filter: isShipped });
  }
  await buildServer(root, { outdir: path.join(folder, 'packages/server/dist'), programs, hasMetafile: false });

  writeJson(path.join(folder, 'package.json'), manifestOf(root, manifest));
  const { version } = manifest;
  for (const name of ['server', 'cli'])
    writeJson(path.join(folder, `packages/${name}/package.json`), { type: 'module', version });
  writeJson(path.join(folder, 'npm-shrinkwrap.json'), lockOfRelease(root, readJson(path.join(folder, 'package.json'))));
  normalizeModes(folder);
}

/**
 * @param {string} root
 * @param {Record<string, unknown>} manifest that of the repository
 */
function manifestOf(root, { version, description, license, engines, bin }) {
  const entries = lockEntries(path.join(root, 'package-lock.json')) ?? {};
  const { dependencies, optionalDependencies } = readJson(path.join(root, 'packages/server/package.json'));
  const ranges = { ...dependencies, ...optionalDependencies };
  const pick = (/** @type {string[]} */ names) =>
    Object.fromEntries(names.filter((name) => entries[`node_modules/${name}`]).map((name) => [name, ranges[name]]));
  return {
    ...{ name: 'gantry', version, description, license, type: 'module', engines, bin },
    files: ['bin', 'packages', 'packaging', 'CHANGELOG.md', 'SECURITY.md', 'npm-shrinkwrap.json'],
    dependencies: pick(outside),
    optionalDependencies: pick(drivers),
  };
}

/** Neither what a build notes about itself nor the tests of anything. @param {string} file */
function isShipped(file) {
  return !/(^|\/)meta\.json$|\.test\./.test(file);
}

/** The same modes on every machine, whatever its umask. @param {string} folder */
function normalizeModes(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    const isProgram = statSync(file).isDirectory() || name.startsWith(`bin${path.sep}`);
    chmodSync(file, isProgram ? 0o755 : 0o644);
  }
}

/** @param {string} file */
export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * @param {string} file
 * @param {unknown} value
 */
export function writeJson(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
