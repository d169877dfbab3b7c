import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BreakableProxy, breakableProxy } from './breakable-proxy.ts';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { type Answer, firstAdmin, type RunningServer, startServer } from './server-process.ts';

const lostOnes = serverDatabases.filter((dialect) => dialect === 'postgres');

test('breakable proxy cuts, stalls and restores the connection', async () => {
  const echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const between = await breakableProxy('127.0.0.1', (echo.address() as AddressInfo).port);
  const socket = connect(between.port, '127.0.0.1').on('error', () => {});
  const received: string[] = [];
  socket.on('data', (piece) => received.push(piece.toString()));
  const saysBack = (words: string) => expect.poll(() => received.join('')).toBe(words);
  socket.write('a');
  await saysBack('a');
  between.stall();
  socket.write('b');
  await delay(200);
  expect(received.join('')).toBe('a');
  between.mend();
  await saysBack('ab');
  between.cut();
  await expect.poll(() => socket.destroyed).toBe(true);
  await between.close();
  echo.close();
});

describe.each(lostOnes)('lost %s database', () => {
  let database: EmptyDatabase;
  let proxy: BreakableProxy;
  let server: RunningServer;
  let token: string;

  beforeAll(async () => {
    database = await emptyDatabase('postgres');
    const url = new URL(database.url ?? '');
    proxy = await breakableProxy(url.hostname, Number(url.port));
    url.port = String(proxy.port);
    server = await startServer({ database: url.href, args: ['--metrics-port', '0'] });
    token = await server.firstAdmin();
  });
  afterAll(async () => {
    proxy.mend();
    await server.stop();
    await proxy.close();
    await database.drop();
  });

  const list = () => server.call('/notice/list', {}, { token });
  const create = (title: string, key: string) =>
    server.call('/notice/create', { title, content: 'c' }, { token, headers: { 'idempotency-key': key } });

  async function metrics(): Promise<string> {
    const port = /"port":(\d+),"msg":"serving metrics/.exec(server.log())?.[1];
    return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  }

  /** Repeats a call with the same key until its outcome is known. */
  async function createSurely(title: string): Promise<Answer> {
    for (let tries = 0; tries < 100; tries++) {
      const answer = await create(title, `key-${title}`);
      if (answer.code === 20000) return answer;
      expect([50300, 42900]).toContain(answer.code);
      await delay(100);
    }
    throw new Error(`${title} was never made`);
  }

  test('causes no crash, no loss and no duplicates when it is lost three times under load, and recovers in seconds', async () => {
    const made: string[] = [];
    let isOver = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; !isOver; n++) {
        const title = `w${writer}n${n}`;
        await createSurely(title);
        made.push(title);
      }
    });
    const waits: number[] = [];
    for (let round = 0; round < 3; round++) {
      await delay(400);
      proxy.cut();
      await delay(300);
      expect((await list()).code).toBe(50300);
      proxy.mend();
      const begun = performance.now();
      while ((await list()).code !== 20000) await delay(20);
      waits.push(performance.now() - begun);
    }
    isOver = true;
    await Promise.all(writers);
    expect(Math.max(...waits)).toBeLessThan(15_000);

    expect(made.length).toBeGreaterThan(4);
    const titles: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const { data } = await server.call('/notice/list', { page, pageSize: 200 }, { token });
      const items = data.items as { title: string }[];
      titles.push(...items.map(({ title }) => title));
      more = items.length === 200;
    }
    expect([...titles].sort()).toEqual([...made].sort());
  }, 90_000);

  test('still lets admins sign in and reports health while other calls use every connection', async () => {
    const client = { name: 'busy', scopes: ['all'], ratePerMinute: 1_000_000 };
    const made = await server.insist('/service-client/create', client, {
      token,
      headers: { 'idempotency-key': 'busy' },
    });
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${String(made.data.clientId)}.${String(made.data.secret)}`,
    };
    const outside = new pg.Client({ connectionString: database.url ?? '' });
    await outside.connect();
    await outside.query('begin');
    await outside.query('lock table users in access exclusive mode');
    let isOver = false;
    const callers = Array.from({ length: 30 }, async () => {
      while (!isOver) {
        const body = JSON.stringify({ userId: 1 });
        await fetch(`${server.url}/api/v1/service/user/get`, { method: 'POST', headers, body }).then((one) =>
          one.text(),
        );
        await delay(20);
      }
    });
    const waiting = async () => {
      const { rows } = await outside.query("select 1 from pg_locks where relation = 'users'::regclass and not granted");
      return rows.length;
    };
    try {
      await expect.poll(waiting).toBe(10);
      const { username, password } = firstAdmin;
      await expect.poll(async () => (await server.call('/login', { username, password })).code).toBe(20000);
      await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    } finally {
      isOver = true;
      await outside.end();
      await Promise.all(callers);
    }
    expect((await list()).code).toBe(20000);
  }, 90_000);

  test('is answered with an error in time when it hangs, and does not affect liveness', async () => {
    proxy.stall();
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.call('/setup/state')));
    const ms = performance.now() - begun;
    for (const { status, code, headers } of answers) {
      expect({ status, code, waits: Number(headers.get('retry-after')) > 0 }).toEqual({
        status: 503,
        code: 50300,
        waits: true,
      });
    }
    expect(ms).toBeLessThan(30_000);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    await expect.poll(metrics).toMatch(/^gantry_database_up 0$/m);
    expect(await metrics()).not.toMatch(/^gantry_(jobs|audit_log_entries)/m);
    proxy.mend();
    await expect.poll(metrics).toMatch(/^gantry_database_up 1$/m);
    expect(await metrics()).toMatch(/^gantry_audit_log_entries [1-9]/m);
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await list()).code).toBe(20000);
  }, 60_000);
});
