// node .ci/failed-files.mjs <report>: prints the failed test files of a run, one per line, from vitest's JSON report.
// Prints none when there is no report or when many files failed, because that was not a race with the machine.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup/setup.mjs';

const maxFiles = 4;

const text = readFileSync(process.argv[2] ?? '', 'utf8');
/** @type {{testResults: {name: string, status: string}[]} | undefined} */
const report = text === '' ? undefined : JSON.parse(text);
const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
const files = [...new Set(failed)].map((file) => path.relative(root, file));
if (files.length <= maxFiles) for (const file of files) process.stdout.write(`${file}\n`);
