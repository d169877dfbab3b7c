import { errorMessage } from '@gantry/core';
import { runBenches } from './run-benches.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);
try {
  if (!(await runBenches(process.argv.slice(2), { print, env: process.env }))) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
}
