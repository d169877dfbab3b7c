// node .ci/summary.mjs <report> [<report of the second run>]: "N passed, N failed" from vitest's JSON reports. The second run
// is of the files that failed, alone; what it says of them counts. A run that left no report has failed.
import { readFileSync } from 'node:fs';

/**
 * @typedef {{name: string, status: string, assertionResults: {status: string, fullName: string}[]}} FileResult
 * @typedef {{success: boolean, testResults: FileResult[]}} Report
 */

/** @param {string | undefined} file @returns {Report | undefined} */
function reportIn(file) {
  const text = file === undefined ? '' : readFileSync(file, 'utf8');
  return text === '' ? undefined : JSON.parse(text);
}

const [first, second] = process.argv.slice(2).map(reportIn);
const again = new Map((second?.testResults ?? []).map((result) => [result.name, result]));
const results = (first?.testResults ?? []).map((result) => again.get(result.name) ?? result);
const tests = results.flatMap(({ assertionResults }) => assertionResults);
const passed = tests.filter(({ status }) => status === 'passed').length;
const broken = results.filter((result) => result.status === 'failed').length;
const failed = tests.filter(({ status }) => status === 'failed').length;
// A run can fail with every test green: by an error outside of them.
const isGreen = broken === 0 && (again.size > 0 ? second?.success : first?.success) === true;
const most = isGreen ? 0 : Math.max(failed, broken, 1);

for (const result of again.values())
  process.stdout.write(`run again alone: ${result.name.split('/packages/').at(-1)}\n`);
process.stdout.write(`${passed} passed, ${most} failed\n`);
process.exitCode = most > 0 ? 1 : 0;
