import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import type { SecretPlace } from './envelope.ts';
import { openKeyring } from './keyring.ts';
import { rotateSecrets } from './rotate.ts';

const placeOf = (id: number): SecretPlace => ({ table: 'admin_credentials', id, column: 'totp_secret' });

describe.each(databaseKinds)('the keyring over %s', (kind) => {
  let fresh: TestDatabase;
  let folder: string;
  const source = (given?: string) => ({ given, folder });
  beforeEach(async () => {
    fresh = await createTestDatabase(kind);
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-keys-'));
  });
  afterEach(async () => {
    await fresh.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const file = () => path.join(folder, 'master.key');

  async function fill(count: number): Promise<void> {
    const ring = await openKeyring(fresh.database, source());
    const rows = Array.from({ length: count }, (_, at) => ({
      admin_id: at + 1,
      password_hash: '',
      password_length: 0,
      password_changed_at: 0,
      totp_secret: ring.seal(placeOf(at + 1), `canary ${at + 1}`),
    }));
    await fresh.database.transaction((tx) => tx.insertInto('admin_credentials').values(rows).execute());
  }

  async function unreadable(): Promise<number[]> {
    const ring = await openKeyring(fresh.database, source());
    const rows = await fresh.database.read.selectFrom('admin_credentials').selectAll().execute();
    return rows.flatMap((row) => {
      const id = row.admin_id;
      return ring.open(placeOf(id), String(row.totp_secret)) === `canary ${id}` ? [] : [id];
    });
  }

  it('makes a key file for its owner alone, and opens with it again', async () => {
    const ring = await openKeyring(fresh.database, source());
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const sealed = ring.seal(placeOf(1), 'canary');
    const again = await openKeyring(fresh.database, source());
    expect(again.open(placeOf(1), sealed)).toBe('canary');
    expect(again.mac('session', 'a', 'b')).toBe(ring.mac('session', 'a', 'b'));
    expect(ring.mac('session', 'ab')).not.toBe(ring.mac('session', 'a', 'b'));
    expect(ring.key('audit')).not.toEqual(ring.key('session'));
  });

  it('is locked without its key, makes no other, and opens again when the key is back', async () => {
    const ring = await openKeyring(fresh.database, source());
    const sealed = ring.seal(placeOf(1), 'canary');
    const stored = readFileSync(file(), 'utf8');
    rmSync(file());
    const locked = await openKeyring(fresh.database, source());
    expect(locked.locked).toBe(true);
    for (const use of [
      () => locked.seal(placeOf(1), 'x'),
      () => locked.open(placeOf(1), sealed),
      () => locked.key('audit'),
    ])
      expect(use).toThrow(expect.objectContaining({ problem: 'busy' }));
    expect(() => readFileSync(file())).toThrow();
    expect((await openKeyring(fresh.database, source(Buffer.alloc(32, 7).toString('base64')))).locked).toBe(true);
    writeFileSync(file(), stored);
    expect((await openKeyring(fresh.database, source())).open(placeOf(1), sealed)).toBe('canary');
  });

  it('is made once, whoever comes first', async () => {
    const rings = await Promise.all(
      Array.from({ length: 5 }, () => openKeyring(fresh.database, source(Buffer.alloc(32, 9).toString('base64')))),
    );
    expect(new Set(rings.map((ring) => ring.mac('session', 'x'))).size).toBe(1);
  });

  it('rotates every value and keeps what was derived', async () => {
    await fill(250);
    const running = await openKeyring(fresh.database, source());
    const before = running.key('audit');
    const { keyId, rewritten } = await rotateSecrets(fresh.database, source());
    expect(rewritten).toBe(250);
    const rows = await fresh.database.read
      .selectFrom('admin_credentials')
      .select(['admin_id', 'totp_secret'])
      .execute();
    expect(rows.filter((row) => !String(row.totp_secret).startsWith(`v1.${keyId}.`))).toEqual([]);
    expect(await unreadable()).toEqual([]);
    expect((await openKeyring(fresh.database, source())).key('audit')).toEqual(before);
    expect(running.open(placeOf(Number(rows[0]?.admin_id)), String(rows[0]?.totp_secret))).toContain('canary');
  });

  it('goes on with a rotation that was cut off anywhere', async () => {
    await fill(320);
    for (const cutAt of [0, 1, 2, 3]) {
      let chunks = 0;
      const cut = {
        ...fresh.database,
        transaction: async <T>(run: Parameters<typeof fresh.database.transaction<T>>[0]) => {
          chunks += 1;
          if (chunks > cutAt) throw new Error('cut off');
          return fresh.database.transaction(run);
        },
      };
      await expect(rotateSecrets(cut, source())).rejects.toThrow('cut off');
      expect(await unreadable()).toEqual([]);
      await rotateSecrets(fresh.database, source(), { resume: true });
      expect(await unreadable()).toEqual([]);
    }
    expect((await rotateSecrets(fresh.database, source(), { resume: true })).rewritten).toBe(0);
  });

  it('passes over what no key opens, and counts it', async () => {
    await fill(3);
    const { database } = fresh;
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
