// node .ci/install.mjs: the packages alone, for what reads the sources and runs nothing of ours.
import { installIfNeeded } from './setup/install.mjs';
import { checkNode } from './setup/node-version.mjs';
import { runMain } from './setup/problem.mjs';
import { root } from './setup/setup.mjs';

await runMain(async () => {
  checkNode();
  await installIfNeeded(root);
  return 0;
});
