import { randomUUID } from 'node:crypto';
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { firstAdmin, type RunningServer, runProgram, startServer } from './server-process.ts';

/** Each test continues with the server as the previous one left it, because starting a process is slower than all its calls. */
describe.each(serverDatabases)('backups of %s', (kind) => {
  let folder: string;
  let file: string;
  let first: EmptyDatabase;
  let second: EmptyDatabase;
  let data: string;
  let server: RunningServer;
  let token: string;
  /** A client of the service API, and a user that it signs in. */
  let service: { readonly header: string; readonly userId: number };
  /** Issued by the second server after its database was restored. */
  let tokenOfSecond: string;

  const at = (where: string, database: EmptyDatabase) => ['--data', where, ...database.flags];
  const start = () => startServer({ data, args: first.flags });
  const prompt = async (where: RunningServer, call: string, body: object) => {
    const headers = {
      authorization: service.header,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${where.url}/api/v1/service/${call}`, sent);
    return (await answer.json()) as { readonly code: number; readonly data: Readonly<Record<string, unknown>> };
  };
  const create = (title: string) => server.insist('/notice/create', { title, content: '内容' }, { token });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-backup-'));
    file = path.join(folder, 'copy.gantry');
    data = path.join(folder, 'one');
    first = await emptyDatabase(kind);
    second = await emptyDatabase(kind);
    server = await start();
    token = await server.firstAdmin();
  });
  afterAll(async () => {
    await server.stop();
    await first.drop();
    await second.drop();
    rmSync(folder, { recursive: true });
  });

  /** Creates the files of another host that has the master key and the backup. */
  function otherHost(): string {
    const other = path.join(folder, 'two');
    mkdirSync(other, { mode: 0o700 });
    copyFileSync(path.join(data, 'master.key'), path.join(other, 'master.key'));
    return other;
  }

  test('are created during writes, restore every record elsewhere, and leave revoked tokens invalid', async () => {
    for (let n = 0; n < 30; n++) expect((await create(`before ${n}`)).code).toBe(20000);

    const begun = { name: 'half.md', content: Buffer.from('half of it').toString('base64'), more: true };
    const half = await server.insist('/document/upload', begun, { token });
    const stored = { name: 'kept.md', content: Buffer.from('all of it').toString('base64') };
    const full = await server.insist('/document/upload', stored, { token });

    const { data: client } = await server.insist(
      '/service-client/create',
      { name: 'outbound', scopes: ['user', 'event'] },
      { token },
    );
    service = { header: `Bearer ${client.clientId}.${client.secret}`, userId: 0 };
    service = {
      ...service,
      userId: Number((await prompt(server, 'user/register', { username: 'somebody' })).data.userId),
    };
    const { userId } = service;
    const { token: ended } = (await prompt(server, 'user/token', { userId })).data;
    expect((await prompt(server, 'user/get', { token: ended })).code).toBe(20000);

    let writing = true;
    const written: number[] = [];
    const writer = (async () => {
      while (writing) written.push((await create('meanwhile')).code);
    })();
    const { next: since } = (await prompt(server, 'event/subscribe', {})).data;
    const taken = await runProgram(['backup', file, ...at(data, first)]);
    writing = false;
    await writer;
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    expect(new Set(written)).toEqual(new Set([20000]));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'latin1')).not.toContain('before 1');
    await server.insist('/user/revoke-sessions', { id: userId }, { token });
    expect((await prompt(server, 'user/get', { token: ended })).data.state).toBe('ended');
    await server.insist('/logout', {}, { token });

    const other = otherHost();
    const restored = await runProgram(['restore', file, ...at(other, second)]);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect((await runProgram(['audit', 'verify', ...at(other, second)])).code).toBe(0);

    const again = await startServer({ data: other, args: second.flags });
    expect((await again.call('/info', {}, { token })).code).toBe(40001);
    expect((await again.call('/notice/list', {}, { token })).code).toBe(50008);
    expect((await prompt(again, 'user/get', { token: ended })).code).toBe(40400);
    tokenOfSecond = String((await prompt(again, 'user/token', { userId })).data.token);
    expect((await prompt(again, 'user/get', { token: tokenOfSecond })).code).toBe(20000);
    const { next, ...place } = (await prompt(again, 'event/subscribe', { since })).data;
    expect(place).toMatchObject({ events: [], reset: true });
    expect((await prompt(again, 'event/subscribe', { since: next })).data.reset).toBe(false);
    const fresh = await again.signIn(firstAdmin.username, firstAdmin.password);
    const list = await again.insist('/notice/list', { keyword: 'before', pageSize: 100 }, { token: fresh });
    expect(list.data.total).toBe(30);
    expect((await again.insist('/document/upload', stored, { token: fresh })).data.file).toBe(full.data.file);
    // An unfinished upload is not part of the backup.
    const more = { name: begun.name, content: begun.content, file: half.data.file, part: 1 };
    expect((await again.call('/document/upload', more, { token: fresh })).code).toBe(40400);
    const made = await again.insist('/notice/create', { title: 'after', content: 'c' }, { token: fresh });
    expect(made.code).toBe(20000);
    await again.stop();
    expect(readdirSync(other).filter((name) => /incoming|copy|partial/.test(name))).toEqual([]);
  });

  test('do not lock the database of a running server', async () => {
    const rejected = await runProgram(['restore', file, '--force', ...at(data, first)]);
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop it first') });
    expect((await server.call('/setup/state')).data).toMatchObject({ needed: false });
  });

  test('are rejected without any change when truncated or encrypted with another key', async () => {
    expect((await runProgram(['backup', file, ...at(data, first)])).stderr).toContain('already exists');
    await server.stop();

    const stranger = await runProgram(['restore', file, ...at(path.join(folder, 'stranger'), second)]);
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining('The master key is missing') });
    const env = { GANTRY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
    const otherKey = await runProgram(['restore', file, ...at(path.join(folder, 'stranger'), second)], '', env);
    expect(otherKey).toMatchObject({ code: 1, stderr: expect.stringContaining('under another master key') });
    const short = path.join(folder, 'cut.gantry');
    copyFileSync(file, short);
    truncateSync(short, statSync(short).size - 1);
    const cut = await runProgram(['restore', short, '--force', ...at(data, first)]);
    expect(cut).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is damaged and nothing was changed. The backup file is incomplete.'),
    });

    server = await start();
    token = await server.signIn(firstAdmin.username, firstAdmin.password);
    expect(token).toMatch(/^adm_/);
  });

  test('replace a database with records only with the force flag', async () => {
    const titled = async (keyword: string) =>
      (await server.call('/notice/list', { keyword, pageSize: 100 }, { token })).data.total;
    await create('later');
    expect(await titled('later')).toBe(1);
    await server.stop('SIGKILL');

    const rejected = await runProgram(['restore', file, ...at(data, first)]);
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
    expect((await runProgram(['restore', file, '--force', ...at(data, first)])).code).toBe(0);

    server = await start();
    token = await server.signIn(firstAdmin.username, firstAdmin.password);
    expect([await titled('later'), await titled('before')]).toEqual([0, 30]);
    // Restored as often as the other database, but at another time.
    expect((await prompt(server, 'user/get', { token: tokenOfSecond })).code).toBe(40400);
    const { token: given } = (await prompt(server, 'user/token', { userId: service.userId })).data;
    expect((await prompt(server, 'user/get', { token: given })).code).toBe(20000);
    await server.stop();
    expect((await runProgram(['audit', 'verify', ...at(data, first)])).code).toBe(0);
  });
});
