import { buildStale } from './build/build-stale.mjs';
import { runMain } from './setup/problem.mjs';
import { root } from './setup/setup.mjs';

await runMain(async () => {
  await buildStale(root);
  return 0;
});
