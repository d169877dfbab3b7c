import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { requireForCommonJs } from './common-js.mjs';

/** The programs of packages/server/dist, one file each. */
const allPrograms = {
  main: 'src/main.ts',
  'parse-worker': 'src/parse-worker.ts',
  demo: '../demo/src/main.ts',
  simulate: '../demo/src/simulate/main.ts',
  bench: '../bench/src/main.ts',
};

/**
 * Packages that stay outside the bundle: they have native parts, are large and rarely used, or look for files next to themselves.
 * Bundling the others saves a quarter of the startup time, which went into finding hundreds of files in node_modules.
 */
const externalPackages = /^(@node-rs\/argon2|better-sqlite3(-13)?|pg|playwright-core|unpdf)(\/|$)/;

/**
 * Leaves these packages as imports, which are resolved in node_modules at run time.
 * @type {import('esbuild').Plugin}
 */
const keepExternal = {
  name: 'packages-outside',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: externalPackages }, () => ({ external: true }));
  },
};

/**
 * The abbreviated hash of the built commit; empty without a Git history.
 * @param {string} root
 */
function getCommit(root) {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * Builds the server.
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
    plugins: [keepExternal],
    define: { gantryCommit: JSON.stringify(getCommit(root)) },
    banner: { js: requireForCommonJs },
    metafile: true,
    logLevel: 'warning',
  });
  if (hasMetafile) writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(result.metafile));
}
