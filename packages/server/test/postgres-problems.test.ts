import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../src/platform/store/connect-database.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { certificate } from './alipay-certificates.ts';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { runProgram } from './server-process.ts';

interface TlsDoor {
  readonly port: number;
  /** The certificate, which is its own CA. */
  readonly ca: string;
  close(): Promise<void>;
}

/** A TLS proxy for a PostgreSQL without TLS, with a certificate for `localhost`. */
async function offerTls(port: number): Promise<TlsDoor> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ca = certificate({ serial: '2a', issuer: 'localhost', subject: pair, signer: pair, by: 'ecdsa' });
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const sockets = new Set<Socket>();
  const source = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    near.once('data', () => {
      near.write('S');
      const secure = new TLSSocket(near, { isServer: true, key, cert: ca });
      const far = connect(port, '127.0.0.1');
      secure.on('error', () => far.destroy());
      far.on('error', () => secure.destroy());
      secure.pipe(far).pipe(secure);
    });
  });
  await new Promise<void>((resolve) => source.listen(0, 'localhost', resolve));
  return {
    port: (source.address() as AddressInfo).port,
    ca,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => source.close(resolve));
    },
  };
}

describe.each(serverDatabases.filter((kind) => kind === 'postgres'))('start on %s', (kind) => {
  let empty: EmptyDatabase;
  /** Owned by a role whose connections can be limited, unlike those of a superuser. */
  let limited: EmptyDatabase;
  let folder: string;
  const role = `gantry_${process.pid}`;
  beforeAll(async () => {
    [empty, limited] = await Promise.all([emptyDatabase(kind), emptyDatabase(kind)]);
    folder = mkdtempSync(path.join(tmpdir(), 'gantry-problems-'));
    await query(`create role ${role} login`);
    await query(`alter database ${new URL(limited.url ?? '').pathname.slice(1)} owner to ${role}`);
  });
  afterAll(async () => {
    await limited.drop();
    await query(`drop role ${role}`);
    await empty.drop();
    rmSync(folder, { recursive: true });
  });

  async function query(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: empty.url ?? '' });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }
  function urlWith(change: (url: URL) => void): string {
    const url = new URL(empty.url ?? '');
    change(url);
    return url.href;
  }
  const migrate = async (url: string, ...more: string[]) => {
    const { code, stderr } = await runProgram(['migrate', '--data', folder, '--database', url, ...more]);
    return { code, stderr };
  };

  it('prints what is wrong and what to do in one sentence', async () => {
    const missing = urlWith((url) => {
      url.pathname = '/no_such_database';
    });
    const plain = urlWith((url) => url.searchParams.set('sslmode', 'require'));
    const readOnly = urlWith((url) => url.searchParams.set('options', '-c default_transaction_read_only=on'));
    const [noDatabase, noTls, standby] = await Promise.all([migrate(missing), migrate(plain), migrate(readOnly)]);
    expect(noDatabase).toEqual({
      code: 1,
      stderr:
        'Failed: The database does not exist on this server. Create it with createdb, or correct its name in --database.\n',
    });
    expect(noTls.stderr).toContain('PostgreSQL does not offer TLS. Enable ssl there, or set sslmode=disable');
    expect(standby.stderr).toContain('PostgreSQL is read-only, as a standby is. Point --database at the primary');
  });

  it('trusts a configured private CA, and says how to configure one', async () => {
    const source = await offerTls(Number(new URL(empty.url ?? '').port));
    const ca = path.join(folder, 'ca.pem');
    writeFileSync(ca, source.ca);
    const at = (host: string, mode: string) =>
      urlWith((url) => {
        [url.hostname, url.port] = [host, String(source.port)];
        url.searchParams.set('sslmode', mode);
      });
    const open = async (url: string, file: string | null) => {
      const database = openDatabase({ postgres: url, ca: file });
      await database.ping().finally(() => database.close());
      return 'connected';
    };
    try {
      expect(await open(at('localhost', 'verify-full'), ca)).toBe('connected');
      expect(await open(at('localhost', 'require'), null)).toBe('connected');
      expect((await migrate(at('localhost', 'verify-full'))).stderr).toContain('--database-ca FILE or sslrootcert');
      const named = urlWith((url) => {
        [url.hostname, url.port] = ['localhost', String(source.port)];
      });
      expect(await migrate(named, '--database-ca', ca)).toMatchObject({ code: 0 });
    } finally {
      await source.close();
    }
  });

  const limitedUrl = () => {
    const url = new URL(limited.url ?? '');
    url.username = role;
    return url.href;
  };

  it('waits for a server without free connections, and fails when it remains full', async () => {
    await query(`alter role ${role} connection limit 0`);
    const place = { postgres: limitedUrl() };
    await expect(connectDatabase(place, { startMs: 0 })).rejects.toMatchObject({ code: '53300' });
    const problems: string[] = [];
    const onWait = (problem: string) => {
      problems.push(problem);
      void query(`alter role ${role} connection limit -1`);
    };
    const database = await connectDatabase(place, { onWait });
    expect(problems).toEqual(['full']);
    await database.close();
  });

  it('does not answer a ping when only reserved connections are left', async () => {
    await query(`alter role ${role} connection limit 1`);
    const database = openDatabase({ postgres: limitedUrl() });
    try {
      const error = await database.ping().catch((reason: unknown) => reason);
      expect(database.dialect.isBusy(error)).toBe(true);
      await query(`alter role ${role} connection limit -1`);
      await database.ping();
    } finally {
      await database.close();
    }
  });
});
