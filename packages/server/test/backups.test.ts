import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { firstAdmin, runProgram, startServer } from './server-process.ts';

describe.each(serverDatabases)('a backup of %s', (kind) => {
  let folder: string;
  let file: string;
  let first: EmptyDatabase;
  let second: EmptyDatabase;
  let data: string;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-backup-'));
    file = path.join(folder, 'copy.gantry');
    data = path.join(folder, 'one');
    first = await emptyDatabase(kind);
    second = await emptyDatabase(kind);
  });
  afterEach(async () => {
    await first.drop();
    await second.drop();
    rmSync(folder, { recursive: true });
  });

  const at = (where: string, database: EmptyDatabase) => ['--data', where, ...database.flags];

  /** Another host that was given the master key and the backup. */
  function otherHost(): string {
    const other = path.join(folder, 'two');
    mkdirSync(other);
    copyFileSync(path.join(data, 'master.key'), path.join(other, 'master.key'));
    return other;
  }

  test('is taken while others write, restores elsewhere with every record, and wakes no dead token', async () => {
    const server = await startServer({ data, args: first.flags });
    const token = await server.firstAdmin();
    const create = (title: string) => server.call('/notice/create', { title, content: '内容' }, { token });
    for (let n = 0; n < 30; n++) expect((await create(`before ${n}`)).code).toBe(20000);

    let writing = true;
    const written: number[] = [];
    const writer = (async () => {
      while (writing) written.push((await create('meanwhile')).code);
    })();
    const taken = await runProgram(['backup', file, ...at(data, first)]);
    writing = false;
    await writer;
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    expect(new Set(written)).toEqual(new Set([20000]));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'latin1')).not.toContain('before 1');
    await server.call('/logout', {}, { token });
    await server.stop();

    const other = otherHost();
    const restored = await runProgram(['restore', file, ...at(other, second)]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect((await runProgram(['audit', 'verify', ...at(other, second)])).code).toBe(0);

    const again = await startServer({ data: other, args: second.flags });
    expect((await again.call('/info', {}, { token })).code).toBe(40001);
    expect((await again.call('/notice/list', {}, { token })).code).toBe(50008);
    const fresh = await again.signIn(firstAdmin.username, firstAdmin.password);
    const list = await again.call('/notice/list', { keyword: 'before', pageSize: 100 }, { token: fresh });
    expect(list.data.total).toBe(30);
    const made = await again.call('/notice/create', { title: 'after', content: 'c' }, { token: fresh });
    expect(made.code).toBe(20000);
    await again.stop();
    expect(readdirSync(other).filter((name) => /incoming|copy|partial/.test(name))).toEqual([]);
  }, 120_000);

  test('that is cut, or of another key, is refused and nothing is touched', async () => {
    const server = await startServer({ data, args: first.flags });
    await server.firstAdmin();
    expect((await runProgram(['backup', file, ...at(data, first)])).code).toBe(0);
    expect((await runProgram(['backup', file, ...at(data, first)])).stderr).toContain('exists already');
    await server.stop();

    const stranger = await runProgram(['restore', file, ...at(path.join(folder, 'stranger'), second)]);
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining('another master key') });
    truncateSync(file, statSync(file).size - 1);
    const cut = await runProgram(['restore', file, '--force', ...at(data, first)]);
    expect(cut).toMatchObject({ code: 1, stderr: expect.stringContaining('incomplete') });

    const still = await startServer({ data, args: first.flags });
    expect(await still.signIn(firstAdmin.username, firstAdmin.password)).toMatch(/^adm_/);
    await still.stop();
  }, 120_000);

  test('takes the place of a database with records only when that is forced', async () => {
    const server = await startServer({ data, args: first.flags });
    const token = await server.firstAdmin();
    expect((await runProgram(['backup', file, ...at(data, first)])).code).toBe(0);
    await server.call('/notice/create', { title: 'later', content: 'c' }, { token });
    await server.stop('SIGKILL');

    const refused = await runProgram(['restore', file, ...at(data, first)]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
    expect((await runProgram(['restore', file, '--force', ...at(data, first)])).code).toBe(0);

    const again = await startServer({ data, args: first.flags });
    const fresh = await again.signIn(firstAdmin.username, firstAdmin.password);
    expect((await again.call('/notice/list', {}, { token: fresh })).data.total).toBe(0);
    await again.stop();
    expect((await runProgram(['audit', 'verify', ...at(data, first)])).code).toBe(0);
  }, 120_000);
});

test('a running server keeps its SQLite file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-backup-'));
  const file = path.join(folder, 'copy.gantry');
  const server = await startServer();
  await server.firstAdmin();
  expect((await runProgram(['backup', file, '--data', server.data])).code).toBe(0);
  const refused = await runProgram(['restore', file, '--force', '--data', server.data]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('stop the server first') });
  expect((await server.call('/setup/state')).data).toMatchObject({ needed: false });
  await server.stop();
  rmSync(folder, { recursive: true });
}, 60_000);
