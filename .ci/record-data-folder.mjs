// node .ci/record-data-folder.mjs: stores a data folder of the current version, which later versions must open and upgrade.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { admin, withServer } from './release/check-installed.mjs';
import { readJson } from './release/stage.mjs';
import { getDriverName } from './setup/install.mjs';
import { runMain, say } from './setup/problem.mjs';
import { root, setup } from './setup/setup.mjs';

await runMain(async () => {
  const code = await setup();
  if (code !== 0) return code;
  const { version } = readJson(path.join(root, 'package.json'));
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-record-'));
  const target = path.join(root, 'packages/server/test/data-folders', version);
  try {
    await withServer(process.execPath, root, folder, async ({ run }) => {
      run('gantry', ['user', 'create', '--username', 'li.lei']);
      const words = path.join(folder, 'words.csv');
      writeFileSync(words, 'word,match,action\ncasino,contains,block\nlottery,contains,block\n');
      run('gantry', ['banned-word', 'import', words]);
    });
    const file = path.join(folder, 'data/gantry.db');
    const vacuum = `new (require('${getDriverName()}'))(process.argv[1]).exec('vacuum')`;
    execFileSync(process.execPath, ['-e', vacuum, file], { cwd: root });
    writeFileSync(`${target}.db.gz`, gzipSync(readFileSync(file), { level: 9 }));
    copyFileSync(path.join(folder, 'data/master.key'), `${target}.key`);
    say(`Recorded the data folder of ${version}, with the admin ${admin.username}.`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
