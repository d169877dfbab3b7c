import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileAtOnce } from './build/compile-at-once.ts';
import { definitionsApart } from './build/definitions-apart.ts';
import { fetchAhead } from './build/fetch-ahead.ts';
import { loadFiles } from './build/load-files.ts';

/**
 * Modules of Arco's that a browser has by itself, or that only its date pickers need, which the console does not use.
 * Each stands in for the package of its name.
 */
const standIns: Readonly<Record<string, string>> = {
  'resize-observer-polyfill': 'export default window.ResizeObserver;',
  'dayjs/locale/zh-cn': 'export {};',
  picture: 'export default () => null;',
};

/** The pictures of Arco's results, of which its component brings all: a page imports the one that it shows. */
const pictures = { importer: /\/web-react\/es\/Result\/index\.js$/, path: /^\.\/(403|404|500)$/ };

function standIn(): Plugin {
  return {
    name: 'stand-in',
    enforce: 'pre',
    resolveId: (id, importer = '') => {
      if (pictures.importer.test(importer) && pictures.path.test(id)) return '\0stand-in:picture';
      return Object.hasOwn(standIns, id) ? `\0stand-in:${id}` : undefined;
    },
    load: (id) => (id.startsWith('\0stand-in:') ? standIns[id.slice('\0stand-in:'.length)] : undefined),
  };
}

type Chunks = ReadonlyMap<string, readonly string[]>;

/** The first way round in a circle that leads from a chunk back to itself. */
function circleFrom(name: string, chunks: Chunks, path: readonly string[] = []): readonly string[] | null {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
  for (const next of chunks.get(name) ?? []) {
    const found = circleFrom(next, chunks, [...path, name]);
    if (found) return found;
  }
  return null;
}

/** Chunks that wait for each other run before what they need is there: such a build must not be served. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []));
      const chunks: Chunks = new Map(parts.map((part) => [part.fileName, part.imports]));
      for (const name of chunks.keys()) {
        const circle = circleFrom(name, chunks);
        if (circle) this.error(`chunks import each other in a circle: ${circle.join(' -> ')}`);
      }
    },
  };
}

/** Below this many bytes compression gains nothing. */
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
    // How distances to repetitions are written: measured over our scripts, these make them smallest.
    [constants.BROTLI_PARAM_NPOSTFIX]: 2,
    [constants.BROTLI_PARAM_NDIRECT]: 4,
  };
  await writeFile(`${file}.br`, await packBrotli(bytes, { params }));
  await writeFile(`${file}.gz`, await packGzip(bytes, { level: 9 }));
}

/** Puts `.br` and `.gz` next to each file, so that the server only has to send them. */
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
 * React for every page, the rest of what sign-in needs in one piece, its words in one file a language, then what
 * definitions are made of and checked by, and the libraries of the frame.
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
    test: /node_modules\/zod\/|\/core\/src\/((access|catalogue|definition|fields|list)\/|client\/(?!(session|current-user)\.)|calls\/(?!(json-table|json-words|logged-details|value-changes|work-results)\.)|modules\/((calls|index|parts|service-client|service-signature)\.|[a-z]+\/(service-(?!client)[a-z]+|[a-z]+-calls|ai-config|offered-model|products-on-sale|sandbox-notice|slide|message-panel|whole-panel|panel-answers|session-answers)\.))/,
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
  // Small rooms that every page behind sign-in asks for: one file costs less than one each.
  {
    name: 'frame',
    test: /\/web\/src\/app\/(catalogue\/outline|router\/(destination|screens-context)|session\/(session-context|unsaved))\./,
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

/** Rooms whose modules only export: what a page does not use of them is left out, with its style. */
const withoutEffects =
  /\/web\/src\/(app\/(api|i18n|messages|router|session)|layout|ui)\/(?!base-style|charts\/)[^?]*\.tsx?$/;

const definitions = definitionsApart();

export default defineConfig({
  plugins: [
    standIn(),
    definitions,
    react(),
    noCircles(),
    loadFiles(),
    fetchAhead(definitions.api),
    compileAtOnce(),
    precompress(),
  ],
  worker: { format: 'es' },
  resolve: { alias: [{ find: /^lodash\/(.*)$/, replacement: 'es-toolkit/compat/$1' }] },
  // Scripts and styles name files beside them, so that one build works below any path; the page's own links begin with `/`.
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
