import { runMain } from './setup/problem.mjs';
import { setup } from './setup/setup.mjs';

await runMain(setup);
