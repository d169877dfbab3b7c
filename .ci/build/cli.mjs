import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { cliCatalog } from './cli-catalog.mjs';
import { requireForCommonJs } from './common-js.mjs';
import { singleStartFile } from './single-start-file.mjs';

/**
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
function withoutChildProcess(root) {
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
 * Replaces imports of node:process, which open all three standard streams. The global object opens them on first use.
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

/** Changes to the sources of Ink and of its layout engine, as pairs of an original text and its replacement. */
const inkEdits = [
  {
    // Ink tokenizes and measures every line again for each frame, although most lines are the same as in the last frame.
    file: /\/node_modules\/ink\/build\/output\.js$/,
    edits: [
      ['    caches = new OutputCaches();', '    caches = sharedCaches();'],
      [
        'export default class Output {',
        `let caches = new OutputCaches();
        const sharedCaches = () => {
          if (caches.styledChars.size > 2000 || caches.widths.size > 8000) caches = new OutputCaches();
          return caches;
        };
        export default class Output {`,
      ],
    ],
  },
  {
    // Characters of one style share its list, so that most neighbors need no comparison.
    file: /\/node_modules\/@alcalzone\/ansi-tokenize\/build\/styledChars\.js$/,
    edits: [
      ['styles: [...codes],', 'styles: codes,'],
      [
        'ret += ansiCodesToString(diffAnsiCodes(chars[i - 1].styles, char.styles));',
        `const before = chars[i - 1].styles;
        if (before !== char.styles && before.length + char.styles.length > 0)
          ret += ansiCodesToString(diffAnsiCodes(before, char.styles));`,
      ],
    ],
  },
  {
    // Where each code unit is one character, graphemes need not be searched for.
    file: /\/node_modules\/@alcalzone\/ansi-tokenize\/build\/tokenize\.js$/,
    edits: [
      ['of segmenter.segment(str)', 'of signsOf(str)'],
      [
        'export function tokenize(',
        `const usual = /^[\u001b -~\u2014\u2018-\u201d\u2026\u2190-\u21ff\u2500-\u25ff\u3001-\u3029\u4e00-\u9fff\uff01-\uff60]*$/;
        const signsOf = (str) =>
          usual.test(str) ? Array.from(str, (segment, index) => ({ segment, index })) : segmenter.segment(str);
        export function tokenize(`,
      ],
    ],
  },
  {
    // The code is in the file as text, but it is loaded by fetch, for which Node.js loads an HTTP client.
    file: /\/node_modules\/yoga-layout\/dist\/binaries\/[\w-]+\.js$/,
    edits: [['"function"!=typeof fetch', 'true']],
  },
];

/**
 * Makes the terminal interface start and draw faster.
 * @param {string} home
 * @returns {import('esbuild').Plugin}
 */
function optimizeInk(home) {
  return {
    name: 'lean-ink',
    setup(build) {
      for (const { file, edits } of inkEdits)
        build.onLoad({ filter: file }, ({ path: source }) => {
          let contents = readFileSync(source, 'utf8');
          for (const [before = '', after = ''] of edits) {
            if (!contents.includes(before)) throw new Error(`${source} no longer contains: ${before}`);
            contents = contents.replaceAll(before, after);
          }
          return { contents, loader: 'js' };
        });
      build.onResolve({ filter: /^string-width$/ }, ({ importer }) =>
        /\/node_modules\/(ink|widest-line)\//.test(importer)
          ? { path: 'ink-width', namespace: 'ink-width' }
          : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'ink-width' }, () => ({
        contents: "export { measureInkText as default } from './src/tui/driver/ink-width.ts';",
        resolveDir: home,
      }));
    },
  };
}

/**
 * Builds a single program that runs without node_modules. A command loads only what it needs; the rest is in lazy chunks.
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
    plugins: [
      cliCatalog(home),
      singleStartFile(home, 'src/run.ts'),
      globalProcess(home),
      withoutChildProcess(root),
      optimizeInk(home),
    ],
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      // jq looks for its code next to the program.
      __dirname: 'import.meta.dirname',
    },
    banner: { js: requireForCommonJs },
    metafile: true,
    logLevel: 'warning',
  });
  copyFileSync(createRequire(home + path.sep).resolve('jq-web/jq.wasm'), path.join(outdir, 'jq.wasm'));
  writeFileSync(path.join(outdir, 'meta.json'), JSON.stringify(result.metafile));
}
