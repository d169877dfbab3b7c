import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerCors } from './cors.ts';

const allowed = 'https://console.example';
let origins: readonly string[] = [allowed];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (!answerCors(request, response, origins)) response.end('body');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function send(headers: Record<string, string>, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { method, headers });
  const [origin, vary] = ['access-control-allow-origin', 'vary'].map((name) => response.headers.get(name));
  return { status: response.status, body: await response.text(), origin, vary };
}

it('lets an allowed origin read a response, and sends vary: origin with every response', async () => {
  origins = [allowed];
  expect(await send({ origin: allowed })).toEqual({ status: 200, body: 'body', origin: allowed, vary: 'origin' });
  const other = { status: 200, body: 'body', origin: null, vary: 'origin' };
  expect(await send({ origin: 'https://stranger.example' })).toEqual(other);
  expect(await send({})).toEqual(other);
});

it('responds only to preflights of allowed origins', async () => {
  origins = [allowed];
  const preflight = { 'access-control-request-method': 'POST' };
  expect(await send({ origin: allowed, ...preflight }, 'OPTIONS')).toMatchObject({ status: 204, body: '' });
  expect(await send({ origin: 'https://stranger.example', ...preflight }, 'OPTIONS')).toMatchObject({ body: 'body' });
});

it('adds no header when no origin is allowed', async () => {
  origins = [];
  expect(await send({ origin: allowed })).toEqual({ status: 200, body: 'body', origin: null, vary: null });
});
