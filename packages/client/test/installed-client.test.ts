import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import type * as Client from '../src/index.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

/** Packs the client as npm publishes it, installs it in a project of its own, and loads it from there. */
async function loadInstalled(project: string): Promise<typeof Client> {
  const npm = (...args: string[]) => execFileSync('npm', [...args, '--offline'], { cwd: project, encoding: 'utf8' });
  execFileSync(compiler, ['-p', path.join(home, 'tsconfig.build.json')]);
  const [packed] = JSON.parse(npm('pack', home, '--ignore-scripts', '--json')) as [{ filename: string }];
  writeFileSync(path.join(project, 'package.json'), '{"type":"module","private":true}');
  npm('install', '--no-audit', '--no-fund', `./${packed.filename}`);
  return import(path.join(project, 'node_modules/@gantry/client/dist/index.js'));
}

describe('the client, packed and installed in another project', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'gantry-client-'));
  let server: RunningServer;
  let client: typeof Client;
  let token: string;
  let credentials: { readonly clientId: string; readonly secret: string };
  beforeAll(async () => {
    [client, server] = await Promise.all([loadInstalled(project), startServer({ args: ['--base-path', '/gantry'] })]);
    token = await server.firstAdmin();
    await server.call('/step-up', { password: firstAdmin.password }, { token });
    const made = await server.call('/service-client/create', { name: 'test', scopes: ['all'] }, { token });
    credentials = { clientId: String(made.data.clientId), secret: String(made.data.secret) };
  });
  afterAll(async () => {
    await server.stop();
    rmSync(project, { recursive: true, force: true });
  });

  it('reads, pages and writes through the admin API', async () => {
    const admin = client.createAdminClient({ baseUrl: `${server.url}/gantry`, token });
    const keys = ['one', 'two', 'three'];
    for (const word of keys)
      await admin.call('/banned-word/create', { word, match: 'contains', action: 'block' }, { idempotencyKey: word });
    const repeated = admin.call(
      '/banned-word/create',
      { word: 'one', match: 'contains', action: 'block' },
      { idempotencyKey: 'one' },
    );
    await expect(repeated).resolves.toMatchObject({ word: 'one' });
    const words: unknown[] = [];
    for await (const record of admin.listAll('/banned-word', { pageSize: 2, sort: [{ field: 'id', order: 'asc' }] }))
      words.push(record.word);
    expect(words).toEqual(keys);
  });

  it.each([false, true])('calls the service API (signed: %s)', async (signed) => {
    const service = client.createServiceClient({ baseUrl: `${server.url}/gantry`, ...credentials, signed });
    await expect(service.call('configSnapshot', {})).resolves.toHaveProperty('version');
    const lost = service.call('userGet', { userId: 999_999 });
    await expect(lost).rejects.toMatchObject({ name: 'GantryError', code: 40400, status: 404 });
  });

  it('yields the events of the platform after a position', async () => {
    const service = client.createServiceClient({ baseUrl: `${server.url}/gantry`, ...credentials });
    const stop = new AbortController();
    const { value } = await service.events({ since: '0-0', events: ['lexicon.changed'], signal: stop.signal }).next();
    expect(value).toMatchObject({ event: 'lexicon.changed', resource: 'bannedWord' });
  });

  it('waits as Retry-After says and sends the same key again', async () => {
    const keys: unknown[] = [];
    const busy = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']);
      const isFirst = keys.length === 1;
      response.writeHead(isFirst ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' });
      response.end(
        JSON.stringify({ code: isFirst ? 50300 : 20000, message: '', data: { holdNo: 'H1', status: 'released' } }),
      );
    });
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const address = busy.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const service = client.createServiceClient({ baseUrl, ...credentials });
    await expect(service.call('billingRelease', { holdNo: 'H1' })).resolves.toMatchObject({ status: 'released' });
    busy.close();
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });
});
