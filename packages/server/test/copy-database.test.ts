import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyDatabase, serverDatabases } from './empty-database.ts';
import { firstAdmin, type RunningServer, runProgram, startServer } from './server-process.ts';

describe.each(serverDatabases.filter((kind) => kind === 'postgres'))('copying SQLite to %s and back', (kind) => {
  test('preserves all records, IDs, keywords, sessions and the audit log, and serves the copy like the source', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gantry-copy-'));
    const other = await emptyDatabase(kind);
    const [data, onPostgres, back] = ['data', 'postgres', 'back'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    const file = path.join(data, 'gantry.db');
    let server = await startServer({ data });
    let token = await server.firstAdmin();
    const create = (title: string) => server.insist('/notice/create', { title, content: '量子力学 of it' }, { token });
    const ids: unknown[] = [];
    for (const title of ['first', 'second', 'third']) ids.push((await create(title)).data.id);
    const remove = async (id: unknown) =>
      expect((await server.insist('/notice/delete', { id, version: 1 }, { token })).code).toBe(20000);
    const upload = { name: 'kept.md', content: Buffer.from('all of it').toString('base64') };
    const { data: document } = await server.insist('/document/upload', upload, { token });
    expect((await server.insist('/user/create', { username: 'li.lei' }, { token })).code).toBe(20000);
    // Its ID must not be reused, and its keywords must no longer be found.
    await remove(ids[2]);

    const copy = (from: string, to: string) => runProgram(['copy', '--from', from, '--to', to]);
    expect(await copy(file, other.url ?? '')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Stop it first'),
    });
    await server.stop();
    const copied = await copy(file, other.url ?? '');
    expect(copied).toMatchObject({ code: 0, stderr: '' });
    expect(copied.stdout).toContain('The ledger of the copy verifies.');
    expect(await copy(file, other.url ?? '')).toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') });

    const serve = async (where: string, flags: readonly string[]): Promise<RunningServer> => {
      mkdirSync(where, { mode: 0o700, recursive: true });
      copyFileSync(path.join(data, 'master.key'), path.join(where, 'master.key'));
      return startServer({ data: where, args: flags });
    };
    const titles = async (keyword: string) => {
      const { items } = (await server.insist('/notice/list', { keyword }, { token })).data;
      return (items as { id: number; title: string }[]).map(({ id, title }) => [id, title]).sort();
    };
    const looksLikeSource = async () => {
      expect((await server.call('/info', {}, { token })).data).toMatchObject({ username: firstAdmin.username });
      const all = [
        [ids[0], 'first'],
        [ids[1], 'second'],
      ];
      expect(await titles('')).toEqual(expect.arrayContaining(all));
      expect(await titles('量子')).toEqual(all);
      expect(await titles('third')).toEqual([]);
      expect((await server.insist('/document/upload', upload, { token })).data.file).toBe(document.file);
      expect((await server.insist('/ledger/verify', {}, { token })).data.ok).toBe(true);
    };

    server = await serve(onPostgres, other.flags);
    await looksLikeSource();
    const { id } = (await create('on postgres')).data;
    expect(Number(id)).toBe(Number(ids[2]) + 1);
    await remove(id);
    await server.stop();
    expect((await runProgram(['audit', 'verify', '--data', onPostgres, ...other.flags])).code).toBe(0);

    expect(await copy(other.url ?? '', path.join(back, 'gantry.db'))).toMatchObject({ code: 0, stderr: '' });
    server = await serve(back, []);
    await looksLikeSource();
    expect(Number((await create('on sqlite again')).data.id)).toBe(Number(id) + 1);
    token = await server.signIn(firstAdmin.username, firstAdmin.password);
    await server.stop();
    expect((await runProgram(['audit', 'verify', '--data', back])).code).toBe(0);
    await other.drop();
    rmSync(folder, { recursive: true });
  }, 180_000);
});

test('rejects copying between databases of one kind or without a source', async () => {
  const same = await runProgram(['copy', '--from', 'a.db', '--to', 'b.db']);
  expect(same).toMatchObject({ code: 2, stderr: expect.stringContaining('different kinds') });
  const incomplete = await runProgram(['copy', '--from', 'a.db']);
  expect(incomplete).toMatchObject({ code: 2, stderr: expect.stringContaining('--to is missing') });
});
