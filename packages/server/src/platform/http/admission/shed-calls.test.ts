import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Envelope, getError } from '@gantry/core';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendRaw } from '../../../../test/raw-http.ts';
import { type CallLane, createShed, type LaneOf, queueCalls } from './shed-calls.ts';

/** A line with `places`, whose calls start on command. */
function lineOf(positions: number) {
  const waiting: (() => void)[] = [];
  const hasCapacity = () => waiting.length < positions;
  const admits = (call: () => void) => hasCapacity() && waiting.push(call) > 0;
  return { line: { hasCapacity, admits }, waiting };
}
const outbound = (more: Partial<CallLane>): CallLane => ({ path: '/api', isLimited: false, ...lineOf(0), ...more });
const callsAt =
  (found: CallLane): LaneOf =>
  (url) =>
    url.startsWith('/api/') ? found : null;

test('a call that is turned away is told why and when to come again, in its language; whatever is no call gets its answer', async () => {
  const shed: unknown[] = [];
  const isShed = createShed(callsAt(outbound({})), (...what) => shed.push(what));
  const server = createServer((request, response) => {
    if (!isShed(request, response)) response.end('alive');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = async (language: string) => {
    const answer = await fetch(`${url}/api/call`, {
      method: 'POST',
      body: '{}',
      headers: { 'accept-language': language },
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: (await answer.json()) as Envelope,
    };
  };
  const [chinese, english] = [await call('zh-CN'), await call('en-US')];
  expect(chinese.status).toBe(503);
  expect(chinese.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  expect(chinese.body).toMatchObject({
    code: 50_300,
    data: { retryAfter: 1, requestId: chinese.headers['x-request-id'] },
  });
  expect([chinese.body.message, english.body.message]).toEqual([getError('busy').zh, getError('busy').en]);
  expect((await call('en-US')).headers['x-request-id']).not.toBe(english.headers['x-request-id']);
  expect(shed).toEqual([
    ['/api', 503, 50_300],
    ['/api', 503, 50_300],
    ['/api', 503, 50_300],
  ]);
  expect(await (await fetch(`${url}/livez`)).text()).toBe('alive');
  await new Promise((resolve) => server.close(resolve));
});

async function waitingApp(found: CallLane, isNoisy: (address: string) => boolean) {
  const app = Fastify({ trustProxy: ['127.0.0.1'] });
  queueCalls(
    app,
    callsAt(found),
    async ({ ip }) => (isNoisy(ip) ? 7 : null),
    () => {},
  );
  app.post('/api/call', async () => 'done');
  await app.ready();
  return (ip: string, url = '/api/call') => app.inject({ url, method: 'POST', headers: { 'x-forwarded-for': ip } });
}

test('a call starts when its turn comes, and an address that calls too often takes no place of others', async () => {
  const { line, waiting } = lineOf(1);
  const call = await waitingApp(outbound({ line, isLimited: true }), (ip) => ip === '192.0.2.1');
  const noisy = await call('192.0.2.1');
  expect([noisy.statusCode, noisy.headers['retry-after'], noisy.json().code]).toEqual([429, '7', 42_900]);
  expect((await call('192.0.2.1', '/%61pi/call')).statusCode).toBe(429);
  const other = call('192.0.2.2');
  await expect.poll(() => waiting.length).toBe(1);
  expect((await call('192.0.2.3')).statusCode).toBe(503);
  waiting.shift()?.();
  expect((await other).body).toBe('done');
});

test('where the limit is another one, addresses are not counted', async () => {
  const { line, waiting } = lineOf(1);
  const call = await waitingApp(outbound({ line }), () => true);
  const answer = call('192.0.2.1');
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.();
  expect((await answer).statusCode).toBe(200);
});

test('what was asked over a connection that has ended is not started', async () => {
  const { line, waiting } = lineOf(9);
  const app = Fastify();
  const begun: string[] = [];
  queueCalls(app, callsAt(outbound({ line })), null, () => {});
  app.post('/api/call', async () => begun.push('call'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const request = 'POST /api/call HTTP/1.1\r\nhost: here\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
  const leaving = connect(port, '127.0.0.1', () => leaving.write(request));
  await expect.poll(() => waiting.length).toBe(1);
  leaving.destroy();
  const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  const staying = sendRaw(port, request);
  await expect.poll(() => waiting.length).toBe(2);
  for (const begin of waiting) begin();
  expect((await staying).status).toBe(200);
  expect(begun).toEqual(['call']);
  await app.close();
});
