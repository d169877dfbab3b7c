import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonHost, jsonHost } from '../../../test/json-host.ts';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';

describe.each(databaseKinds)('an image whose object storage fails, on %s', (kind) => {
  let space: ServiceHarness;
  let storage: JsonHost;
  /** Takes connections and says nothing. */
  const silent = createServer((socket) => socket.on('error', () => {}));
  let path: string;
  let version = 0;
  const point = async (endpoint: string, bucket = 'images') => {
    const values = { driver: 's3', endpoint, bucket, accessKey: 'AK', secretKey: 'not-so-secret' };
    const body = { page: 'extensions', group: 'storage', version: version++, values };
    expect((await space.admin('/settings/save', body)).code).toBe(20000);
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    storage = await jsonHost(({ url }) => (url.startsWith('/forbidden/') ? { status: 403, body: {} } : { body: {} }));
    space = await createServiceHarness(kind);
    const privateHosts = [storage.host, `127.0.0.1:${(silent.address() as AddressInfo).port}`];
    const outbound = { page: 'system', group: 'outbound', version: 0, values: { privateHosts } };
    expect((await space.admin('/settings/save', outbound)).code).toBe(20000);
    await point(storage.url);
    const png = new PNG({ width: 3, height: 3 });
    randomBytes(png.data.length).copy(png.data);
    const content = PNG.sync.write(png).toString('base64');
    path = String((await space.admin('/file/upload', { name: 'a.png', content })).data.path);
  });
  afterAll(async () => {
    await space.drop();
    silent.close();
  });

  const fetchImage = async () => {
    const begun = performance.now();
    const answer = await fetch(`${space.url}${path}`);
    const { code } = (await answer.json()) as { code: number };
    return { status: answer.status, code, isQuick: performance.now() - begun < 5_000 };
  };

  it('answers 503 within five seconds when the storage is silent, rejects or is gone', async () => {
    await point(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect(await fetchImage()).toEqual({ status: 503, code: 50_302, isQuick: true });
    await point(storage.url, 'forbidden');
    expect(await fetchImage()).toEqual({ status: 503, code: 50_302, isQuick: true });
    await storage.stop();
    expect(await fetchImage()).toEqual({ status: 503, code: 50_302, isQuick: true });
  });
});
