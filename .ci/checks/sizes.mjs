import path from 'node:path';
import { isCode, isTest } from './file-kinds.mjs';

/** The maximum number of source files in a folder. The length of files and functions is limited in biome.json. */
const maxFiles = 25;

/**
 * Checks the number of source files per folder.
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
    .filter(([, count]) => count > maxFiles)
    .map(([file, count]) => ({ file, line: 1, message: `holds ${count} source files, over ${maxFiles}` }));
  return { findings, note: `${counts.size} folders` };
}
