// node .ci/install.mjs: installs the packages only, for tools that read the sources and run nothing of the project.
import { installIfNeeded } from './setup/install.mjs';
import { checkNode } from './setup/node-version.mjs';
import { runMain } from './setup/problem.mjs';
import { root } from './setup/setup.mjs';

await runMain(async () => {
  checkNode();
  await installIfNeeded(root);
  return 0;
});
