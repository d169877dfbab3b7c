import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createContext } from './context.ts';
import { openStream } from './stream.ts';

const server = createServer((request, response) => {
  const rejection = { code: 40301, message: 'Enter your password to confirm', data: {} };
  request.resume().on('end', () => {
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(rejection));
  });
});
beforeAll(async () => {
  vi.stubEnv('GANTRY_TOKEN', 'adm_x');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

it('reports an interrupt, not an unreachable server, when the password prompt is canceled', async () => {
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('GANTRY_SERVER', `http://127.0.0.1:${port}`);
  const own = await createContext(['--locale', 'en-US'], 'test');
  const context = { ...own, isTty: true };
  vi.spyOn(process.stderr, 'write').mockImplementation(() => {
    process.stdin.emit('data', Buffer.from('\u0003'));
    return true;
  });
  await expect(openStream(context, '/user/export', {})).rejects.toMatchObject({ status: 130 });
  vi.restoreAllMocks();
});
