import { existsSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gantry, newGantry } from './gantry.ts';

/** A proxy whose server is down: it answers every call with an HTML page. */
let proxy: Server;
let gantry: Gantry;
let session: Readonly<Record<string, string>>;
let status = 200;

beforeAll(async () => {
  proxy = createServer((request, response) => {
    request.resume().on('end', () => {
      response
        .writeHead(status, { 'content-type': 'text/html' })
        .end(`<html><title>${status} from nginx</title></html>`);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  session = { GANTRY_TOKEN: 'adm_token', GANTRY_SERVER: `http://127.0.0.1:${port}` };
  gantry = newGantry(session);
});
afterAll(() => {
  proxy.close();
  rmSync(gantry.directory, { recursive: true, force: true });
});

describe('an error page of a proxy', () => {
  it.each([
    [413, 2, 'The request is too large for the proxy in front of the server. ', false],
    [429, 7, 'The proxy received too many requests. ', true],
    [502, 8, 'The proxy cannot reach the server. ', true],
    [503, 7, 'The proxy has no server available. ', true],
    [504, 7, 'The server did not answer the proxy in time. ', true],
    [404, 1, 'The answer did not come from a Gantry server. ', false],
    [200, 1, 'The answer did not come from a Gantry server. ', false],
  ])('with status %i exits with %i and an explanation', async (given, code, sentence, retryable) => {
    status = given;
    const result = await gantry.run(['notice', 'list']);
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' });
    expect(result.stderr).toContain(sentence);
    expect(result.stderr).toContain(`(HTTP ${given}).`);
    const { error } = JSON.parse((await gantry.run(['notice', 'list', '--json'])).stderr);
    expect(error).toMatchObject({ code: null, retryable });
  });

  it('is not saved as the requested file', async () => {
    status = 502;
    const file = path.join(gantry.directory, 'copy.gantry');
    const result = await gantry.run(['backup', 'download', '1', file]);
    expect({ code: result.code, exists: existsSync(file) }).toEqual({ code: 8, exists: false });
    expect(result.stderr).toContain('The proxy cannot reach the server.');
  });

  it('is explained in Chinese for a Chinese locale', async () => {
    status = 504;
    const chinese = gantry.another({ ...session, GANTRY_LOCALE: 'zh-CN' });
    expect((await chinese.run(['notice', 'list'])).stderr).toContain('服务器未及时响应代理');
  });
});
