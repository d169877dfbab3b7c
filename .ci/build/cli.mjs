import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** Some packages inside the bundle are CommonJS and call `require`, which an ES module does not have. */
const requireForCommonJs =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

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
    },
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    banner: { js: requireForCommonJs },
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(result.metafile));
}
