import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileAtOnce } from './build/compile-at-once.ts';
import { fetchAhead } from './build/fetch-ahead.ts';
import { loadFiles } from './build/load-files.ts';
import { splitDefinitions } from './build/split-definitions.ts';

/**
 * Stubs for dependencies of Arco that browsers provide natively, or that only its date pickers need, which the console
 * does not use. Each replaces the package of its name.
 */
const stubs: Readonly<Record<string, string>> = {
  'resize-observer-polyfill': 'export default window.ResizeObserver;',
  'dayjs/locale/zh-cn': 'export {};',
  picture: 'export default () => null;',
};

/** The images of Arco's Result component, which imports all of them. A page imports the one that it shows. */
const images = { importer: /\/web-react\/es\/Result\/index\.js$/, path: /^\.\/(403|404|500)$/ };

function replaceWithStubs(): Plugin {
  return {
    name: 'stubs',
    enforce: 'pre',
    resolveId: (id, importer = '') => {
      if (images.importer.test(importer) && images.path.test(id)) return '\0stub:picture';
      return Object.hasOwn(stubs, id) ? `\0stub:${id}` : undefined;
    },
    load: (id) => (id.startsWith('\0stub:') ? stubs[id.slice('\0stub:'.length)] : undefined),
  };
}

type Chunks = ReadonlyMap<string, readonly string[]>;

/** Returns the first import cycle that contains the chunk, or null. */
function findCycle(name: string, chunks: Chunks, path: readonly string[] = []): readonly string[] | null {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
  for (const next of chunks.get(name) ?? []) {
    const found = findCycle(next, chunks, [...path, name]);
    if (found) return found;
  }
  return null;
}

/** Rejects a build whose chunks import each other in a cycle: one of them would run before its imports. */
function rejectCycles(): Plugin {
  return {
    name: 'reject-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []));
      const chunks: Chunks = new Map(parts.map((part) => [part.fileName, part.imports]));
      for (const name of chunks.keys()) {
        const cycle = findCycle(name, chunks);
        if (cycle) this.error(`chunks import each other in a cycle: ${cycle.join(' -> ')}`);
      }
    },
  };
}

/** Smaller files, in bytes, are not compressed. */
const worthCompressing = 256;
const compressible = /\.(js|css|html|svg|json)$/;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < worthCompressing) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // Encoding of distances: these values give the smallest output for our scripts.
    [constants.BROTLI_PARAM_NPOSTFIX]: 2,
    [constants.BROTLI_PARAM_NDIRECT]: 4,
  };
  await writeFile(`${file}.br`, await packBrotli(bytes, { params }));
  await writeFile(`${file}.gz`, await packGzip(bytes, { level: 9 }));
}

/** Writes `.br` and `.gz` next to each file, so that the server does not compress at run time. */
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

/**
 * Chunks by priority: React, the rest of the sign-in page, its translations per language, the definition API with its
 * validation, and the libraries of the app shell.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 40 },
  { name: 'entry', tags: ['$initial'], priority: 30 },
  { name: 'start', test: /\/web\/src\/app\/start\.tsx$/, priority: 28 },
  {
    name: 'chinese',
    test: /\/web\/src\/app\/i18n\/chinese\.ts$|\/core\/src\/i18n\/zh-CN(\/entry)?\.ts$/,
    priority: 28,
  },
  {
    name: 'english',
    test: /\/web\/src\/app\/i18n\/english\.ts$|\/core\/src\/i18n\/en-US(\/entry)?\.ts$/,
    priority: 28,
  },
  {
    name: 'contract',
    test: /node_modules\/zod\/|\/core\/src\/((access|catalog|definition|fields|list)\/|client\/(?!(session|current-user)\.)|calls\/(?!(json-table|json-words|logged-details|value-changes|work-results)\.)|modules\/((calls|index|parts|service-client|service-signature)\.|[a-z]+\/(service-(?!client)[a-z]+|[a-z]+-calls|ai-config|offered-model|products-on-sale|sandbox-notice|slide|message-panel|whole-panel|panel-answers|session-answers)\.))/,
    priority: 25,
  },
  // Reports and how their metrics are formatted: the workplace and the usage page.
  { name: 'reports', test: /\/core\/src\/(calls\/tell-figure|modules\/reports)\./, priority: 24 },
  // What lists do without: how values of JSON and changes are described, files that are made in the browser.
  {
    name: 'details',
    test: /\/core\/src\/(calls\/|modules\/(knowledge\/document-file-name|content\/lesson-calendar|creations\/mind-map(-svg)?)\.)/,
    priority: 24,
  },
  // Small modules that every page behind sign-in needs: one file costs less than one request each.
  {
    name: 'frame',
    test: /\/web\/src\/app\/(catalog\/outline|router\/(destination|screens-context)|session\/(session-context|unsaved))\./,
    priority: 18,
  },
  {
    name: 'page',
    test: /\/web\/src\/(ui\/parts\/(page-frame|page-tabs|markdown)|fields\/(words|reference-port|option-tag|range|use-calls)|resource\/(name-words|transfer\/use-file-call))\./,
    priority: 18,
  },
  {
    name: 'cells',
    test: /\/web\/src\/(fields\/(filter-words|index|cells|plain-cell|fields\.css|reference\/names|json\/rows-value|\w+\/cell)|ui\/popup-focus)\b/,
    priority: 17,
  },
  { name: 'routing', test: /node_modules\/(react-router|react-router-dom|@tanstack)\//, priority: 20 },
  {
    name: 'arco',
    test: /@arco-design\/web-react\/(es\/(_util|ConfigProvider|Trigger|Tooltip|Button|Tag|Spin)\/|icon\/)/,
    priority: 10,
  },
];

/** Folders whose modules have no side effects: unused exports are dropped together with their styles. */
const withoutEffects =
  /\/web\/src\/(app\/(api|i18n|messages|router|session)|layout|ui)\/(?!base-style|charts\/)[^?]*\.tsx?$/;

const definitions = splitDefinitions();

export default defineConfig({
  plugins: [
    replaceWithStubs(),
    definitions,
    react(),
    rejectCycles(),
    loadFiles(),
    fetchAhead(definitions.api),
    compileAtOnce(),
    precompress(),
  ],
  worker: { format: 'es' },
  resolve: { alias: [{ find: /^lodash\/(.*)$/, replacement: 'es-toolkit/compat/$1' }] },
  // Scripts and styles refer to files by relative paths, so that one build works under any base path; links of the page begin with `/`.
  experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }) },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    // Fonts and images stay files: the page's policy allows no inline styles, and data only for images.
    assetsInlineLimit: 2_048,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: (id) => (withoutEffects.test(id) ? false : undefined),
      },
      output: { codeSplitting: { groups } },
    },
  },
});
