import { ApiError } from '@gantry/core';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { addHeapLimit, createAddressLimit } from './shed-calls.ts';

async function createLimitedApp(perMinute: number): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy: ['127.0.0.1'] });
  const limit = await createAddressLimit(app, perMinute);
  app.addHook('onRequest', async (request, reply) => {
    const seconds = await limit(request);
    if (seconds !== null) return reply.code(429).header('retry-after', seconds).send();
  });
  app.post('/call', async (request) => request.ip);
  return app;
}
const callFrom = (app: FastifyInstance, ip: string, body = {}) =>
  app
    .inject({ url: '/call', method: 'POST', headers: { 'x-forwarded-for': ip }, body })
    .then(({ statusCode }) => statusCode);

test('limits the calls of an IP address per minute, whatever they contain, and counts other addresses separately', async () => {
  const app = await createLimitedApp(3);
  const codes = [];
  for (let n = 0; n < 5; n++) codes.push(await callFrom(app, '192.0.2.1', { username: `other-${n}` }));
  expect(codes).toEqual([200, 200, 200, 429, 429]);
  expect(await callFrom(app, '192.0.2.2')).toBe(200);
  const { headers } = await app.inject({
    url: '/nowhere',
    method: 'POST',
    headers: { 'x-forwarded-for': '192.0.2.1' },
  });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await app.close();
});

test('counts an IPv6 network as one address', async () => {
  const app = await createLimitedApp(3);
  const codes = [];
  for (let n = 1; n <= 5; n++) codes.push(await callFrom(app, `2001:db8:1:2::${n}`));
  expect(codes).toEqual([200, 200, 200, 429, 429]);
  expect(await callFrom(app, '2001:db8:1:3::1')).toBe(200);
  await app.close();
});

test('rejects new calls when the heap is almost full', async () => {
  const callWithHeap = async (maxBytes?: number) => {
    const app = Fastify();
    addHeapLimit(app, maxBytes);
    app.setErrorHandler((error, _request, reply) => reply.code(error instanceof ApiError ? 503 : 500).send());
    app.get('/call', async () => 'done');
    const { statusCode } = await app.inject('/call');
    await app.close();
    return statusCode;
  };
  expect([await callWithHeap(), await callWithHeap(1)]).toEqual([200, 503]);
});
