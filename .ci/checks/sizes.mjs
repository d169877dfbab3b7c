import path from 'node:path';
import { isCode, isTest } from './file-kinds.mjs';

/** Source files of one folder. The lines of a file and of a function are limited in biome.json. */
const most = 25;

/**
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function sizes(tree) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of tree.files.filter((one) => one.startsWith('packages/') && isCode(one) && !isTest(one))) {
    const folder = path.posix.dirname(file);
    if (!folder.endsWith('/migrations')) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const findings = [...counts]
    .filter(([, count]) => count > most)
    .map(([file, count]) => ({ file, line: 1, message: `holds ${count} source files, over ${most}` }));
  return { findings, note: `${counts.size} folders` };
}
