import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { cliCatalogue } from './cli-catalogue.mjs';
import { requireForCommonJs } from './common-js.mjs';
import { oneStart } from './one-start.mjs';

/**
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
function withoutOtherPrograms(root) {
  return {
    name: 'without-other-programs',
    setup(build) {
      build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        /\/node_modules\/commander\//.test(importer)
          ? { path: path.join(root, '.ci/build/no-child-process.mjs') }
          : undefined,
      );
    },
  };
}

/**
 * An import of node:process opens all three standard streams; the global it is has them when they are asked for.
 * @param {string} home
 * @returns {import('esbuild').Plugin}
 */
function globalProcess(home) {
  return {
    name: 'global-process',
    setup(build) {
      build.onResolve({ filter: /^node:process$/ }, ({ path: name, importer }) =>
        importer.startsWith(home) ? { path: name, namespace: 'global-process', sideEffects: false } : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'global-process' }, () => ({
        contents: 'export default globalThis.process;',
      }));
    },
  };
}

/**
 * One program that starts without node_modules. Only what a command needs is read: the rest sits in lazy chunks.
 * @param {string} root
 */
export async function buildCli(root) {
  const home = path.join(root, 'packages/cli');
  const outdir = path.join(home, 'dist');
  rmSync(outdir, { recursive: true, force: true });
  const result = await build({
    absWorkingDir: home,
    entryPoints: { gantry: 'src/main.ts' },
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    outExtension: { '.js': '.mjs' },
    conditions: ['bundle'],
    alias: {
      'react-devtools-core': path.join(root, '.ci/build/no-devtools.mjs'),
      'ajv/dist/2020.js': path.join(root, '.ci/build/no-ajv.mjs'),
      'ajv-formats': path.join(root, '.ci/build/no-ajv.mjs'),
      semver: path.join(root, '.ci/build/no-semver.mjs'),
    },
    plugins: [cliCatalogue(home), oneStart(home, 'src/run.ts'), globalProcess(home), withoutOtherPrograms(root)],
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      // jq looks beside itself for its own code.
      __dirname: 'import.meta.dirname',
    },
    banner: { js: requireForCommonJs },
    metafile: true,
    logLevel: 'warning',
  });
  copyFileSync(createRequire(home + path.sep).resolve('jq-web/jq.wasm'), path.join(outdir, 'jq.wasm'));
  writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(result.metafile));
}
