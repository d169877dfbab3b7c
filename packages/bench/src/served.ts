import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { pino } from 'pino';
import { openFoundation } from '../../server/src/bootstrap.ts';
import { readConfig } from '../../server/src/config.ts';
import { compose } from '../../server/src/create-server.ts';
import type { Database } from '../../server/src/platform/store/database.ts';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';

export interface Answered {
  readonly status: number;
  readonly body: { readonly code: number; readonly data: unknown };
}
export type Post = (path: string, body: unknown, key?: string) => Promise<Answered>;

export interface Served {
  readonly database: Database;
  /** Calls the API as the signed-in first admin; retries while the server is busy with the benchmark itself. */
  readonly post: Post;
  /** The loopback port, for other clients. */
  readonly port: number;
  stop(): Promise<void>;
}

/** The same key for every run, because a database is served more than once. */
export const masterKey = Buffer.alloc(32, 7).toString('base64');
export const person = { username: 'bench', password: 'a-long-bench-password-7', name: 'Bench' };

/** Creates a client with one persistent connection to a local server; it reads each response completely. */
export function client(port: number, headers: () => Readonly<Record<string, string>>): { post: Post; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post: Post = (to, body, key) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const keyed: Readonly<Record<string, string>> = key === undefined ? {} : { 'idempotency-key': key };
      const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
      const options = { host: '127.0.0.1', port, path: to, method: 'POST', agent };
      const sent = request({ ...options, headers: { ...length, ...headers(), ...keyed } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const read = JSON.parse(Buffer.concat(parts).toString('utf8')) as Answered['body'];
          resolve({ status: answer.statusCode ?? 0, body: read });
        });
      });
      // The server may have closed the persistent connection meanwhile, so the request never arrived.
      sent.once('error', (error: NodeJS.ErrnoException) =>
        sent.reusedSocket && error.code === 'ECONNRESET' ? resolve(post(to, body, key)) : reject(error),
      );
      sent.end(text);
    });
  return { post, close: () => agent.destroy() };
}

/** Starts the full server over a database and signs its first admin in. */
export async function serve(place: DatabasePlace): Promise<Served> {
  const data = mkdtempSync(path.join(tmpdir(), 'gantry-bench-'));
  const database = 'sqlite' in place ? place.sqlite : place.postgres;
  const flags = new Map([
    ['data', data],
    ['database', database],
    ['rate-limit', '0'],
    ['port', '0'],
  ]);
  const config = readConfig(flags, { GANTRY_MASTER_KEY: masterKey });
  const foundation = await openFoundation(config, pino({ level: 'silent' }));
  const composition = await compose(foundation, config);
  // Listens for commits of other processes, like a production server.
  foundation.database.changes.listen();
  await composition.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = composition.app.server.address() as AddressInfo;
  let token = '';
  const { post, close } = client(port, () => (token === '' ? {} : { authorization: `Bearer ${token}` }));
  const call: Post = async (to, body, key) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await post(`/api/v1/admin${to}`, body, key);
      if (answer.body.code === 20_000 || answer.body.code === 20_001) return answer;
      if (tries === 20 || answer.status !== 503) throw new Error(`${to}: ${JSON.stringify(answer)}`);
      await delay(500);
    }
  };
  const code = await composition.setupCode();
  if (code !== null) await call('/setup/create', { code, ...person });
  const { username, password } = person;
  token = ((await call('/login', { username, password })).body.data as { token: string }).token;
  return {
    database: foundation.database,
    post: call,
    port,
    async stop() {
      close();
      await composition.stop(0);
      await foundation.database.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts a plain Fastify server that responds to every POST with the same object, and a client for it. */
export async function serveBare(answer: unknown): Promise<{ post: Post; stop(): Promise<void> }> {
  const app = Fastify();
  app.post('/', async () => answer);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const { post, close } = client(port, () => ({}));
  return {
    post,
    async stop() {
      close();
      await app.close();
    },
  };
}
