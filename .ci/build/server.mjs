import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** The programs of the server, each a file of its own name in packages/server/src and, built, in packages/server/dist. */
const programs = ['main', 'demo', 'bench', 'parse-worker'];

/** Packages of some hundred modules each, of which a start would look up every one: a third of its time. */
const takenIn = /^(@gantry|kysely|zod)(\/|$)/;

/**
 * Packages stay imports, found in node_modules at run time; the core is TypeScript source and is taken in.
 * @type {import('esbuild').Plugin}
 */
const packagesOutside = {
  name: 'packages-outside',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^[^./]/ }, ({ path: wanted, kind }) =>
      kind === 'entry-point' || takenIn.test(wanted) || wanted.startsWith('#') ? undefined : { external: true },
    );
  },
};

/** @param {string} root */
export async function buildServer(root) {
  const home = path.join(root, 'packages/server');
  const outdir = path.join(home, 'dist');
  rmSync(outdir, { recursive: true, force: true });
  const result = await build({
    absWorkingDir: home,
    entryPoints: Object.fromEntries(programs.map((program) => [program, `src/${program}.ts`])),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    plugins: [packagesOutside],
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(result.metafile));
}
