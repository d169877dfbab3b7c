import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { firstAdmin, startServer } from './server-process.ts';

/** Signing in hashes a password: a call that is in work for a while, and queues behind others. */
const slowBody = JSON.stringify({ username: firstAdmin.username, password: 'not-the-password-at-all' });

interface Outcome {
  readonly status: number;
  readonly connection: string | undefined;
}

/** A call on a connection that its client wants to keep. */
function postOnKept(agent: Agent, url: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': slowBody.length } },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(slowBody);
  });
}

test('a stop answers what is in work, says goodbye to kept connections, cuts a stalled upload and exits 0', async () => {
  const server = await startServer();
  await server.firstAdmin();
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const login = `${server.url}/api/v1/admin/login`;

  const stalled = connect(server.port, '127.0.0.1', () => {
    stalled.write(
      'POST /api/v1/admin/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{',
    );
  });
  stalled.on('error', () => {});
  const stalledEnds = new Promise((resolve) => stalled.once('close', resolve));
  await postOnKept(agent, login);

  const inFlight = Array.from({ length: 100 }, () => postOnKept(agent, login));
  await delay(150);
  const stopped = server.stop();
  const answers = await Promise.all(inFlight);
  const { code, ms } = await stopped;
  await stalledEnds;
  agent.destroy();

  expect(answers).toHaveLength(100);
  for (const { status } of answers) expect([401, 422, 429]).toContain(status);
  expect(answers.some(({ connection }) => connection === 'close')).toBe(true);
  expect(code).toBe(0);
  expect(ms).toBeLessThan(12_000);
});

test('with nothing to do it stops at once, whoever holds a connection open', async () => {
  const server = await startServer();
  const idle = connect(server.port, '127.0.0.1');
  await fetch(`${server.url}/livez`);
  await delay(100);
  const { code, ms } = await server.stop('SIGINT');
  idle.destroy();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(2_000);
});

test('a second signal does not wait', async () => {
  const server = await startServer();
  const stalled = connect(server.port, '127.0.0.1', () => {
    stalled.write(
      'POST /api/v1/admin/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
  });
  stalled.on('error', () => {});
  await delay(200);
  const first = server.stop();
  await delay(300);
  process.kill(server.pid, 'SIGTERM');
  const { code, ms } = await first;
  stalled.destroy();
  expect(code).toBe(1);
  expect(ms).toBeLessThan(2_000);
});

test('while it stops, nobody new is let in', async () => {
  const server = await startServer();
  const stalled = connect(server.port, '127.0.0.1', () => {
    stalled.write(
      'POST /api/v1/admin/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
  });
  stalled.on('error', () => {});
  await delay(200);
  const stopped = server.stop();
  const isOpen = () =>
    fetch(`${server.url}/livez`).then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen, { timeout: 5_000, interval: 50 }).toBe(false);
  stalled.destroy();
  expect((await stopped).code).toBe(0);
});
