// node .ci/driver.mjs <folder>: builds the SQLite driver in an empty folder, while the packages are still being installed.
import { buildDriverAhead } from './setup/driver.mjs';
import { runMain } from './setup/problem.mjs';
import { root } from './setup/setup.mjs';

await runMain(async () => {
  await buildDriverAhead(root, process.argv[2] ?? '');
  return 0;
});
