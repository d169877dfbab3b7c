import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Modules of Arco's that a browser has by itself, or that only its date pickers need, which the console does not use.
 * Each stands in for the package of its name.
 */
const standIns: Readonly<Record<string, string>> = {
  'resize-observer-polyfill': 'export default window.ResizeObserver;',
  'dayjs/locale/zh-cn': 'export {};',
};

function standIn(): Plugin {
  return {
    name: 'stand-in',
    enforce: 'pre',
    resolveId: (id) => (Object.hasOwn(standIns, id) ? `\0stand-in:${id}` : undefined),
    load: (id) => (id.startsWith('\0stand-in:') ? standIns[id.slice('\0stand-in:'.length)] : undefined),
  };
}

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

/** React for every page, the rest of what sign-in needs in one piece, then the libraries of the frame. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 40 },
  { name: 'entry', tags: ['$initial'], priority: 30 },
  { name: 'routing', test: /node_modules\/(react-router|react-router-dom|@tanstack)\//, priority: 20 },
  {
    name: 'arco',
    test: /@arco-design\/web-react\/(es\/(_util|ConfigProvider|Trigger|Tooltip|Button|Tag|Spin)\/|icon\/)/,
    priority: 10,
  },
];

/** Rooms whose modules only export: what a page does not use of them is left out, with its style. */
const withoutEffects =
  /\/web\/src\/(api|appearance|i18n|layout|messages|parts|router|session|ui)\/(?!base-style)[^?]*\.tsx?$/;

export default defineConfig({
  plugins: [standIn(), react(), precompress()],
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
