import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyHost, proxyHost } from '../../../test/proxy-host.ts';
import { createOutboundClient, type OutboundRequest } from './gate.ts';
import { OutboundError, type OutboundPolicy } from './target.ts';

const publicOnly: OutboundPolicy = { publicHosts: [], privateHosts: [] };
let server: Server;
let port = 0;
let hits: string[] = [];
let handler: RequestListener = (_request, response) => response.end('inner');

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url} ${request.headers.host} ${request.headers.authorization ?? ''}`.trim());
    handler(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));

const createClient = (policy: OutboundPolicy, names: Readonly<Record<string, readonly string[]>> = {}) =>
  createOutboundClient({
    policy: async () => policy,
    resolve: async (host) => {
      const found = names[host];
      if (!found) throw new Error(`${host} is unknown`);
      return found;
    },
  });

async function getReason(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof OutboundError) return error.reason;
    throw error;
  }
  return 'none';
}

const privateAddresses = [
  '127.0.0.1',
  '127.1',
  '127.000.000.001',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '100.100.100.200',
  '168.63.129.16',
  '100.64.0.1',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[0:0:0:0:0:ffff:10.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
];

describe('createOutboundClient', () => {
  it.each(privateAddresses)('rejects the address %s', async (host) => {
    hits = [];
    for (const scheme of ['https', 'http'])
      expect(
        await getReason(createClient(publicOnly).send({ target: 'ai', url: `${scheme}://${host}:${port}/` })),
      ).toBe('address');
    expect(hits).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'data:text/plain,x', 'ftp://example.com/'])(
    'rejects the scheme of %s',
    async (url) => {
      expect(await getReason(createClient(publicOnly).send({ target: 'ai', url }))).toBe('scheme');
    },
  );

  it('rejects names with a private address, even if their other addresses are public', async () => {
    hits = [];
    const names = { 'inner.test': ['127.0.0.1'], 'half.test': ['93.184.215.14', '10.0.0.1'], 'six.test': ['::1'] };
    for (const name of Object.keys(names))
      expect(
        await getReason(createClient(publicOnly, names).send({ target: 'ai', url: `https://${name}:${port}/` })),
      ).toBe('address');
    expect(await getReason(createClient(publicOnly, names).send({ target: 'ai', url: 'https://inner.test./' }))).toBe(
      'address',
    );
    expect(await getReason(createClient(publicOnly, {}).send({ target: 'ai', url: 'https://gone.test/' }))).toBe('dns');
    expect(hits).toEqual([]);
  });

  it('rejects user names and passwords in a URL, and text that is not a URL', async () => {
    for (const url of [`https://example.com@127.0.0.1:${port}/`, 'https://user:pass@example.com/', 'x', ''])
      expect(await getReason(createClient(publicOnly).send({ target: 'ai', url }))).toBe('url');
  });

  it('calls public hosts only with TLS, and only listed ones when there is a list', async () => {
    const names = { 'example.com': ['93.184.215.14'], 'api.example.com': ['93.184.215.14'], 'evil.com': ['8.8.8.8'] };
    expect(await getReason(createClient(publicOnly, names).send({ target: 'ai', url: 'http://example.com/' }))).toBe(
      'scheme',
    );
    const policy = { publicHosts: ['example.com'], privateHosts: [] };
    for (const url of ['https://evil.com/', 'https://badexample.com/'])
      expect(
        await getReason(createClient(policy, { ...names, 'badexample.com': ['8.8.8.8'] }).send({ target: 'ai', url })),
      ).toBe('host');
  });

  it('resolves a name once and connects to the address that it has checked', async () => {
    const requested: string[] = [];
    const outbound = createOutboundClient({
      policy: async () => ({ publicHosts: [], privateHosts: ['rebind.test'] }),
      resolve: async (host) => {
        requested.push(host);
        return requested.length === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
      },
    });
    hits = [];
    const { status, body } = await outbound.send({ target: 'ai', url: `http://rebind.test:${port}/once` });
    expect([status, body.toString(), requested]).toEqual([200, 'inner', ['rebind.test']]);
    expect(hits).toEqual([`GET /once rebind.test:${port}`]);
  });

  it('allows the hosts, ports, addresses and networks of the policy, and no other port', async () => {
    const send = (privateHosts: string[], url = `http://127.0.0.1:${port}/`) =>
      getReason(
        createClient({ publicHosts: [], privateHosts }, { 'local.test': ['127.0.0.1'] }).send({ target: 'ai', url }),
      );
    expect(await send([`127.0.0.1:${port}`])).toBe('none');
    expect(await send(['127.0.0.0/8'], `http://local.test:${port}/`)).toBe('none');
    expect(await send(['local.test'], `http://local.test:${port}/`)).toBe('none');
    expect(await send([`127.0.0.1:${port + 1}`])).toBe('address');
    expect(await send(['10.0.0.0/8', 'other.test'])).toBe('address');
  });
});

