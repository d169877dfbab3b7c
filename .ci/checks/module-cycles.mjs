import path from 'node:path';
import { isCode, isTest } from './file-kinds.mjs';
import { importsOf } from './imports.mjs';

/**
 * An import of one module by another, types included.
 * @typedef {{ from: string, to: string, file: string, line: number }} Edge
 */

/**
 * Modules of the server import each other one way only. Each circle of them is found once, at its rarest import.
 * @param {import('./tree.mjs').Tree} tree
 */
export function cyclesOfModules(tree) {
  const edges = tree.files.filter((file) => isCode(file) && !isTest(file)).flatMap((file) => edgesOf(tree, file));
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
  const from = moduleOf(file);
  if (from === undefined) return [];
  return importsOf(tree.parse(file)).flatMap(({ wanted, line }) => {
    const to = wanted.startsWith('.') ? moduleOf(path.posix.join(path.posix.dirname(file), wanted)) : undefined;
    return to === undefined || to === from ? [] : [{ from, to, file, line }];
  });
}

/** @param {string} file */
function moduleOf(file) {
  return /^packages\/server\/src\/modules\/[^/]+(?=\/)/.exec(file)?.[0];
}
