import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Envelope, getError } from '@gantry/core';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendRaw } from '../../../../test/raw-http.ts';
import { type CallLane, createShed, type LaneOf, queueCalls } from './shed-calls.ts';

/** A line with a capacity of `positions`, whose calls are started by the test. */
function createLine(capacity: number) {
  const waiting: (() => void)[] = [];
  const hasCapacity = () => waiting.length < capacity;
  const admits = (call: () => void) => hasCapacity() && waiting.push(call) > 0;
  return { line: { hasCapacity, admits }, waiting };
}
const createLane = (more: Partial<CallLane>): CallLane => ({
  path: '/api',
  isLimited: false,
  ...createLine(0),
  ...more,
});
const laneAt =
  (lane: CallLane): LaneOf =>
  (url) =>
    url.startsWith('/api/') ? lane : null;

test('rejects a call with the reason and Retry-After in its language, and serves requests that are not calls', async () => {
  const shed: unknown[] = [];
  const isShed = createShed(laneAt(createLane({})), (...what) => shed.push(what));
  const server = createServer((request, response) => {
    if (!isShed(request, response)) response.end('alive');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = async (language: string) => {
    const response = await fetch(`${url}/api/call`, {
      method: 'POST',
      body: '{}',
      headers: { 'accept-language': language },
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: (await response.json()) as Envelope,
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

async function createQueueingApp(lane: CallLane, isOverLimit: (address: string) => boolean) {
  const app = Fastify({ trustProxy: ['127.0.0.1'] });
  queueCalls(
    app,
    laneAt(lane),
    async ({ ip }) => (isOverLimit(ip) ? 7 : null),
    () => {},
  );
  app.post('/api/call', async () => 'done');
  await app.ready();
  return (ip: string, url = '/api/call') => app.inject({ url, method: 'POST', headers: { 'x-forwarded-for': ip } });
}

test('starts a call when its turn comes, and rejects an address that calls too often without using capacity', async () => {
  const { line, waiting } = createLine(1);
  const call = await createQueueingApp(createLane({ line, isLimited: true }), (ip) => ip === '192.0.2.1');
  const rejected = await call('192.0.2.1');
  expect([rejected.statusCode, rejected.headers['retry-after'], rejected.json().code]).toEqual([429, '7', 42_900]);
  expect((await call('192.0.2.1', '/%61pi/call')).statusCode).toBe(429);
  const other = call('192.0.2.2');
  await expect.poll(() => waiting.length).toBe(1);
  expect((await call('192.0.2.3')).statusCode).toBe(503);
  waiting.shift()?.();
  expect((await other).body).toBe('done');
});

test('does not count addresses for calls with another limit', async () => {
  const { line, waiting } = createLine(1);
  const call = await createQueueingApp(createLane({ line }), () => true);
  const response = call('192.0.2.1');
  await expect.poll(() => waiting.length).toBe(1);
  waiting.shift()?.();
  expect((await response).statusCode).toBe(200);
});

test('does not start a call whose connection has ended', async () => {
  const { line, waiting } = createLine(9);
  const app = Fastify();
  const started: string[] = [];
  queueCalls(app, laneAt(createLane({ line })), null, () => {});
  app.post('/api/call', async () => started.push('call'));
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
  expect(started).toEqual(['call']);
  await app.close();
});
