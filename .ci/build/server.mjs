import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { requireForCommonJs } from './common-js.mjs';

/** The programs that packages/server/dist holds, each in a file of its own name. */
const allPrograms = {
  main: 'src/main.ts',
  'parse-worker': 'src/parse-worker.ts',
  demo: '../demo/src/main.ts',
  simulate: '../demo/src/simulate/main.ts',
  bench: '../bench/src/main.ts',
};

/**
 * What has native parts, is large and seldom asked for, or looks for files beside itself. All else is taken in: a quarter of a
 * start went into finding some hundred files of node_modules one by one.
 */
const outside = /^(@node-rs\/argon2|better-sqlite3(-13)?|pg|playwright-core|unpdf)(\/|$)/;

/**
 * They stay imports, found in node_modules at run time.
 * @type {import('esbuild').Plugin}
 */
const packagesOutside = {
  name: 'packages-outside',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: outside }, () => ({ external: true }));
  },
};

/**
 * The commit that is built, in short; empty where there is no history.
 * @param {string} root
 */
function commitOf(root) {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * @param {string} root
 * @param {{outdir?: string, programs?: Record<string, string>, hasMetafile?: boolean}} [options] a release has fewer programs
 */
export async function buildServer(root, { outdir, programs = allPrograms, hasMetafile = true } = {}) {
  const home = path.join(root, 'packages/server');
  outdir ??= path.join(home, 'dist');
  rmSync(outdir, { recursive: true, force: true });
  const result = await build({
    absWorkingDir: home,
    entryPoints: programs,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    plugins: [packagesOutside],
    define: { gantryCommit: JSON.stringify(commitOf(root)) },
    banner: { js: requireForCommonJs },
    metafile: true,
    logLevel: 'warning',
  });
  if (hasMetafile) writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(result.metafile));
}
