// node .ci/failed-files.mjs <report>: the test files of a run that failed, a line each, from vitest's JSON report.
// A run that left no report, or in which many files failed, names none: that was no race with the machine.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup/setup.mjs';

const mostFiles = 4;

const text = readFileSync(process.argv[2] ?? '', 'utf8');
/** @type {{testResults: {name: string, status: string}[]} | undefined} */
const report = text === '' ? undefined : JSON.parse(text);
const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
const files = [...new Set(failed)].map((file) => path.relative(root, file));
if (files.length <= mostFiles) for (const file of files) process.stdout.write(`${file}\n`);
