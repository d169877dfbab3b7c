import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createContext } from '../context.ts';
import { connect } from './connect.ts';

it('says of a file that nobody answers for what it says of every call to a server that is gone', async () => {
  const server = createServer((_request, answer) => void answer.writeHead(404).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const context = await createContext(['tui'], 'test');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  context.setOptions({ ...context.options(), server: url });
  const connection = await connect(context);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  const called = await connection.client.call('/info').catch((error: unknown) => error);
  const opened = await connection.openFile('/document/download', {}).catch((error: unknown) => error);
  const unanswered = { name: 'ApiError', code: null, httpStatus: null };
  expect([called, opened]).toMatchObject([unanswered, unanswered]);
  await connection.close();
});
