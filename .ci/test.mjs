// npm test [-- files or vitest flags]: sets up, provides PostgreSQL and Chromium, and runs the tests.
import path from 'node:path';
import { findChromium, findPgbouncer } from './setup/find.mjs';
import { checkNode } from './setup/node-version.mjs';
import { withPostgres } from './setup/postgres.mjs';
import { runMain } from './setup/problem.mjs';
import { run } from './setup/run.mjs';
import { root, setup } from './setup/setup.mjs';
import { newTestFolder } from './setup/test-folder.mjs';
import { ensureTestNeeds } from './setup/test-needs.mjs';

await runMain(async () => {
  checkNode();
  // Downloads wait for the network and the disk, builds need the CPU: both run in parallel.
  const [built, found] = await Promise.allSettled([setup(), ensureTestNeeds()]);
  for (const one of [built, found]) if (one.status === 'rejected') throw one.reason;
  if (built.status === 'fulfilled' && built.value !== 0) return built.value;
  return withPostgres(runTests, { durable: false });
});

/** @param {NodeJS.ProcessEnv} env */
async function runTests(env) {
  const vitest = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters(), ...process.argv.slice(2)];
  const folder = newTestFolder();
  try {
    const own = { CHROMIUM_PATH: findChromium(), PGBOUNCER_PATH: findPgbouncer(), ...folder.env };
    return await run(process.execPath, vitest, { cwd: root, env: { ...env, ...own } });
  } finally {
    folder.remove();
  }
}

/** Adds a JSON report to the file that GANTRY_TEST_REPORT names. */
function reporters() {
  const report = process.env.GANTRY_TEST_REPORT;
  return report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
}
