import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createContext } from '../../context/context.ts';
import { connect } from './connect.ts';

it('rejects a file request without a response with the same error as any other call', async () => {
  const server = createServer((_request, response) => void response.writeHead(404).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const context = await createContext(['tui'], 'test');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  context.setOptions({ ...context.options(), server: url });
  const connection = await connect(context);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  const called = await connection.client.call('/info').catch((error: unknown) => error);
  const opened = await connection.openFile('/document/download', {}).catch((error: unknown) => error);
  const noResponse = { name: 'ResponseError', code: null, httpStatus: null };
  expect([called, opened]).toMatchObject([noResponse, noResponse]);
  await connection.close();
});

it('is read-only for a read-only profile, unless the environment sets the server and the token', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'gantry-marks-'));
  vi.stubEnv('GANTRY_CONFIG_DIR', directory);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  });
  const server = 'http://127.0.0.1:1';
  const isReadOnly = async () => {
    const connection = await connect(await createContext(['tui'], 'test'));
    await connection.close();
    return connection.readOnly;
  };
  const stored = await createContext(['tui'], 'test');
  (await stored.profiles()).save('watch', { server, username: 'mei', readOnly: true });
  expect(await isReadOnly()).toBe(true);
  vi.stubEnv('GANTRY_SERVER', server);
  vi.stubEnv('GANTRY_TOKEN', 'token');
  expect(await isReadOnly()).toBe(false);
  vi.stubEnv('GANTRY_PROFILE', 'watch');
  expect(await isReadOnly()).toBe(true);
});
