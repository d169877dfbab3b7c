import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import type { SecretPlace } from './envelope.ts';
import { openKeyring } from './keyring.ts';
import { rotateSecrets } from './rotate.ts';

const getPlace = (id: number): SecretPlace => ({ table: 'admin_credentials', id, column: 'totp_secret' });

describe.each(databaseKinds)('openKeyring() and rotateSecrets() on %s', (kind) => {
  let testDatabase: TestDatabase;
  let folder: string;
  const source = (given?: string) => ({ given, folder });
  beforeEach(async () => {
    testDatabase = await createTestDatabase(kind);
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-keys-'));
  });
  afterEach(async () => {
    await testDatabase.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = () => path.join(folder, 'master.key');

  async function insertSealedValues(count: number): Promise<void> {
    const ring = await openKeyring(testDatabase.database, source());
    const rows = Array.from({ length: count }, (_, at) => ({
      admin_id: at + 1,
      password_hash: '',
      password_length: 0,
      password_changed_at: 0,
      totp_secret: ring.seal(getPlace(at + 1), `canary ${at + 1}`),
    }));
    await testDatabase.database.transaction((tx) => tx.insertInto('admin_credentials').values(rows).execute());
  }

  async function findUnreadable(): Promise<number[]> {
    const ring = await openKeyring(testDatabase.database, source());
    const rows = await testDatabase.database.read.selectFrom('admin_credentials').selectAll().execute();
    return rows.flatMap((row) => {
      const id = row.admin_id;
      return ring.open(getPlace(id), String(row.totp_secret)) === `canary ${id}` ? [] : [id];
    });
  }

  it('create a key file with mode 600, and use it again', async () => {
    const ring = await openKeyring(testDatabase.database, source());
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const sealed = ring.seal(getPlace(1), 'canary');
    const again = await openKeyring(testDatabase.database, source());
    expect(again.open(getPlace(1), sealed)).toBe('canary');
    expect(again.mac('session', 'a', 'b')).toBe(ring.mac('session', 'a', 'b'));
    expect(ring.mac('session', 'ab')).not.toBe(ring.mac('session', 'a', 'b'));
    expect(ring.key('audit')).not.toEqual(ring.key('session'));
  });

  it('return a locked keyring without the key, create no other key, and unlock when the key is restored', async () => {
    const ring = await openKeyring(testDatabase.database, source());
    const sealed = ring.seal(getPlace(1), 'canary');
    const stored = readFileSync(file(), 'utf8');
    rmSync(file());
    const locked = await openKeyring(testDatabase.database, source());
    expect(locked.locked).toBe(true);
    for (const use of [
      () => locked.seal(getPlace(1), 'x'),
      () => locked.open(getPlace(1), sealed),
      () => locked.key('audit'),
    ])
      expect(use).toThrow(expect.objectContaining({ problem: 'busy' }));
    expect(() => readFileSync(file())).toThrow();
    expect((await openKeyring(testDatabase.database, source(Buffer.alloc(32, 7).toString('base64')))).locked).toBe(
      true,
    );
    writeFileSync(file(), stored);
    expect((await openKeyring(testDatabase.database, source())).open(getPlace(1), sealed)).toBe('canary');
  });

  it('create one root for concurrent processes', async () => {
    const rings = await Promise.all(
      Array.from({ length: 5 }, () =>
        openKeyring(testDatabase.database, source(Buffer.alloc(32, 9).toString('base64'))),
      ),
    );
    expect(new Set(rings.map((ring) => ring.mac('session', 'x'))).size).toBe(1);
  });

  it('rotate every value and retain the derived keys', async () => {
    await insertSealedValues(250);
    const running = await openKeyring(testDatabase.database, source());
    const before = running.key('audit');
    const { keyId, rewritten } = await rotateSecrets(testDatabase.database, source());
    expect(rewritten).toBe(250);
    const rows = await testDatabase.database.read
      .selectFrom('admin_credentials')
      .select(['admin_id', 'totp_secret'])
      .execute();
    expect(rows.filter((row) => !String(row.totp_secret).startsWith(`v1.${keyId}.`))).toEqual([]);
    expect(await findUnreadable()).toEqual([]);
    expect((await openKeyring(testDatabase.database, source())).key('audit')).toEqual(before);
    expect(running.open(getPlace(Number(rows[0]?.admin_id)), String(rows[0]?.totp_secret))).toContain('canary');
  });

  it('resume a rotation that was interrupted at any point', async () => {
    await insertSealedValues(320);
    for (const cutAt of [0, 1, 2, 3]) {
      let chunks = 0;
      const cut = {
        ...testDatabase.database,
        transaction: async <T>(run: Parameters<typeof testDatabase.database.transaction<T>>[0]) => {
          chunks += 1;
          if (chunks > cutAt) throw new Error('cut off');
          return testDatabase.database.transaction(run);
        },
      };
      await expect(rotateSecrets(cut, source())).rejects.toThrow('cut off');
      expect(await findUnreadable()).toEqual([]);
      await rotateSecrets(testDatabase.database, source(), { resume: true });
      expect(await findUnreadable()).toEqual([]);
    }
    expect((await rotateSecrets(testDatabase.database, source(), { resume: true })).rewritten).toBe(0);
  });

  it('skip and count values that no key opens', async () => {
    await insertSealedValues(3);
    const { database } = testDatabase;
    await database.transaction((tx) =>
      tx
        .updateTable('admin_credentials')
        .set({ totp_secret: 'v1.000000000000.AAAA.AAAA' })
        .where('admin_id', '=', 2)
        .execute(),
    );
    expect(await rotateSecrets(database, source())).toMatchObject({ rewritten: 2, broken: 1 });
  });
});
