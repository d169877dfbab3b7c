import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { type ExpectStatic, test } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from './server-process.ts';

const body = JSON.stringify({ username: firstAdmin.username, password: 'not-the-password-at-all' });

interface InFlight {
  /** Sends the rest of the request and returns the response. */
  finish(): Promise<{ readonly status: number; readonly connection: string | undefined }>;
}

/** Starts a request whose headers the server has confirmed, with the body still to be sent. */
function begin(agent: Agent, url: string): Promise<InFlight> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers });
    const answered = new Promise<Awaited<ReturnType<InFlight['finish']>>>((answer, fail) => {
      sent.on('response', (response) => {
        response.resume();
        const { statusCode: status = 0, headers: given } = response;
        response.on('end', () => answer({ status, connection: given.connection }));
        // No effect after the server has requested the body.
        reject(new Error(`answered with ${status} before its body was asked for`));
      });
      sent.on('error', fail);
    });
    answered.catch(() => {}); // The failure surfaces where the response is awaited.
    const finish = () => {
      sent.end(body);
      return answered;
    };
    sent.on('continue', () => resolve({ finish }));
    sent.on('error', reject);
    sent.flushHeaders();
  });
}

/** How long a stop waits for a stalled upload, in ms. */
const drainMs = 10_000;

/** Waits until the server has received its stop signal, after which it accepts no new connections. */
async function isClosed(server: RunningServer, expect: ExpectStatic): Promise<void> {
  const isOpen = () =>
    fetch(`${server.url}/livez`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen, { interval: 20 }).toBe(false);
}

test.concurrent('answers requests in progress, closes idle connections, aborts a stalled upload and exits with 0', async ({
  expect,
}) => {
  const server = await startServer();
  await server.firstAdmin();
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const login = `${server.url}/api/v1/admin/login`;

  const stalled = await begin(agent, login);
  const calls = await Promise.all(Array.from({ length: 100 }, () => begin(agent, login)));
  const stopped = server.stop();
  await isClosed(server, expect);
  const answers = await Promise.all(calls.map((call) => call.finish()));
  const { code, ms } = await stopped;
  await expect(stalled.finish()).rejects.toThrow();
  agent.destroy();

  for (const { status, connection } of answers) {
    expect([401, 422, 429, 503]).toContain(status);
    expect(connection).toBe('close');
  }
  expect(code).toBe(0);
  expect(ms).toBeLessThan(30_000);
});

test.concurrent('stops immediately when idle, even with open connections', async ({ expect }) => {
  const server = await startServer();
  const idle = connect(server.port, '127.0.0.1');
  await fetch(`${server.url}/livez`);
  const { code, ms } = await server.stop('SIGINT');
  idle.destroy();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(drainMs);
});

test.concurrent('exits immediately on a second signal', async ({ expect }) => {
  const server = await startServer();
  const agent = new Agent();
  await begin(agent, `${server.url}/api/v1/admin/login`);
  const first = server.stop();
  await isClosed(server, expect);
  process.kill(server.pid, 'SIGTERM');
  const { code, ms } = await first;
  agent.destroy();
  expect(code).toBe(1);
  expect(ms).toBeLessThan(drainMs);
});

test.concurrent('accepts no new connections while it stops', async ({ expect }) => {
  const server = await startServer();
  const agent = new Agent();
  await begin(agent, `${server.url}/api/v1/admin/login`);
  const stopped = server.stop();
  await isClosed(server, expect);
  agent.destroy();
  expect((await stopped).code).toBe(0);
});
