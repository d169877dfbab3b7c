import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from './raw-http.ts';
import { type RunningServer, startServer } from './server-process.ts';

let server: RunningServer;
let token: string;

beforeAll(async () => {
  server = await startServer();
  token = await server.firstAdmin();
});
afterAll(() => server.stop());

const json = { 'content-type': 'application/json' };
const call = (path: string) => `/api/v1/admin${path}`;
const requests: [name: string, status: number, path: string, () => RequestInit][] = [
  ['a call', 200, call('/info'), () => ({ method: 'POST', headers: { authorization: `Bearer ${token}` } })],
  ['a call without a token', 401, call('/info'), () => ({ method: 'POST' })],
  ['a call that is not there', 404, call('/nothing'), () => ({ method: 'POST' })],
  ['a GET of a call', 405, call('/info'), () => ({})],
  ['a body that is no JSON', 422, call('/login'), () => ({ method: 'POST', headers: json, body: '{' })],
  ['a body of another type', 415, call('/login'), () => ({ method: 'POST', headers: {}, body: 'a' })],
  [
    'a body that is too large',
    413,
    call('/login'),
    () => ({ method: 'POST', headers: json, body: 'x'.repeat(300_000) }),
  ],
  ['a file that is not there', 404, '/files/nothing.png', () => ({})],
  ['a script that is not there', 404, '/assets/nothing.js', () => ({})],
  ['an address that is no address', 404, '/%zz', () => ({})],
  ['the runtime configuration', 200, '/config.json', () => ({})],
  ['the OpenAPI document', 200, '/openapi.json', () => ({})],
  ['the OpenAPI document of services', 200, '/openapi-service.json', () => ({})],
  ['the API reference', 200, '/docs', () => ({})],
  ['the script of the API reference', 200, '/docs/reference.js', () => ({})],
  ['health', 200, '/livez', () => ({})],
  ['a page of the console', 200, '/orders/order-table', () => ({})],
];

test.each(requests)('%s answers %i with every security header', async (_name, status, path, init) => {
  const answer = await fetch(server.url + path, init());
  expect(answer.status).toBe(status);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const directive of [
    "default-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ]) {
    expect(policy).toContain(directive);
  }
  expect(policy).not.toContain('unsafe');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  });
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  expect(answer.headers.get('server')).toBeNull();
  if (path.startsWith('/api/')) expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('answers input that is rejected before it is a request with nothing but an envelope', async () => {
  const answer = await sendRaw(server.port, 'this is no HTTP\r\n\r\n');
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 42200, data: { requestId: expect.any(String) } });
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('sets HSTS behind a trusted proxy that terminates TLS', async () => {
  const behind = await startServer({ args: ['--trust-proxy', '127.0.0.1'] });
  const prompt = (headers: Record<string, string>) => fetch(`${behind.url}/livez`, { headers });
  const secure = await prompt({ 'x-forwarded-proto': 'https' });
  const plain = await prompt({});
  await behind.stop();
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(plain.headers.get('strict-transport-security')).toBeNull();
});

test('returns the request ID with an error and logs the same ID', async () => {
  const answer = await server.call('/info');
  const { requestId } = answer.data;
  expect(requestId).toBe(answer.headers.get('x-request-id'));
  await expect.poll(() => server.log()).toContain(String(requestId));
});

test('returns errors in the requested language', async () => {
  const said = async (language: string) =>
    (await server.call('/info', {}, { headers: { 'accept-language': language } })).message;
  expect(await said('zh-CN,zh;q=0.9,en;q=0.8')).toBe('请先登录');
  expect(await said('en;q=0.2, ZH-cn;q=0.9')).toBe('请先登录');
  expect(await said('zh-TW')).toBe('Sign in first');
  expect(await said('en-GB')).toBe('Sign in first');
  expect(await said('fr')).toBe('Sign in first');
  expect(await said('*')).toBe('请先登录');
});

// Runs after the other tests.
test('logs no warning for any of these requests', () => {
  expect(server.log()).not.toContain('Warning');
});
