import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runProgram, startServer } from './server-process.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-folder-'));
  data = path.join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const getMode = (file: string) => statSync(file).mode & 0o777;
const where = () => ['--data', data];

async function filled(): Promise<void> {
  const server = await startServer({ data });
  await server.firstAdmin();
  await server.stop();
}

describe('data folder that other users may access', () => {
  test('is restricted to its owner, and the server and its commands report that', async () => {
    await filled();
    const open = () => {
      chmodSync(data, 0o755);
      for (const name of ['gantry.db', 'master.key']) chmodSync(path.join(data, name), 0o644);
    };
    const modes = () => ['', 'gantry.db', 'master.key'].map((name) => getMode(path.join(data, name)));
    open();
    const server = await startServer({ data });
    await server.stop();
    expect(modes()).toEqual([0o700, 0o600, 0o600]);
    expect(server.log()).toContain('the data folder was open to other users of this machine');
    open();
    const migrated = await runProgram(['migrate', ...where()]);
    expect(migrated).toMatchObject({ code: 0, stderr: expect.stringContaining('was open to other users') });
    expect(modes()).toEqual([0o700, 0o600, 0o600]);
  });

  test('is not changed and is rejected when it may belong to other users', async () => {
    mkdirSync(data);
    chmodSync(data, 0o755);
    writeFileSync(path.join(data, 'notes.txt'), 'mine');
    const { code, stderr } = await runProgram(['--port', '0', ...where()]);
    expect(code).toBe(1);
    expect(stderr).toContain(`The data folder ${data} is open to other users of this machine. Run chmod 700`);
    expect(getMode(data)).toBe(0o755);
  });
});

/** Root can write anywhere, so it runs the commands as another user. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;

test('prints a message for a read-only data folder', async () => {
  mkdirSync(data);
  for (const path of [folder, data]) chmodSync(path, 0o555);
  for (const args of [['--port', '0'], ['migrate'], ['audit', 'verify']]) {
    const { code, stderr } = await runProgram([...args, ...where()], '', {}, uid);
    expect({ args, code }).toEqual({ args, code: 1 });
    expect(stderr).toContain(`The folder ${data} is read-only for this user.`);
  }
  chmodSync(folder, 0o700);
});

describe('master key', () => {
  test('prints a message when it is missing, invalid or another one', async () => {
    await filled();
    const file = path.join(folder, 'copy.gantry');
    const key = path.join(data, 'master.key');
    const right = readFileSync(key);
    rmSync(key);
    const missing = [
      ['backup', file],
      ['secrets', 'rotate'],
      ['audit', 'verify'],
    ];
    for (const args of missing) {
      const { code, stderr } = await runProgram([...args, ...where()]);
      expect({ args, code }).toEqual({ args, code: 1 });
      expect({ args, stderr }).toEqual({ args, stderr: expect.stringContaining(`${data} has no master.key`) });
    }
    writeFileSync(key, 'c2hvcnQ=\n', { mode: 0o600 });
    const invalid = await runProgram(['backup', file, ...where()]);
    expect(invalid.stderr).toContain('The master key is invalid: it has 5 bytes, not 32 in base64.');
    writeFileSync(key, `${Buffer.alloc(32, 9).toString('base64')}\n`, { mode: 0o600 });
    const other = await runProgram(['backup', file, ...where()]);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('did not encrypt this database') });
    writeFileSync(key, right, { mode: 0o600 });
    expect((await runProgram(['backup', file, ...where()])).code).toBe(0);
  });
});

test('prints a message for a damaged backup, one with another key, or another file, and changes nothing', async () => {
  await filled();
  const file = path.join(folder, 'copy.gantry');
  expect((await runProgram(['backup', file, ...where()])).code).toBe(0);
  const bytes = readFileSync(file);
  const before = readFileSync(path.join(data, 'gantry.db'));
  const changed = Buffer.from(bytes);
  changed[changed.length - 40] = (changed.at(-40) ?? 0) ^ 1;
  const cases: [string, Buffer][] = [
    ['Part of the backup file was modified', changed],
    ['The backup file is incomplete', bytes.subarray(0, -9)],
    ['There is extra data after the end of the backup', Buffer.concat([bytes, Buffer.from('x')])],
    ['The file is not a backup', Buffer.from('{"format":"other"}\n')],
  ];
  for (const [sentence, content] of cases) {
    writeFileSync(file, content);
    const { code, stderr } = await runProgram(['restore', file, '--force', ...where()]);
    expect(code).toBe(1);
    expect(stderr).toContain(`The backup ${file} is damaged and nothing was changed. ${sentence}. Use another backup.`);
  }
  expect(readFileSync(path.join(data, 'gantry.db')).equals(before)).toBe(true);
});
