import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CliTransport, createTransport } from './transport.ts';

type Act = (response: ServerResponse) => void;

const ok: Act = (response) => response.end('{"code":20000}');
const cut: Act = (response) => response.destroy();
const busy: Act = (response) => response.writeHead(503, { 'retry-after': '0' }).end('{"code":50300}');
const rubbish: Act = (response) => response.end('<html>');

let server: Server;
let transport: CliTransport;
let base: string;
/** What the line does to each call in turn; the last one goes on. */
let acts: Act[];
let keys: (string | undefined)[];

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    const act = (acts.length > 1 ? acts.shift() : acts[0]) ?? ok;
    request.resume().on('end', () => act(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  transport = createTransport(base, 30);
});
afterAll(async () => {
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  keys = [];
});

const send = (path: string, line: Act[], key?: string) => {
  acts = line;
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return transport.send({ url: `${base}/api/v1/admin/${path}`, body: '{}', headers });
};

describe('a call over a bad line', () => {
  test('is sent again under its one key until it is answered', async () => {
    expect(await send('notice/create', [cut, busy, ok], 'k')).toMatchObject({ status: 200 });
    expect(keys).toEqual(['k', 'k', 'k']);
  });

  test('is sent four times at most, and returns the last rejection', async () => {
    expect(await send('notice/list', [busy])).toMatchObject({ status: 503, body: '{"code":50300}' });
    expect(keys).toHaveLength(4);
    await expect(send('notice/create', [cut], 'k')).rejects.toThrow();
    expect(keys).toHaveLength(8);
  });

  test('is sent once when it writes without a key, because its outcome is unknown', async () => {
    await expect(send('notice/create', [cut, ok])).rejects.toThrow();
    expect(await send('notice/create', [busy])).toMatchObject({ status: 503 });
    expect(keys).toEqual([undefined, undefined]);
  });

  test('is not sent again for an answer that cannot be read', async () => {
    expect(await send('notice/create', [rubbish, ok], 'k')).toMatchObject({ status: 200, body: '<html>' });
    expect(keys).toHaveLength(1);
  });

  test('is waited for as long as was said, and not at all where that would not do', async () => {
    const soon: Act = (response) => response.writeHead(429, { 'retry-after': '0.01' }).end('{"code":42900}');
    const late: Act = (response) => response.writeHead(429, { 'retry-after': '60' }).end('{"code":42900}');
    const patient = createTransport(base, 30, { maxWaitMs: 30_000 });
    const sent = { url: `${base}/api/v1/admin/notice/list`, body: '{}', headers: {} };
    acts = [soon, soon, soon, soon, soon, ok];
    expect(await patient.send(sent)).toMatchObject({ status: 200 });
    acts = [late];
    expect(await patient.send(sent)).toMatchObject({ status: 429 });
    expect(keys).toHaveLength(7);
    await patient.close();
  });
});
