// npm run snapshots: rewrites every committed snapshot.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runMain, say } from './setup/problem.mjs';
import { root, setup } from './setup/setup.mjs';
import { generate } from './snapshots/generate.mjs';
import { snapshots } from './snapshots/table.mjs';

await runMain(async () => {
  const code = await setup();
  if (code !== 0) return code;
  for (const snapshot of snapshots) {
    writeFileSync(path.join(root, '.ci/snapshots', snapshot.file), generate(root, snapshot));
    say(`Wrote .ci/snapshots/${snapshot.file}`);
  }
  return 0;
});
