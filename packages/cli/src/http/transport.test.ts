import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CliTransport, createTransport } from './transport.ts';

type Respond = (response: ServerResponse) => void;

const ok: Respond = (response) => response.end('{"code":20000}');
const disconnect: Respond = (response) => response.destroy();
const busy: Respond = (response) => response.writeHead(503, { 'retry-after': '0' }).end('{"code":50300}');
const unreadable: Respond = (response) => response.end('<html>');

let server: Server;
let transport: CliTransport;
let base: string;
/** The server's reactions to successive calls; the last one repeats. */
let reactions: Respond[];
let keys: (string | undefined)[];

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    const respond = (reactions.length > 1 ? reactions.shift() : reactions[0]) ?? ok;
    request.resume().on('end', () => respond(response));
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

const send = (path: string, responses: Respond[], key?: string) => {
  reactions = responses;
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return transport.send({ url: `${base}/api/v1/admin/${path}`, body: '{}', headers });
};

describe('the transport', () => {
  test('repeats a call with the same key until it is answered', async () => {
    expect(await send('notice/create', [disconnect, busy, ok], 'k')).toMatchObject({ status: 200 });
    expect(keys).toEqual(['k', 'k', 'k']);
  });

  test('sends a call at most four times and returns the last rejection', async () => {
    expect(await send('notice/list', [busy])).toMatchObject({ status: 503, body: '{"code":50300}' });
    expect(keys).toHaveLength(4);
    await expect(send('notice/create', [disconnect], 'k')).rejects.toThrow();
    expect(keys).toHaveLength(8);
  });

  test('sends a write without a key only once, because its outcome is unknown', async () => {
    await expect(send('notice/create', [disconnect, ok])).rejects.toThrow();
    expect(await send('notice/create', [busy])).toMatchObject({ status: 503 });
    expect(keys).toEqual([undefined, undefined]);
  });

  test('does not repeat a call whose response cannot be read', async () => {
    expect(await send('notice/create', [unreadable, ok], 'k')).toMatchObject({ status: 200, body: '<html>' });
    expect(keys).toHaveLength(1);
  });

  test('repeats a call for at most the given time, and not at all when the server asks for a longer wait', async () => {
    const soon: Respond = (response) => response.writeHead(429, { 'retry-after': '0.01' }).end('{"code":42900}');
    const late: Respond = (response) => response.writeHead(429, { 'retry-after': '60' }).end('{"code":42900}');
    const patient = createTransport(base, 30, { maxWaitMs: 30_000 });
    const sent = { url: `${base}/api/v1/admin/notice/list`, body: '{}', headers: {} };
    reactions = [soon, soon, soon, soon, soon, ok];
    expect(await patient.send(sent)).toMatchObject({ status: 200 });
    reactions = [late];
    expect(await patient.send(sent)).toMatchObject({ status: 429 });
    expect(keys).toHaveLength(7);
    await patient.close();
  });
});
