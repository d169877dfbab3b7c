import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { emptyDatabase, serverDatabases } from './empty-database.ts';
import { readyzProxy } from './readyz-proxy.ts';
import { type RunningServer, startServer } from './server-process.ts';

describe('server shutdown', () => {
  test('reports not ready immediately, answers calls while draining, and then exits with a stream still open', async () => {
    const server = await startServer({ args: ['--drain-seconds', '3'] });
    const token = await server.firstAdmin();
    const client = { name: 'watcher', scopes: ['event'] };
    const { data } = await server.insist('/service-client/create', client, { token });
    const headers = { authorization: `Bearer ${data.clientId}.${data.secret}`, accept: 'text/event-stream' };
    const subscribe = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
    const stream = await fetch(`${server.url}/api/v1/service/event/subscribe`, subscribe);
    expect(stream.status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

    const begun = performance.now();
    const stopped = server.stop();
    const readyz = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return { status: answer.status, body: await answer.text() };
    };
    await expect.poll(readyz, { interval: 20 }).toEqual({ status: 503, body: '{"ok":false,"reasons":["draining"]}' });
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    const info = await server.call('/info', {}, { token });
    expect({ code: info.code, connection: info.headers.get('connection') }).toEqual({
      code: 20000,
      connection: 'close',
    });
    const { code, ms } = await stopped;
    await stream.text().catch(() => '');
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(3_000);
    expect(ms).toBeLessThan(3_000 + 10_000);
  });
});

const shared = serverDatabases.filter((kind) => kind === 'postgres');

test.each(shared)(
  'a rolling restart of three servers on %s loses no call behind a proxy that asks for readiness',
  async (kind) => {
    const database = await emptyDatabase(kind);
    const folder = mkdtempSync(path.join(tmpdir(), 'gantry-rolling-'));
    const env = { GANTRY_MASTER_KEY: Buffer.alloc(32, 3).toString('base64') };
    const start = (name: string, port: number) => {
      const args = [...database.flags, '--port', String(port), '--drain-seconds', '3'];
      return startServer({ data: path.join(folder, name), env, args });
    };
    const names = ['one', 'two', 'three'];
    const servers: RunningServer[] = [];
    for (const name of names) servers.push(await start(name, 0));
    const [first] = servers;
    const token = (await first?.firstAdmin()) ?? '';
    const proxy = await readyzProxy(servers.map(({ port }) => port));
    await expect.poll(() => proxy.ready().length).toBe(3);

    const outcomes = new Map<string, number>();
    let isOver = false;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const callers = Array.from({ length: 3 }, async () => {
      while (!isOver) {
        const sent = { method: 'POST', headers, body: '{}' };
        const outcome = await fetch(`${proxy.url}/api/v1/admin/info`, sent).then(
          async (answer) => `${answer.status} ${(await answer.text()).slice(0, 13)}`,
          (error: unknown) => String(error),
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        await delay(50);
      }
    });
    try {
      for (const [at, name] of names.entries()) {
        const { port, stop } = servers[at] as RunningServer;
        expect((await stop()).code).toBe(0);
        servers[at] = await start(name, port);
        await expect.poll(() => proxy.ready().includes(port)).toBe(true);
      }
    } finally {
      isOver = true;
      await Promise.all(callers);
      await proxy.close();
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
    expect([...outcomes.keys()]).toEqual(['200 {"code":20000']);
    expect(outcomes.get('200 {"code":20000')).toBeGreaterThan(50);
  },
  180_000,
);
