import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFile } from '../src/platform/store/sqlite/sqlite-driver.ts';
import { firstAdmin, type RunningServer, runProgram, startServer } from './server-process.ts';

/** Overwrites the root page of a table of a closed database. */
function damageTable(file: string, table: string): void {
  const db = openFile(file, { readonly: true });
  const page = Number(db.prepare('select rootpage from sqlite_master where name = ?').pluck().get(table));
  const size = Number(db.pragma('page_size', { simple: true }));
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(handle);
}

describe('damaged SQLite page', () => {
  let folder: string;
  let server: RunningServer | null;
  const data = () => path.join(folder, 'data');
  const database = () => path.join(data(), 'gantry.db');
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-damaged-'));
    server = await startServer({ data: data() });
    await server.firstAdmin();
    await server.stop();
    server = null;
  });
  afterEach(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const readyz = async () => {
    const answer = await fetch(`${server?.url}/readyz`);
    return `${answer.status} ${await answer.text()}`;
  };

  test('is detected by the server even if no call reads it, makes the server not ready, and notifies the admins', async () => {
    damageTable(database(), 'notices');
    server = await startServer({ data: data() });
    await expect.poll(readyz).toBe('503 {"ok":false,"reasons":["databaseDamaged"]}');
    const token = await server.signIn(firstAdmin.username, firstAdmin.password);
    const messages = async () =>
      (await server?.call('/message_panel', {}, { token, headers: { 'accept-language': 'en-US' } }))?.text;
    await expect.poll(messages).toContain('The database is damaged');
    expect(server.log()).toContain('the database is damaged: stop the server and restore a backup');
    const list = await server.call('/notice/list', {}, { token, headers: { 'accept-language': 'en-US' } });
    expect(list).toMatchObject({ code: 50701, data: { database: 'database disk image is malformed' } });
    expect(list.message).toContain('Restore the latest backup with gantry-server restore.');
    expect(list.message).toContain('The database reports: database disk image is malformed.');
  });

  test('ends each command with the database error and the next step', async () => {
    damageTable(database(), 'notices');
    const file = path.join(folder, 'copy.gantry');
    const where = ['--data', data()];
    const backup = await runProgram(['backup', file, ...where]);
    expect(backup.code).toBe(1);
    expect(backup.stderr).toMatch(/The database is damaged: .+\. Stop the server and restore the latest backup/);
    const person = ['--username', 'second-admin', '--password-stdin'];
    const commands: [string, string[]][] = [
      ['admins', ['admin', 'create', ...person]],
      ['audit_entries', ['audit', 'verify']],
      ['audit_entries', ['secrets', 'rotate']],
      ['leases', ['--port', '0']],
      ['schema_migrations', ['migrate']],
    ];
    for (const [table, args] of commands) {
      damageTable(database(), table);
      const { code, stderr } = await runProgram([...args, ...where], 'violet-harbor-93-tundra\n');
      expect({ args, code }).toEqual({ args, code: 1 });
      expect(stderr).not.toContain('[object');
      expect({ args, stderr }).toEqual({ args, stderr: expect.stringContaining('The database is damaged: ') });
    }
  });
});
