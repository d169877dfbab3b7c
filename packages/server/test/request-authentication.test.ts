import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawPost, sendRaw } from './raw-http.ts';
import { type RunningServer, runProgram, startServer } from './server-process.ts';

let server: RunningServer;
let token: string;

beforeAll(async () => {
  server = await startServer();
  token = await server.firstAdmin();
});
afterAll(() => server.stop());

async function getCode(headers: readonly string[], path = '/info'): Promise<number> {
  const { body } = await sendRaw(server.port, rawPost(path, '{}', headers));
  return (JSON.parse(body) as { code: number }).code;
}

describe('token authentication', () => {
  test('accepts one Authorization header with Bearer in any case', async () => {
    expect(await getCode([`authorization: Bearer ${token}`])).toBe(20000);
    expect(await getCode([`AUTHORIZATION: bearer ${token}`])).toBe(20000);
    expect(await getCode([`authorization: BEARER   ${token}`])).toBe(20000);
  });

  test.each([
    ['no header', () => []],
    ['two headers', () => [`authorization: Bearer ${token}`, `authorization: Bearer ${token}`]],
    ['a bad header before a good one', () => ['authorization: Bearer x', `authorization: Bearer ${token}`]],
    ['two tokens in one', () => [`authorization: Bearer ${token}, Bearer ${token}`]],
    ['another scheme', () => [`authorization: Basic ${token}`]],
    ['no scheme', () => [`authorization: ${token}`]],
    ['x-api-key', () => [`x-api-key: ${token}`]],
    ['a cookie', () => [`cookie: token=${token}; authorization=Bearer ${token}`]],
    ['x-access-token', () => [`x-access-token: ${token}`]],
    ['proxy-authorization', () => [`proxy-authorization: Bearer ${token}`]],
  ])('rejects %s', async (_name, headers) => {
    expect(await getCode(headers())).toBe(40001);
  });

  test('rejects a token in the URL', async () => {
    expect(await getCode([], `/info?token=${token}`)).toBe(40001);
    expect(await getCode([], `/info?access_token=${token}&authorization=Bearer%20${token}`)).toBe(40001);
    expect(server.log()).not.toContain(token);
  });
});

test('ignores a header that names another method', async () => {
  const answer = await sendRaw(
    server.port,
    'GET /api/v1/admin/info HTTP/1.1\r\nhost: a\r\nx-http-method-override: POST\r\nconnection: close\r\n\r\n',
  );
  expect(answer.status).toBe(405);
});

test('accepts only POST for every call', async () => {
  const { stdout } = await runProgram(['snapshot', 'routes']);
  const paths = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/)[1] ?? '');
  expect(paths.length).toBeGreaterThan(80);
  for (const path of paths) {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
      const answer = await fetch(`${server.url}/api/v1/admin${path}`, { method });
      expect(`${method} ${path} ${answer.status} ${answer.headers.get('allow')}`).toBe(`${method} ${path} 405 POST`);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      if (method !== 'HEAD') expect(await answer.json()).toMatchObject({ code: 40500 });
    }
  }
});

describe('cross-site requests', () => {
  const post = (headers: Record<string, string>, body = '{}') =>
    fetch(`${server.url}/api/v1/admin/notice/create`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'a form of type %s is rejected',
    async (type) => {
      const answer = await post({ 'content-type': type }, '{"title":"t","content":"c"}');
      expect(answer.status).toBe(415);
      expect(await answer.json()).toMatchObject({ code: 41500 });
    },
  );

  test.each(['cross-site', 'same-site'])('are rejected when the browser marks them %s', async (site) => {
    const answer = await post({ 'content-type': 'application/json', 'sec-fetch-site': site });
    expect(await answer.json()).toMatchObject({ code: 40300 });
  });

  test('write nothing', async () => {
    const { data } = await server.call('/notice/list', {}, { token });
    expect(data.total).toBe(0);
  });
});
