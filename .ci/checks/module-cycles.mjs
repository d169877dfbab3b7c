import path from 'node:path';
import { isCode, isTest } from './file-kinds.mjs';
import { importsOf } from './imports.mjs';

/**
 * An import between modules, including type imports.
 * @typedef {{ from: string, to: string, target: string, file: string, line: number }} Edge
 */

/**
 * Finds import cycles between modules of the core, and of the server. Each cycle is reported once, at its rarest import.
 * @param {import('./tree.mjs').Tree} tree
 */
export function cyclesOfModules(tree) {
  const edges = tree.files
    .filter((file) => isCode(file) && !isTest(file) && moduleOf(file) !== undefined)
    .flatMap((file) => edgesOf(tree, file));
  const reach = new Map(edges.map(({ from }) => [from, reachedFrom(edges, from)]));
  const circles = new Map(
    [...reach].flatMap(([module, reached]) => {
      const members = [...reached].filter((other) => reach.get(other)?.has(module)).sort();
      return members.length === 0 ? [] : [[members.join(', '), members]];
    }),
  );
  return [...circles].map(([named, members]) => {
    const inside = edges.filter(({ from, to }) => members.includes(from) && members.includes(to));
    const count = (/** @type {Edge} */ { from, to }) =>
      inside.filter((other) => other.from === from && other.to === to).length;
    const { file, line, to } = inside.reduce((rarest, edge) => (count(edge) < count(rarest) ? edge : rarest));
    return { file, line, message: `imports ${to}, which closes a circle of ${named}` };
  });
}

/**
 * Finds imports of another server module that bypass its index.ts, which defines what the module offers.
 * @param {import('./tree.mjs').Tree} tree
 */
export function importsPastIndex(tree) {
  return tree.files
    .filter((file) => isCode(file) && !isTest(file) && file.startsWith(`${modulesFolder}/`))
    .flatMap((file) => edgesOf(tree, file))
    .filter(({ to, target }) => target !== `${to}/index.ts`)
    .map(({ file, line, to, target }) => ({ file, line, message: `imports ${target} past ${to}/index.ts` }));
}

/**
 * @param {readonly Edge[]} edges
 * @param {string} start
 * @returns {Set<string>}
 */
function reachedFrom(edges, start) {
  const reached = new Set();
  const waiting = [start];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop())
    for (const { from, to } of edges)
      if (from === module && !reached.has(to)) {
        reached.add(to);
        waiting.push(to);
      }
  return reached;
}

/**
 * @param {import('./tree.mjs').Tree} tree
 * @param {string} file
 * @returns {Edge[]}
 */
function edgesOf(tree, file) {
  const from = moduleOf(file) ?? modulesFolder;
  return importsOf(tree.parse(file)).flatMap(({ wanted, line }) => {
    const target = path.posix.join(path.posix.dirname(file), wanted);
    const to = wanted.startsWith('.') ? moduleOf(target) : undefined;
    return to === undefined || to === from ? [] : [{ from, to, target, file, line }];
  });
}

const modulesFolder = 'packages/server/src/modules';

/** @param {string} file */
function moduleOf(file) {
  return /^packages\/(?:core|server)\/src\/modules\/[^/]+(?=\/)/.exec(file)?.[0];
}
