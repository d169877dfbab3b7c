// npm run release -- [--out DIR]: creates the packages of a release, the bill of materials and checksums. See docs/releasing.md.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeRelease } from './release/make-release.mjs';
import { runMain, say } from './setup/problem.mjs';
import { root, setup } from './setup/setup.mjs';

await runMain(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'release' } } });
  const code = await setup();
  if (code !== 0) return code;
  for (const line of await makeRelease(root, path.resolve(values.out))) say(line);
  return 0;
});
