import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Below this many bytes compression gains nothing. */
const worthCompressing = 1_024;
const compressible = /\.(js|css|html|svg|json)$/;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < worthCompressing) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await packBrotli(bytes, { params }));
  await writeFile(`${file}.gz`, await packGzip(bytes, { level: 9 }));
}

/** Puts `.br` and `.gz` beside each file, so that the server only has to send them. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        const file = path.join(folder, name);
        if (compressible.test(name) && (await stat(file)).isFile()) await compress(file);
      }
    },
  };
}

/** Arco's ground and what the frame shows at once; a dialog, a drawer and a form control come when they are needed. */
const frame =
  /@arco-design\/web-react\/(es\/(_util|_hooks|ConfigProvider|Trigger|Tooltip|Button|Tag|Spin|Portal|ResizeObserver)\/|es\/locale\/(default|zh-CN)|icon\/)|node_modules\/(es-toolkit|react-transition-group|resize-observer-polyfill|react-is)\/|web\/src\/(session\/(session-context|unsaved|step-up\.)|ui\/(button|tooltip|trigger|menu-button|toast|tag|icons)|parts\/(page-frame|page-context|states))/;

/** React for every page, the rest of what sign-in needs in one piece, and the frame's libraries behind it. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
  { name: 'routing', test: /node_modules\/(react-router|react-router-dom|@tanstack)\//, priority: 20 },
  { name: 'frame', test: frame, priority: 15, includeDependenciesRecursively: false },
  { name: 'entry', tags: ['$initial'], priority: 10 },
];

/** Rooms whose modules only export: what a page does not use of them is left out, with its style. */
const withoutEffects = /\/web\/src\/(ui|parts|session|layout)\/(?!base-style)[^?]*\.tsx?$/;

export default defineConfig({
  plugins: [react(), precompress()],
  resolve: { alias: [{ find: /^lodash\/(.*)$/, replacement: 'es-toolkit/compat/$1' }] },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    // Fonts and pictures stay files: the page's policy allows no inline styles, and data only for pictures.
    assetsInlineLimit: 2_048,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: (id) => (withoutEffects.test(id) ? false : undefined),
      },
      output: { codeSplitting: { groups } },
    },
  },
});
