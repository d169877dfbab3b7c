// node .ci/launch.mjs [--with-postgres] <program> [args]: sets up, then runs a program in the foreground.
import path from 'node:path';
import { withPostgres } from './setup/postgres.mjs';
import { runMain } from './setup/problem.mjs';
import { run } from './setup/run.mjs';
import { root, setup } from './setup/setup.mjs';

const words = process.argv.slice(2);
const wantsPostgres = words[0] === '--with-postgres';
const [program = '', ...args] = wantsPostgres ? words.slice(1) : words;
const start = (/** @type {NodeJS.ProcessEnv} */ env) =>
  run(process.execPath, [path.join(root, program), ...args], { env });

await runMain(async () => {
  const code = await setup();
  if (code !== 0) return code;
  return wantsPostgres ? withPostgres(start) : start(process.env);
});
