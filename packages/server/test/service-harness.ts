import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import {
  createServiceClient,
  fullAccess,
  type ServiceApiClient,
  type ServiceCredentials,
  serviceBase,
  type Transport,
} from '@gantry/core';
import { pino } from 'pino';
import { type Foundation, openFoundation } from '../src/bootstrap.ts';
import { readConfig } from '../src/config.ts';
import { compose } from '../src/create-server.ts';
import { createAdmin } from '../src/modules/auth/first-admin.ts';
import { createSessionDeps } from '../src/modules/auth/session-deps.ts';
import { createTranslators } from '../src/platform/http/request-context.ts';
import { listViolations } from './ledger-violations.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface Answered {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly headers: Headers;
}

export interface OtherAdmin {
  readonly id: number;
  /** Creates an access token of the admin, after an identity confirmation. */
  accessToken(): Promise<string>;
  call(path: string, body: unknown, key?: string): Promise<Answered>;
  prove(): Promise<void>;
  /** Returns the text of a file. */
  download(path: string, body: unknown): Promise<string>;
}

/** The full server over an empty database, with its first admin signed in. */
export interface ServiceHarness {
  readonly foundation: Foundation;
  /** URL where it listens. */
  readonly url: string;
  /** The server's data folder. */
  readonly data: string;
  readonly place: TestDatabase['place'];
  /** SQL texts of the statements run so far, including those of background work. */
  readonly statements: string[];
  /** The current time for the server, UTC ms. */
  now: number;
  /** Makes a call with any session token or access token. */
  callAs(token: string, path: string, body: unknown, key?: string): Promise<Answered>;
  /** Makes a call as the first admin; `key` is the idempotency key of a repeated call. */
  admin(path: string, body: unknown, key?: string): Promise<Answered>;
  /** Returns the file that a call of the first admin responds with. */
  download(path: string, body: unknown): Promise<string>;
  /** Makes a raw call of the service API. */
  service(path: string, body: unknown, token: string | null, key?: string | null): Promise<Answered>;
  newClient(values?: Readonly<Record<string, unknown>>): Promise<ServiceCredentials & { readonly id: number }>;
  /** Confirms the first admin's identity with the password, as a step-up requires. */
  proveMyself(): Promise<void>;
  /** Creates a new session of the first admin; earlier ones expire when the clock moves by days. */
  signIn(): Promise<void>;
  /** Creates another admin and signs them in. */
  otherAdmin(username: string): Promise<OtherAdmin>;
  api(credentials: ServiceCredentials): ServiceApiClient;
  broken(): Promise<string[]>;
  drop(): Promise<void>;
}

const person = { username: 'first-admin', password: 'violet-harbor-93-tundra-kite', name: 'First' };

const transport: Transport = async ({ url, body, headers }) => {
  const answer = await fetch(url, { method: 'POST', body, headers: { ...headers } });
  return { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') };
};

async function post(url: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Answered> {
  const sent = { 'content-type': 'application/json', 'accept-language': 'en-US', ...headers };
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: sent });
  const read = (await answer.json()) as Omit<Answered, 'status' | 'headers'>;
  return { ...read, errors: read.errors ?? {}, data: read.data ?? {}, status: answer.status, headers: answer.headers };
}

export async function createServiceHarness(kind: 'sqlite' | 'postgres'): Promise<ServiceHarness> {
  const testDatabase = await createTestDatabase(kind);
  await testDatabase.database.close();
  const data = mkdtempSync(`${tmpdir()}/gantry-service-`);
  const { place } = testDatabase;
  const database = 'sqlite' in place ? place.sqlite : place.postgres;
  const flags = new Map(Object.entries({ data, database, port: '0', 'rate-limit': '0' }));
  const state = { now: Date.now() };
  const statements: string[] = [];
  const onQuery = (text: string) => void statements.push(text);
  const log = pino({ level: 'silent' });
  const foundation = await openFoundation(readConfig(flags, {}), log, () => state.now, { onQuery });
  const composition = await compose(foundation, readConfig(flags, {}));
  await composition.app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${(composition.app.server.address() as AddressInfo).port}`;
  const session = { token: '' };
  const callAs: ServiceHarness['callAs'] = (token, path, body, key = randomUUID()) =>
    post(`${baseUrl}/api/v1/admin${path}`, body, {
      'idempotency-key': key,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    });
  const admin: ServiceHarness['admin'] = (path, body, key) => callAs(session.token, path, body, key);
  await admin('/setup/create', { code: await composition.setupCode(), ...person });
  const { username, password } = person;
  const signIn = async () => {
    session.token = '';
    session.token = String((await admin('/login', { username, password })).data.token);
  };
  await signIn();
  return {
    foundation,
    url: baseUrl,
    data,
    place,
    statements,
    get now() {
      return state.now;
    },
    set now(value: number) {
      state.now = value;
    },
    admin,
    callAs,
    async download(path, body) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${session.token}` };
      const url = `${baseUrl}/api/v1/admin${path}`;
      return (await fetch(url, { method: 'POST', body: JSON.stringify(body), headers })).text();
    },
    service: (path, body, token, key = randomUUID()) =>
      post(`${baseUrl}${serviceBase}${path}`, body, {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(key === null ? {} : { 'idempotency-key': key }),
      }),
    async newClient(values = {}) {
      const made = await admin('/service-client/create', { name: randomUUID(), scopes: ['all'], ...values });
      const { id, clientId, secret } = made.data;
      if (typeof secret !== 'string') throw new Error(`no client was made: ${JSON.stringify(made)}`);
      return { id: Number(id), clientId: String(clientId), secret };
    },
    signIn,
    proveMyself: async () => {
      const { code } = await admin('/step-up', { password });
      if (code !== 20_000) throw new Error(`no step-up: ${code}`);
    },
    async otherAdmin(name) {
      const given = { username: name, password, name, role: 'admin', permissionSet: fullAccess } as const;
      const requester = { caller: null, locale: 'en-US', t: createTranslators()['en-US'] } as const;
      const { id } = await createAdmin(createSessionDeps(foundation), requester, given);
      const token = String((await admin('/login', { username: name, password })).data.token);
      const call: OtherAdmin['call'] = (path, body, key) => callAs(token, path, body, key);
      const accessToken = async () => String((await call('/access-token/create', { name: 'script' })).data.token);
      const prove = async () => {
        const { code } = await call('/step-up', { password });
        if (code !== 20_000) throw new Error(`no step-up: ${code}`);
      };
      const read: OtherAdmin['download'] = async (path, body) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const url = `${baseUrl}/api/v1/admin${path}`;
        return (await fetch(url, { method: 'POST', body: JSON.stringify(body), headers })).text();
      };
      return { id: Number(id), call, prove, accessToken, download: read };
    },
    api: (credentials) => createServiceClient({ baseUrl, transport, credentials, newKey: randomUUID }),
    broken: () => listViolations(foundation.database),
    async drop() {
      await composition.stop(0);
      await foundation.database.close();
      await testDatabase.drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
