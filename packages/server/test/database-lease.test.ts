import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { firstAdmin, type RunningServer, runProgram, startServer } from './server-process.ts';

describe.each(serverDatabases)('database lease of a server on %s', (kind) => {
  let folder: string;
  let data: string;
  let file: string;
  let database: EmptyDatabase;
  let server: RunningServer;
  let token: string;
  const where = () => ['--data', data, ...database.flags];
  const start = () => startServer({ data, args: database.flags });
  const place = () => (database.url === null ? { sqlite: path.join(data, 'gantry.db') } : { postgres: database.url });
  const create = (title: string) => server.insist('/notice/create', { title, content: 'c' }, { token });
  const count = async () => (await server.insist('/notice/list', {}, { token })).data.total;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-lease-'));
    data = path.join(folder, 'data');
    file = path.join(folder, 'copy.gantry');
    database = await emptyDatabase(kind);
    server = await start();
    token = await server.firstAdmin();
    expect((await runProgram(['backup', file, ...where()])).code).toBe(0);
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('blocks a restore, a migration and a key rotation, whose message names the server', async () => {
    const before = await count();
    for (const args of [['restore', file, '--force'], ['migrate'], ['secrets', 'rotate']]) {
      const { code, stdout, stderr } = await runProgram([...args, ...where()]);
      expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
      expect(stderr).toContain(`${hostname()}/${server.pid} ${server.url}`);
      expect(stderr).toContain('Stop it first');
    }
    expect((await create('later')).code).toBe(20000);
    expect(await count()).toBe(Number(before) + 1);
  });

  test('does not block the next server on the same machine after a kill', async () => {
    await server.stop('SIGKILL');
    expect(await runProgram(['migrate', ...where()])).toMatchObject({ code: 0, stderr: '' });
    expect(await runProgram(['secrets', 'rotate', ...where()])).toMatchObject({ code: 0, stderr: '' });
    server = await start();
    token = await server.signIn(firstAdmin.username, firstAdmin.password);
  });

  test('stops a server when a command took the database while it was unreachable', async () => {
    const outside = openDatabase(place());
    await outside.transaction(async (tx) => {
      await tx.deleteFrom('leases').where('name', 'like', 'server:%').execute();
    });
    await outside.close();
    const isUp = () =>
      fetch(`${server.url}/livez`).then(
        () => true,
        () => false,
      );
    await expect.poll(isUp, { timeout: 30_000 }).toBe(false);
    expect(server.log()).toContain('A command took this database');
    await server.stop('SIGKILL');
    server = await start();
    token = await server.signIn(firstAdmin.username, firstAdmin.password);
  });

  test('blocks commands until it expires when the server is on another machine', async () => {
    await server.stop();
    const holder = { host: 'elsewhere', pid: 7, url: 'http://10.0.0.7:7300', space: 'another kernel', startedAt: '1' };
    const outside = openDatabase(place());
    const put = async (until: number) => {
      await outside.transaction(async (tx) => {
        const row = { name: 'server:elsewhere', holder: JSON.stringify(holder), until };
        const { name: _key, ...change } = row;
        await tx
          .insertInto('leases')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doUpdateSet(change))
          .execute();
      });
    };
    await put(Date.now() + 60_000);
    const rejected = await runProgram(['migrate', ...where()]);
    // An SQLite file has one server, and its file lock shows that none is running.
    if (kind === 'sqlite') expect(rejected.code).toBe(0);
    else
      expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('elsewhere/7 http://10.0.0.7:7300') });
    await put(Date.now() - 1_000);
    expect((await runProgram(['migrate', ...where()])).code).toBe(0);
    await outside.close();
    server = await start();
  });

  test('is shared by several servers only on PostgreSQL', async () => {
    const second = path.join(folder, 'second');
    mkdirSync(second, { mode: 0o700 });
    copyFileSync(path.join(data, 'master.key'), path.join(second, 'master.key'));
    if (kind === 'postgres') {
      const other = await startServer({ data: second, args: database.flags });
      expect((await other.stop()).code).toBe(0);
      return;
    }
    const { code, stdout, stderr } = await runProgram(['--port', '0', ...where()]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`${hostname()}/${server.pid} ${server.url}`);
    expect((await server.call('/setup/state')).data).toMatchObject({ needed: false });
    await server.stop('SIGKILL');
    server = await start();
    expect((await server.call('/setup/state')).data).toMatchObject({ needed: false });
  });
});
