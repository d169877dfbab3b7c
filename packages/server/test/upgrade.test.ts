import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { runProgram, startServer } from './server-process.ts';

/** The admin of every recorded folder. */
const admin = { username: 'root-admin', password: 'cedar-lantern-58-orbit-plume' };
/** Data folders of released versions, one per version: docs/releasing.md. */
const recorded = fileURLToPath(new URL('data-folders', import.meta.url));
const versions = readdirSync(recorded).flatMap((name) => (name.endsWith('.db.gz') ? [name.slice(0, -6)] : []));

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(versions)('data folder of version %s', (version) => {
  it('is opened and upgraded, with its records, sign-in, ledger and audit log', async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-upgrade-'));
    const stored = path.join(recorded, version);
    writeFileSync(path.join(folder, 'gantry.db'), gunzipSync(readFileSync(`${stored}.db.gz`)));
    copyFileSync(`${stored}.key`, path.join(folder, 'master.key'));

    const server = await startServer({ data: folder });
    try {
      const token = await server.signIn(admin.username, admin.password);
      const words = await server.insist('/banned-word/list', { sort: [{ field: 'id', order: 'asc' }] }, { token });
      expect(words.data).toMatchObject({ items: [{ word: 'casino' }, { word: 'lottery' }] });
      const users = await server.insist('/user/list', {}, { token });
      expect(users.data).toMatchObject({ items: [{ username: 'li.lei' }] });
      const made = await server.insist('/notice/create', { title: 'new', content: 'after the upgrade' }, { token });
      expect(made.code).toBe(20000);
    } finally {
      await server.stop();
    }
    expect(await runProgram(['audit', 'verify', '--data', folder])).toMatchObject({ code: 0 });
  });
});

it('exists for at least one version', () => {
  expect(versions).not.toEqual([]);
});
