import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawPost, sendRaw } from './raw-http.ts';
import { type RunningServer, startServer } from './server-process.ts';

let server: RunningServer;
let token: string;
const tooLarge = JSON.stringify({ keyword: 'x'.repeat(8 * 1024 * 1024) });
const notice = '/notice/list';

beforeAll(async () => {
  server = await startServer();
  token = await server.firstAdmin();
});
afterAll(() => server.stop());

const codeIn = (body: string) => (JSON.parse(body) as { code: number }).code;

test('answers a body that is too large on a kept-alive connection, which remains usable', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/v1/admin${notice}`, { method: 'POST', headers, body: tooLarge });
  expect({ status: answer.status, code: codeIn(await answer.text()) }).toEqual({ status: 413, code: 41300 });
  expect((await server.call(notice, {}, { token })).code).toBe(20000);
});

test('answers a proxy that closes its connection after each call, however it frames the body', async () => {
  const authorization = `authorization: Bearer ${token}`;
  const framed = await sendRaw(server.port, rawPost(notice, tooLarge, [authorization]));
  expect({ status: framed.status, code: codeIn(framed.body) }).toEqual({ status: 413, code: 41300 });

  const head = [`POST /api/v1/admin${notice} HTTP/1.1`, 'host: test', 'connection: close', authorization];
  const chunk = `${tooLarge.length.toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`;
  const type = ['content-type: application/json', 'transfer-encoding: chunked', '', chunk];
  const chunked = await sendRaw(server.port, [...head, ...type].join('\r\n'));
  expect({ status: chunked.status, code: codeIn(chunked.body) }).toEqual({ status: 413, code: 41300 });
});

test('logs one warning for a proxy that is not configured, on the loopback too', async () => {
  const warning = 'a request came through a proxy, but --trust-proxy is not set';
  expect(server.log()).not.toContain(warning);
  for (let n = 0; n < 3; n++) await server.call('/info', {}, { token, headers: { 'x-forwarded-for': '203.0.113.7' } });
  await expect.poll(() => server.log()).toContain(warning);
  expect(server.log().split(warning)).toHaveLength(2);

  const trusting = await startServer({ args: ['--trust-proxy', '127.0.0.0/8'] });
  await trusting.call('/info', {}, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  await trusting.stop();
  expect(trusting.log()).not.toContain(warning);
});
