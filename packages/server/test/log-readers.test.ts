import { expect, test } from 'vitest';
import { type RunningServer, startServer } from './server-process.ts';

/** Makes enough calls, each with a log line, to fill a pipe. */
async function fillLog(server: RunningServer): Promise<void> {
  for (let round = 0; round < 30; round++) {
    const calls = Array.from({ length: 40 }, () => fetch(`${server.url}/livez`).then((answer) => answer.status));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
  }
}

test.concurrent.each(['unread', 'left'] as const)(
  'a server whose log is %s answers on, and stops when it is told',
  async (log) => {
    const server = await startServer({ log });
    await fillLog(server);
    const { code, ms } = await server.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
  },
);

test.concurrent('survives a hangup signal and still stops on a stop signal', async () => {
  const server = await startServer();
  process.kill(server.pid, 'SIGHUP');
  await fillLog(server);
  expect((await server.stop()).code).toBe(0);
});
