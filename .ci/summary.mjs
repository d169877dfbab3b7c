// node .ci/summary.mjs <report> [<report of the second run>]: prints "N passed, N failed" from vitest's JSON reports. The second
// run repeats the failed files, and its results replace the first ones. A run without a report counts as failed.
import { readFileSync } from 'node:fs';

/**
 * @typedef {{name: string, status: string, assertionResults: {status: string, fullName: string}[]}} FileResult
 * @typedef {{success: boolean, testResults: FileResult[]}} Report
 */

/** @param {string | undefined} file @returns {Report | undefined} */
function readReport(file) {
  const text = file === undefined ? '' : readFileSync(file, 'utf8');
  return text === '' ? undefined : JSON.parse(text);
}

const [first, second] = process.argv.slice(2).map(readReport);
const repeated = new Map((second?.testResults ?? []).map((result) => [result.name, result]));
const results = (first?.testResults ?? []).map((result) => repeated.get(result.name) ?? result);
const tests = results.flatMap(({ assertionResults }) => assertionResults);
const passed = tests.filter(({ status }) => status === 'passed').length;
const failedFiles = results.filter((result) => result.status === 'failed').length;
const failed = tests.filter(({ status }) => status === 'failed').length;
// A run can fail although all tests pass: by an error outside of the tests.
const isGreen = failedFiles === 0 && (repeated.size > 0 ? second?.success : first?.success) === true;
const failures = isGreen ? 0 : Math.max(failed, failedFiles, 1);

for (const result of repeated.values())
  process.stdout.write(`run repeated alone: ${result.name.split('/packages/').at(-1)}\n`);
process.stdout.write(`${passed} passed, ${failures} failed\n`);
process.exitCode = failures > 0 ? 1 : 0;
