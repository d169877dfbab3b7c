import { functionsOf } from './functions.mjs';
import { isCatalogue, isCode, isProduct, isTest } from './places.mjs';

/** In lines. A file over budget wants a second room, not a bigger budget. */
const budgets = { file: 300, test: 500, median: 80, function: 60, component: 80, functionP90: 40 };

/**
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function sizes(tree) {
  const code = tree.files.filter((file) => isCode(file) && !isCatalogue(file));
  const files = code.map((file) => ({ file, lines: linesOf(tree.read(file)), budget: budgetOf(file) }));
  const functions = code
    .filter((file) => !isTest(file))
    .flatMap((file) => functionsOf(tree.parse(file), file.endsWith('.tsx')).map((one) => ({ file, ...one })));

  const findings = files
    .filter(({ lines, budget }) => lines > budget)
    .map(({ file, lines, budget }) => ({ file, line: budget + 1, message: `has ${lines} lines, over ${budget}` }));
  for (const { file, line, lines, name, isComponent } of functions) {
    const budget = isComponent ? budgets.component : budgets.function;
    if (lines > budget) findings.push({ file, line, message: `${name} has ${lines} lines, over ${budget}` });
  }
  const median = quantile(
    files.filter(({ file }) => isProduct(file)).map(({ lines }) => lines),
    0.5,
  );
  const blocks = functions.filter(({ file, isBlock }) => isBlock && isProduct(file)).map(({ lines }) => lines);
  const p90 = quantile(blocks, 0.9);
  if (median > budgets.median) findings.push(overall(`the median file has ${median} lines, over ${budgets.median}`));
  if (p90 > budgets.functionP90) {
    findings.push(overall(`nine functions of ten should have at most ${budgets.functionP90} lines, and have ${p90}`));
  }
  return { findings, note: `${files.length} files, median ${median} lines; p90 of functions ${p90} lines` };
}

/** @param {string} message */
function overall(message) {
  return { file: 'packages', line: 1, message };
}

/** @param {string} file */
function budgetOf(file) {
  return isTest(file) ? budgets.test : budgets.file;
}

/** @param {string} text */
function linesOf(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/**
 * @param {number[]} values
 * @param {number} share
 */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
