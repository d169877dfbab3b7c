import path from 'node:path';
import { Visitor } from 'vite';
import { isProduct } from './file-kinds.mjs';

/** @typedef {{styles: Set<string>, modules: string[], lazy: string[]}} ModuleImports what a module imports, by path */

/**
 * Checks that a class of a style sheet is styled wherever it is used: the module itself, or every module that imports it, must
 * have imported such a sheet. Otherwise a page would look right only after another one was opened.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function styles(tree) {
  const modules = tree.files.filter(
    (file) => file.endsWith('.tsx') && isProduct(file) && file.startsWith('packages/web/'),
  );
  const others = tree.files.filter(
    (file) => file.endsWith('.ts') && isProduct(file) && file.startsWith('packages/web/'),
  );
  const wanted = new Map([...modules, ...others].map((file) => [file, listImports(tree, file)]));
  const sheets = sheetsByClass(tree);
  const loaded = findLoadedSheets(wanted);
  const findings = modules.flatMap((file) =>
    classesIn(tree.parse(file)).flatMap(({ name, line }) => {
      const known = sheets.get(name);
      if (!known || known.some((sheet) => loaded.get(file)?.has(sheet))) return [];
      return [{ file, line, message: `.${name} is styled by ${known.join(', ')}, which nothing here has loaded` }];
    }),
  );
  return { findings };
}

/** @param {import('./tree.mjs').Tree} tree */
function sheetsByClass(tree) {
  /** @type {Map<string, string[]>} */
  const sheets = new Map();
  for (const file of tree.files.filter((one) => /^packages\/web\/src\/.*\.css$/.test(one))) {
    const text = tree.read(file).replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const names = new Set([...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? ''));
    for (const name of names) sheets.set(name, [...(sheets.get(name) ?? []), file]);
  }
  return sheets;
}

/**
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 * @returns {ModuleImports}
 */
function listImports(tree, file) {
  const source = tree.parse(file);
  const at = (/** @type {string} */ name) => path.posix.join(path.posix.dirname(file), name);
  const isOurs = (/** @type {string} */ name) => name.startsWith('.');
  const named = [
    ...source.module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...source.module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
    ),
  ];
  /** @type {string[]} */
  const lazy = [];
  new Visitor({
    ImportExpression({ source: one }) {
      if (one.type === 'Literal' && typeof one.value === 'string' && isOurs(one.value)) lazy.push(at(one.value));
    },
  }).visit(source.program);
  const ours = named.filter(isOurs).map(at);
  return {
    styles: new Set(ours.filter((one) => one.endsWith('.css'))),
    modules: ours.filter((one) => !one.endsWith('.css')),
    lazy,
  };
}

/**
 * The style sheets that are loaded when a module runs: those that it imports directly or indirectly, and those that all modules
 * which import it have loaded.
 * @param {Map<string, ModuleImports>} wanted
 */
function findLoadedSheets(wanted) {
  const own = new Map([...wanted.keys()].map((file) => [file, collectSheets(wanted, file)]));
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [file, { modules, lazy }] of wanted) {
    for (const one of new Set([...modules, ...lazy])) importers.set(one, [...(importers.get(one) ?? []), file]);
  }
  const all = new Set([...own.values()].flatMap((sheets) => [...sheets]));
  const loaded = new Map([...wanted.keys()].map((file) => [file, importers.has(file) ? all : (own.get(file) ?? all)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [file, from] of importers) {
      const before = loaded.get(file);
      if (!before) continue;
      const now = new Set(
        [...all].filter((sheet) => own.get(file)?.has(sheet) || from.every((one) => loaded.get(one)?.has(sheet))),
      );
      if (now.size === before.size) continue;
      loaded.set(file, now);
      changed = true;
    }
  }
  return loaded;
}

/**
 * @param {Map<string, ModuleImports>} wanted
 * @param {string} start
 */
function collectSheets(wanted, start) {
  /** @type {Set<string>} */
  const sheets = new Set();
  const seen = new Set([start]);
  for (const file of seen) {
    const one = wanted.get(file);
    for (const sheet of one?.styles ?? []) sheets.add(sheet);
    for (const next of one?.modules ?? []) seen.add(next);
  }
  return sheets;
}

/**
 * @param {import('./tree.mjs').Source} source
 * @returns {{name: string, line: number}[]} every class in the file that is assigned as a literal
 */
function classesIn(source) {
  /** @type {{name: string, line: number}[]} */
  const found = [];
  /** @type {{start: number, end: number}[]} */
  const places = [];
  const add = (/** @type {string} */ text, /** @type {number} */ start) => {
    if (!places.some((place) => place.start <= start && start < place.end)) return;
    for (const name of text.split(/\s+/).filter(Boolean)) found.push({ name, line: source.lineAt(start) });
  };
  new Visitor({
    JSXAttribute({ name, start, end }) {
      if (name.type === 'JSXIdentifier' && name.name === 'className') places.push({ start, end });
    },
  }).visit(source.program);
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') add(value, start);
    },
    TemplateElement({ value, start }) {
      add(value.raw, start);
    },
  }).visit(source.program);
  return found;
}
