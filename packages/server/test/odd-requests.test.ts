import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawPost, sendRaw } from './raw-http.ts';
import { type Answer, post, type RunningServer, startServer } from './server-process.ts';

let server: RunningServer;
let token: string;

beforeAll(async () => {
  server = await startServer();
  token = await server.firstAdmin();
});
afterAll(() => server.stop());

const url = (path: string) => `${server.url}/api/v1/admin${path}`;

/** Expects an error envelope: a 4xx that reveals no internals. */
function expectRefusal(answer: Pick<Answer, 'status' | 'text'>, what: string): void {
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  const shape = { status: answer.status >= 400 && answer.status < 500, code: typeof body.code };
  expect({ what, ...shape }).toEqual({ what, status: true, code: 'number' });
  expect(body.data).toHaveProperty('requestId');
  expect(answer.text).not.toMatch(/node_modules|\.ts:|\.mjs:|SyntaxError|at .*\(/);
}

/** Expects an envelope with any result except an internal error. */
function expectEnvelope(answer: Answer, what: string): void {
  const kind = `${answer.status >= 500 ? 'failure' : 'answer'} ${typeof answer.code} ${typeof answer.message}`;
  expect(`${kind}: ${what}`).toBe(`answer number string: ${what}`);
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

const rejected: [name: string, body: string][] = [
  ['not JSON', '{"a":'],
  ['half a string', '"'],
  ['NaN', '{"page":NaN}'],
  ['a comment', '{/* */}'],
  ['a trailing comma', '{"page":1,}'],
  ['a byte order mark', '\ufeff{}'],
  ['33 arrays in each other', nested(33, '[', ']')],
  ['100,000 arrays in each other', nested(100_000, '[', ']')],
  ['20,000 objects in each other', nested(20_000, '{"a":', '}').replace('}', '1}')],
  ['depth behind a string of brackets', `{"a":"[[[[","b":${nested(40, '[', ']')}}`],
  ['__proto__', '{"__proto__":{"admin":true}}'],
  ['an escaped __proto__', '{"\\u005f_proto__":{"admin":true}}'],
  ['__proto__ deep inside', '{"filters":{"a":[{"__proto__":1}]}}'],
  ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '1'],
  ['a text', '"{}"'],
  ['true', 'true'],
  ['a number where an object should be', '{"filters":7}'],
  ['a number beyond what is safe', '{"page":9007199254740993}'],
  ['a number without end', `{"page":1${'0'.repeat(1000)}}`],
  ['a very small number', '{"page":1e-999}'],
  ['a text where a number should be', '{"page":"1"}'],
  ['an array where a number should be', '{"page":[1]}'],
  ['null where a number should be', '{"page":null}'],
  ['an unknown key', '{"page":1,"nothing":2}'],
  ['a NUL', '{"keyword":"\\u0000"}'],
];

test.each(rejected)('rejects %s in the envelope', async (name, body) => {
  const answer = await post(url('/notice/list'), body, { token });
  expectRefusal(answer, name);
  expect(answer.code).toBe(42200);
});

test('accepts 32 arrays, a duplicate key and a lone surrogate', async () => {
  const deep = await post(url('/notice/list'), `{"filters":${nested(31, '[', ']')}}`, { token });
  expect(deep.errors).toHaveProperty('filters');
  expect((await post(url('/notice/list'), '{"page":2,"page":1}', { token })).code).toBe(20000);
  expectEnvelope(await post(url('/notice/list'), '{"keyword":"\\ud800"}', { token }), 'a lone surrogate');
});

test('reads a missing body as an empty object', async () => {
  const raw = await fetch(url('/info'), { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  expect(await raw.json()).toMatchObject({ code: 20000 });
  expect((await post(url('/info'), '', { token })).code).toBe(20000);
});

test.each([
  ['/content_data', '{"days":null,"metric":null}'],
  ['/order_panel', '{"range":null,"granularity":null}'],
  ['/message_panel', '{"limit":null}'],
  ['/usage-record/chart', '{"measure":null}'],
])('treats empty values of %s like omitted ones', async (path, body) => {
  expect(await post(url(path), body, { token })).toMatchObject({ status: 200, code: 20000 });
});

const contentTypes = [
  'application/json;charset=utf-8',
  'application/json ; charset="utf-8"',
  'APPLICATION/JSON',
  'application/json\t; charset=utf-8',
  'application/json, text/plain',
  'application/jsonp',
  'application/json+x',
  'text/json',
  'text/plain',
  '*/*',
  'a',
  'application/json;',
  'application/json; charset=utf-16',
  ';',
  '__proto__',
  'constructor',
];

test.each(contentTypes)(
  'the content type %j is either JSON or rejected, and never reads past the checks',
  async (type) => {
    const answer = await sendRaw(
      server.port,
      rawPost('/notice/create', '{"nothing":1}', [`authorization: Bearer ${token}`, `content-type: ${type}`]),
    );
    expectRefusal({ status: answer.status, text: answer.body }, type);
    expect([415, 422]).toContain(answer.status);
  },
);

const head = (more: string[]) => ['POST /api/v1/admin/login HTTP/1.1', 'host: a', 'connection: close', ...more];
const broken: [name: string, bytes: string][] = [
  ['an expectation that nobody meets', [...head(['expect: miracles', 'content-length: 0']), '', ''].join('\r\n')],
  ['two lengths', [...head(['content-length: 2', 'content-length: 3']), '', '{}x'].join('\r\n')],
  ['a length and chunks', [...head(['content-length: 2', 'transfer-encoding: chunked']), '', '0', '', ''].join('\r\n')],
  ['a negative length', [...head(['content-length: -1']), '', ''].join('\r\n')],
  ['a length of letters', [...head(['content-length: two']), '', ''].join('\r\n')],
  ['300 KB of headers', [...head([`x-long: ${'a'.repeat(300_000)}`]), '', ''].join('\r\n')],
  ['a header with a bare line feed', 'POST /api/v1/admin/login HTTP/1.1\nhost: a\n\n'],
  ['a space in a header name', [...head(['x y: 1']), '', ''].join('\r\n')],
  ['two hosts', [...head(['host: b', 'content-length: 0']), '', ''].join('\r\n')],
  ['no host', 'POST /api/v1/admin/login HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['an unknown method', 'FETCH /api/v1/admin/login HTTP/1.1\r\nhost: a\r\n\r\n'],
  ['TRACE', 'TRACE /api/v1/admin/login HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ['PROPFIND', 'PROPFIND /api/v1/admin/login HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
  ['HTTP 9', 'POST /api/v1/admin/login HTTP/9.9\r\nhost: a\r\n\r\n'],
  ['an upgrade', [...head(['upgrade: websocket', 'content-length: 0']), '', ''].join('\r\n')],
  ['nothing but bytes', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
];

test.each(broken)('rejects %s and closes the connection', async (name, bytes) => {
  const answer = await sendRaw(server.port, Buffer.from(bytes, 'latin1'));
  expectRefusal({ status: answer.status, text: answer.body }, name);
});

test('is not polluted by a __proto__ header or query', async () => {
  const headers = [`authorization: Bearer ${token}`, '__proto__: {"x":1}', 'constructor: 1'];
  const answer = await sendRaw(server.port, rawPost('/info?__proto__[x]=1&constructor.prototype.x=1', '{}', headers));
  expect(answer.status).toBe(200);
  expect((await server.call('/info', {}, { token })).data).not.toHaveProperty('x');
});

const anyJson = fc.jsonValue({ maxDepth: 6, noUnicodeString: false });
const paths = [
  '/login',
  '/notice/list',
  '/notice/create',
  '/notice/update',
  '/notice/get',
  '/settings/save',
  '/admin/update',
];

test('answers any JSON sent to any call with an envelope and keeps running', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), anyJson, async (path, value) => {
      const body = JSON.stringify(value);
      expectEnvelope(await post(url(path), body, { token }), `${path} ${body}`);
    }),
    { numRuns: 500 },
  );
});

test('handles values of any type under the right names', async () => {
  const values = fc.record(
    {
      id: anyJson,
      version: anyJson,
      title: anyJson,
      page: anyJson,
      pageSize: anyJson,
      filters: fc.oneof(anyJson, fc.dictionary(fc.constantFrom('id', 'status', 'createdAt', 'toString'), anyJson)),
      sort: fc.oneof(anyJson, fc.array(fc.record({ field: fc.string(), order: fc.constantFrom('asc', 'desc') }))),
      keyword: fc.oneof(fc.string({ unit: 'binary' }), anyJson),
      cursor: fc.oneof(fc.string(), fc.base64String(), anyJson),
      columns: fc.array(fc.string()),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), values, async (path, value) => {
      const body = JSON.stringify(value);
      expectEnvelope(await post(url(path), body, { token }), `${path} ${body}`);
    }),
    { numRuns: 500 },
  );
});

test('answers any bytes sent as a body with an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const response = await fetch(url('/login'), {
        method: 'POST',
        body: Buffer.from(bytes),
        headers: { 'content-type': 'application/json' },
      });
      const text = await response.text();
      expectRefusal({ status: response.status, text }, Buffer.from(bytes).toString('hex'));
    }),
    { numRuns: 200 },
  );
});
