import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from './server-process.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const start = 'POST /api/v1/admin/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';

/** A client that sends a beginning and then a byte now and then; gives how long it was let. */
function dribble(beginning: string, sockets: Socket[]): Promise<{ ms: number; text: string }> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const pieces: Buffer[] = [];
    const socket = connect(server.port, '127.0.0.1', () => socket.write(beginning));
    sockets.push(socket);
    const timer = setInterval(() => socket.write('a'), 1_000);
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ ms: performance.now() - begun, text: Buffer.concat(pieces).toString() });
    });
  });
}

test('three hundred slow senders of headers and bodies are cut off, and nobody else waits for them', async () => {
  const sockets: Socket[] = [];
  const slow = [
    ...Array.from({ length: 150 }, () => dribble(`${start}x-slow: `, sockets)),
    ...Array.from({ length: 150 }, () => dribble(`${start}content-length: 5000\r\n\r\n{"username":"`, sockets)),
  ];
  const waits: number[] = [];
  const until = performance.now() + 5_000;
  while (performance.now() < until) {
    const begun = performance.now();
    const answer = await fetch(`${server.url}/config.json`);
    await answer.text();
    waits.push(performance.now() - begun);
    await delay(20);
  }
  const ends = await Promise.all(slow);
  for (const { ms, text } of ends) {
    expect(ms).toBeLessThan(30_000);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  }
  const median = waits.sort((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0;
  expect(median).toBeLessThan(500);
});
