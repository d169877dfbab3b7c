import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Replacements for parts of Redoc that do not work here: a module that does not exist, comments that name source maps, a logo on
 * another server, and style elements, which the content security policy forbids (they belong to a scroll bar that is not used).
 */
const replacements = [
  ['require("null")', 'null'],
  ['sourceMappingURL=', 'sourceMapping='],
  ['https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'],
  [
    'e.exports=function(e){var t=e.insertStyleElement(e);',
    'e.exports=function(e){return{update:function(){},remove:function(){}};var t=e.insertStyleElement(e);',
  ],
];

/** @type {import('esbuild').Plugin} */
const withoutOutsideRequests = {
  name: 'without-outside-requests',
  setup(pluginBuild) {
    pluginBuild.onLoad({ filter: /redoc\.standalone\.js$/ }, ({ path: file }) => {
      let contents = readFileSync(file, 'utf8');
      for (const [from = '', to = ''] of replacements) {
        if (!contents.includes(from)) throw new Error(`redoc has changed: it does not contain ${from}`);
        contents = contents.replaceAll(from, to);
      }
      return { contents, loader: 'js' };
    });
  },
};

/**
 * Builds the API reference that the server shows at /docs: a separate page next to the console.
 * @param {string} root
 */
export async function buildReference(root) {
  const home = path.join(root, 'packages/web/reference');
  const outdir = path.join(root, 'packages/web/dist/docs');
  await build({
    absWorkingDir: home,
    entryPoints: { reference: 'main.ts' },
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [withoutOutsideRequests],
    logLevel: 'warning',
  });
  for (const name of ['index.html', 'reference.css']) copyFileSync(path.join(home, name), path.join(outdir, name));
  // Bundled packages state their licenses, as the licenses require.
  const licenses = createRequire(home + path.sep).resolve('redoc/bundles/redoc.standalone.js.LICENSE.txt');
  copyFileSync(licenses, path.join(outdir, 'licenses.txt'));
  for (const name of ['reference.js', 'reference.css']) {
    const bytes = readFileSync(path.join(outdir, name));
    writeFileSync(path.join(outdir, `${name}.br`), brotliCompressSync(bytes));
    writeFileSync(path.join(outdir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
