import path from 'node:path';
import { isCatalogue, isCode, isTest } from './file-kinds.mjs';
import { functionsOf } from './functions.mjs';

/** In lines, and in files of a folder. What is over budget holds more than one concept. */
const budgets = { file: 400, test: 600, function: 60, component: 100, folder: 25 };

/**
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function sizes(tree) {
  const code = tree.files.filter((file) => isCode(file) && !isCatalogue(file));
  const findings = code
    .map((file) => ({ file, lines: linesOf(tree.read(file)), budget: isTest(file) ? budgets.test : budgets.file }))
    .filter(({ lines, budget }) => lines > budget)
    .map(({ file, lines, budget }) => ({ file, line: budget + 1, message: `has ${lines} lines, over ${budget}` }));
  for (const file of code.filter((one) => !isTest(one))) {
    for (const { line, lines, name, isComponent } of functionsOf(tree.parse(file), file.endsWith('.tsx'))) {
      const budget = isComponent ? budgets.component : budgets.function;
      if (lines > budget) findings.push({ file, line, message: `${name} has ${lines} lines, over ${budget}` });
    }
  }
  return { findings: [...findings, ...fullFolders(tree)], note: `${code.length} files` };
}

/** @param {import('./tree.mjs').Tree} tree */
function fullFolders(tree) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of tree.files.filter((one) => one.startsWith('packages/') && isCode(one) && !isTest(one))) {
    const folder = path.posix.dirname(file);
    if (!folder.endsWith('/migrations')) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > budgets.folder)
    .map(([file, count]) => ({ file, line: 1, message: `holds ${count} source files, over ${budgets.folder}` }));
}

/** @param {string} text */
function linesOf(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