describe('an outbound call', () => {
  const send = (request: Partial<OutboundRequest> = {}) =>
    createClient({ publicHosts: [], privateHosts: [`127.0.0.1:${port}`] }, { 'inner.test': ['127.0.0.1'] }).send({
      target: 'ai',
      url: `http://127.0.0.1:${port}/`,
      ...request,
    });

  it('follows no redirect unless requested, and never to a rejected address', async () => {
    handler = (_request, response) =>
      response.writeHead(302, { location: `http://[::ffff:127.0.0.1]:${port}/in` }).end();
    expect(await getReason(send())).toBe('redirect');
    expect(await getReason(send({ redirects: 3 }))).toBe('address');
    handler = (request, response) => {
      if (request.url === '/there') response.end('there');
      else response.writeHead(302, { location: '/there' }).end();
    };
    expect((await send({ redirects: 1 })).body.toString()).toBe('there');
    handler = (_request, response) => response.writeHead(302, { location: '/' }).end();
    expect(await getReason(send({ redirects: 5 }))).toBe('redirect');
  });

  it('limits the duration and the size of the response', async () => {
    handler = () => undefined;
    expect(await getReason(send({ timeoutMs: 100 }))).toBe('timeout');
    handler = (_request, response) => response.end('x'.repeat(2000));
    expect(await getReason(send({ maxBytes: 1999 }))).toBe('tooLarge');
    expect((await send({ maxBytes: 2000 })).body).toHaveLength(2000);
    handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'));
    expect(await getReason(send())).toBe('encoding');
    handler = (_request, response) => response.destroy();
    expect(await getReason(send())).toBe('connect');
  });

  it('does not include the URL or the request in its error', async () => {
    handler = (_request, response) => response.destroy();
    const failure: unknown = await send({ headers: { authorization: 'Bearer sk-secret' } }).catch((error) => error);
    expect(String(failure)).toBe('OutboundError: outbound: connect');
    expect(failure).not.toHaveProperty('cause');
  });
});

describe('an outbound call with a proxy', () => {
  let proxy: ProxyHost;
  beforeAll(async () => {
    proxy = await proxyHost();
  });
  afterAll(() => proxy.stop());
  const send = (url: string, privateHosts: readonly string[], names = {}) =>
    createClient({ publicHosts: [], privateHosts }, names).send({
      target: 'ai',
      url,
      proxy: proxy.url,
      timeoutMs: 2_000,
    });

  it('lets the proxy resolve names, and rejects the same addresses as without one', async () => {
    handler = (_request, response) => response.end('inner');
    const hostAndPort = `localhost:${port}`;
    const { body } = await send(`http://${hostAndPort}/x`, [proxy.host, hostAndPort]);
    expect([body.toString(), proxy.opened.at(-1)]).toEqual(['inner', hostAndPort]);
    const opened = proxy.opened.length;
    const inside = { 'evil.example': ['10.0.0.1'] };
    expect(await getReason(send('https://evil.example', [proxy.host], inside))).toBe('address');
    expect(await getReason(send(`http://127.0.0.1:${port}`, [proxy.host]))).toBe('address');
    expect(await getReason(send('http://somewhere.example', [proxy.host]))).toBe('scheme');
    expect(await getReason(send('https://somewhere.example', []))).toBe('address');
    expect(proxy.opened.length).toBe(opened);
    const invalidProxy = proxy.url.replace(proxy.password, '5%of%zz');
    const outbound = createClient({ publicHosts: [], privateHosts: [proxy.host, hostAndPort] });
    expect(await getReason(outbound.send({ target: 'ai', url: `http://${hostAndPort}`, proxy: invalidProxy }))).toBe(
      'proxy',
    );
  });
});
