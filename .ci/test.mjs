// npm test [-- files or vitest flags]: sets up, brings a PostgreSQL and a Chromium, runs the tests.
import path from 'node:path';
import { findChromium } from './setup/find.mjs';
import { withPostgres } from './setup/postgres.mjs';
import { runMain } from './setup/problem.mjs';
import { run } from './setup/run.mjs';
import { root, setup } from './setup/setup.mjs';
import { newTestFolder } from './setup/test-folder.mjs';
import { ensureTestNeeds } from './setup/test-needs.mjs';

await runMain(async () => {
  const code = await setup();
  if (code !== 0) return code;
  await ensureTestNeeds();
  return withPostgres(runTests, { durable: false });
});

/** @param {NodeJS.ProcessEnv} env */
async function runTests(env) {
  const vitest = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters(), ...process.argv.slice(2)];
  const folder = newTestFolder();
  try {
    const own = { CHROMIUM_PATH: findChromium(), ...folder.env };
    return await run(process.execPath, vitest, { cwd: root, env: { ...env, ...own } });
  } finally {
    folder.remove();
  }
}

/** Who wants the figures names a file for them in GANTRY_TEST_REPORT. */
function reporters() {
  const report = process.env.GANTRY_TEST_REPORT;
  return report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
}
