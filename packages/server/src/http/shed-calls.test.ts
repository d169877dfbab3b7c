import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { shedCalls } from './shed-calls.ts';

test('a call that is turned away is told why and when to come again, in its language; whatever is no call gets its answer', async () => {
  const app = Fastify();
  const shed: unknown[] = [];
  shedCalls(
    app,
    (path) => !path.startsWith('/api/'),
    (request, status, code) => shed.push([request.url, status, code]),
  );
  app.post('/api/call', async () => 'done');
  app.get('/livez', async () => 'alive');
  const call = (language: string) =>
    app.inject({ method: 'POST', url: '/api/call', body: {}, headers: { 'accept-language': language } });
  const [chinese, english] = [await call('zh-CN'), await call('en-US')];
  expect(chinese.statusCode).toBe(503);
  expect(chinese.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
  expect(chinese.json()).toMatchObject({ code: 50_300, data: { retryAfter: 1, requestId: expect.any(String) } });
  expect(chinese.json().message).not.toBe(english.json().message);
  expect(shed).toEqual([
    ['/api/call', 503, 50_300],
    ['/api/call', 503, 50_300],
  ]);
  expect((await app.inject('/livez')).body).toBe('alive');
  await app.close();
});
