import path from 'node:path';
import { Visitor } from 'vite';
import { isProduct } from './file-kinds.mjs';

/** @typedef {{styles: Set<string>, modules: string[], lazy: string[]}} Wanted what a module imports, by path */

/**
 * A class that some style sheet knows is styled wherever it is used: the module itself, or each way in which it is reached, has
 * loaded one of those sheets. Else a page looks right only after another was open.
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
  const wanted = new Map([...modules, ...others].map((file) => [file, wantedBy(tree, file)]));
  const sheets = sheetsByClass(tree);
  const loaded = loadedBy(wanted);
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
 * @returns {Wanted}
 */
function wantedBy(tree, file) {
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
 * What is loaded once a module runs: what it and all that it imports bring, and what every module that leads to it has loaded.
 * @param {Map<string, Wanted>} wanted
 */
function loadedBy(wanted) {
  const own = new Map([...wanted.keys()].map((file) => [file, broughtBy(wanted, file)]));
  /** @type {Map<string, string[]>} */
  const leads = new Map();
  for (const [file, { modules, lazy }] of wanted) {
    for (const one of new Set([...modules, ...lazy])) leads.set(one, [...(leads.get(one) ?? []), file]);
  }
  const all = new Set([...own.values()].flatMap((sheets) => [...sheets]));
  const loaded = new Map([...wanted.keys()].map((file) => [file, leads.has(file) ? all : (own.get(file) ?? all)]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [file, from] of leads) {
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
 * @param {Map<string, Wanted>} wanted
 * @param {string} start
 */
function broughtBy(wanted, start) {
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
 * @returns {{name: string, line: number}[]} every class that an element is given by a word in the file
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
