// node .ci/summary.mjs <report>: "N passed, N failed" from vitest's JSON report. A run that left no report has failed.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2] ?? '', 'utf8');
/** @type {{numPassedTests: number, numFailedTests: number, numFailedTestSuites: number, success: boolean}} */
const report = text === '' ? undefined : JSON.parse(text);
const failed = report ? Math.max(report.numFailedTests, report.success ? 0 : 1) : 1;
process.stdout.write(`${report?.numPassedTests ?? 0} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
