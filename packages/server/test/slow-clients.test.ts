import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from './server-process.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ args: ['--trust-proxy', '127.0.0.1'] });
});
afterAll(() => server.stop());

const start = 'POST /api/v1/admin/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';

/** Sends a prefix and then a byte at a time; returns how long the server kept the connection open. */
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

test('disconnects three hundred clients that send headers and bodies slowly, while other clients do not wait for them', async () => {
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

/** Returns the peak memory of a process in MiB, as reported by Linux; unknown elsewhere. */
function readPeakMemory(pid: number): number {
  const file = `/proc/${pid}/status`;
  const kib = existsSync(file) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return Number(kib ?? 0) / 1024;
}

test('limits how many of two hundred simultaneous sign-ins are hashed at the same time', async () => {
  const requested = Array.from({ length: 200 }, (_, at) =>
    server.call(
      '/login',
      { username: `nobody-${at}`, password: 'a-guess-of-theirs-9' },
      { headers: { 'x-forwarded-for': `198.51.100.${at + 1}` } },
    ),
  );
  const codes = (await Promise.all(requested)).map(({ code }) => code);
  const [wrong, tooMany, busy] = [40010, 42900, 50300];
  expect(codes.filter((code) => ![wrong, tooMany, busy].includes(code))).toEqual([]);
  expect(codes).toContain(wrong);
  expect(codes.some((code) => code !== wrong)).toBe(true);
  expect(readPeakMemory(server.pid)).toBeLessThan(512);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('delays other clients only until connections beyond the limit of open files are closed', async () => {
  const narrow = await startServer({ openFiles: 60 });
  const prompt = (ms: number) => fetch(`${narrow.url}/readyz`, { signal: AbortSignal.timeout(ms) });
  const sockets = Array.from({ length: 100 }, () => connect(narrow.port, '127.0.0.1').on('error', () => {}));
  try {
    for (const socket of sockets) socket.write(start);
    await expect(prompt(700)).rejects.toThrow();
    for (const socket of sockets) socket.destroy();
    // A connection that waited may still be reset; the next one is answered.
    const status = () =>
      prompt(5_000).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status).toBe(200);
    expect((await narrow.call('/login', { username: 'nobody', password: 'a-guess-of-theirs-9' })).code).toBe(40010);
  } finally {
    for (const socket of sockets) socket.destroy();
    expect((await narrow.stop()).code).toBe(0);
  }
});
