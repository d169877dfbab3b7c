import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { addLimits, createLagWatch } from './limits.ts';

function watchWith(waits: readonly number[]): boolean[] {
  let now = 0;
  const keepsUp = createLagWatch(() => now);
  return waits.map((wait) => {
    now += wait;
    return keepsUp();
  });
}

test('one long piece of work is no overload, a loop that is late three times in a row is, until it is in time', () => {
  expect(watchWith([50, 5_000, 51, 50])).toEqual([true, true, true, true]);
  expect(watchWith([5_000, 5_000, 51, 5_000, 5_000])).toEqual([true, true, true, true, true]);
  expect(watchWith([300, 300, 300, 300, 249, 300])).toEqual([true, true, false, false, true, true]);
});

async function limited(perMinute: number): Promise<FastifyInstance> {
  const app = Fastify({ trustProxy: ['127.0.0.1'] });
  app.setErrorHandler((error, _request, reply) => reply.code(429).send(error));
  await app.register(async (api) => {
    await addLimits(api, perMinute);
    api.post('/call', async (request) => request.ip);
  });
  return app;
}
const callFrom = (app: FastifyInstance, ip: string, body = {}) =>
  app
    .inject({ url: '/call', method: 'POST', headers: { 'x-forwarded-for': ip }, body })
    .then(({ statusCode }) => statusCode);

test('an address may call so often in a minute, whatever it sends, and others are not counted with it', async () => {
  const app = await limited(3);
  const codes = [];
  for (let n = 0; n < 5; n++) codes.push(await callFrom(app, '192.0.2.1', { username: `other-${n}` }));
  expect(codes).toEqual([200, 200, 200, 429, 429]);
  expect(await callFrom(app, '192.0.2.2')).toBe(200);
  await app.close();
});

test('a network of IPv6 counts as one address', async () => {
  const app = await limited(3);
  const codes = [];
  for (let n = 1; n <= 5; n++) codes.push(await callFrom(app, `2001:db8:1:2::${n}`));
  expect(codes).toEqual([200, 200, 200, 429, 429]);
  expect(await callFrom(app, '2001:db8:1:3::1')).toBe(200);
  await app.close();
});

test('0 is no limit', async () => {
  const app = await limited(0);
  for (let n = 0; n < 50; n++) expect(await callFrom(app, '192.0.2.1')).toBe(200);
  await app.close();
});
