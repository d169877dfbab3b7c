import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonHost, jsonHost } from '../../../test/json-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

describe.each(databaseKinds)('an image with a failing object storage on %s', (kind) => {
  let harness: ServiceHarness;
  let storage: JsonHost;
  /** Accepts connections and does not respond. */
  const silent = createServer((socket) => socket.on('error', () => {}));
  let path: string;
  let version = 0;
  const setStorage = async (endpoint: string, bucket = 'images') => {
    const values = { driver: 's3', endpoint, bucket, accessKey: 'AK', secretKey: 'not-so-secret' };
    const body = { page: 'extensions', group: 'storage', version: version++, values };
    expect((await harness.admin('/settings/save', body)).code).toBe(20000);
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    storage = await jsonHost(({ url }) => (url.startsWith('/forbidden/') ? { status: 403, body: {} } : { body: {} }));
    harness = await createServiceHarness(kind);
    const privateHosts = [storage.host, `127.0.0.1:${(silent.address() as AddressInfo).port}`];
    const outbound = { page: 'system', group: 'outbound', version: 0, values: { privateHosts } };
    expect((await harness.admin('/settings/save', outbound)).code).toBe(20000);
    await setStorage(storage.url);
    const png = new PNG({ width: 3, height: 3 });
    randomBytes(png.data.length).copy(png.data);
    const content = PNG.sync.write(png).toString('base64');
    path = String((await harness.admin('/file/upload', { name: 'a.png', content })).data.path);
  });
  afterAll(async () => {
    await harness.drop();
    silent.close();
  });

  const fetchImage = async () => {
    const startedAt = performance.now();
    const response = await fetch(`${harness.url}${path}`);
    const { code } = (await response.json()) as { code: number };
    return { status: response.status, code, isQuick: performance.now() - startedAt < 5_000 };
  };

  it('returns 503 within five seconds when the storage does not respond, rejects the call or is unreachable', async () => {
    await setStorage(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect(await fetchImage()).toEqual({ status: 503, code: 50_302, isQuick: true });
    await setStorage(storage.url, 'forbidden');
    expect(await fetchImage()).toEqual({ status: 503, code: 50_302, isQuick: true });
    await storage.stop();
    expect(await fetchImage()).toEqual({ status: 503, code: 50_302, isQuick: true });
  });
});
