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

/** The server programs of a release, without the demo, the simulator and the benchmarks. */
const programs = { main: 'src/main.ts', 'parse-worker': 'src/parse-worker.ts' };
/** Packages that stay outside the bundle, because they have native parts or look for files next to themselves. */
const externalPackages = ['@node-rs/argon2', 'pg', 'unpdf'];
/** The SQLite drivers for Node.js 20 and for later ones. A server needs one of them, or none with PostgreSQL. */
const drivers = ['better-sqlite3', 'better-sqlite3-13'];
const documents = ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'];

/**
 * Creates the npm package `gantry` in an empty folder: built programs, the built console, and sample configurations, without
 * installed packages. Workspace packages are part of the bundles.
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

  writeJson(path.join(folder, 'package.json'), createManifest(root, manifest));
  const { version } = manifest;
  for (const name of ['server', 'cli'])
    writeJson(path.join(folder, `packages/${name}/package.json`), { type: 'module', version });
  writeJson(path.join(folder, 'npm-shrinkwrap.json'), lockOfRelease(root, readJson(path.join(folder, 'package.json'))));
  normalizeModes(folder);
}

/**
 * The manifest of the package.
 * @param {string} root
 * @param {Record<string, unknown>} manifest that of the repository
 */
function createManifest(root, { version, description, license, engines, bin }) {
  const entries = lockEntries(path.join(root, 'package-lock.json')) ?? {};
  const { dependencies, optionalDependencies } = readJson(path.join(root, 'packages/server/package.json'));
  const ranges = { ...dependencies, ...optionalDependencies };
  const pick = (/** @type {string[]} */ names) =>
    Object.fromEntries(names.filter((name) => entries[`node_modules/${name}`]).map((name) => [name, ranges[name]]));
  return {
    ...{ name: 'gantry', version, description, license, type: 'module', engines, bin },
    files: ['bin', 'packages', 'packaging', 'CHANGELOG.md', 'SECURITY.md', 'npm-shrinkwrap.json'],
    dependencies: pick(externalPackages),
    optionalDependencies: pick(drivers),
  };
}

/** Whether a file is part of the package: no build notes and no tests. @param {string} file */
function isShipped(file) {
  return !/(^|\/)meta\.json$|\.test\./.test(file);
}

/** Sets the same file modes on every machine, regardless of its umask. @param {string} folder */
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
