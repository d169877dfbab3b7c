import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRateLimiter } from './transport.ts';

/** A pace on a clock of its own, and when each call of it went. */
function onClock() {
  let time = 0;
  const went: number[] = [];
  const waiting: (readonly [number, () => void])[] = [];
  const rateLimiter = createRateLimiter(
    () => time,
    (ms) => new Promise<void>((resolve) => waiting.push([time + ms, resolve])),
  );
  const send = () => rateLimiter.turn().then(() => went.push(time));
  /** Lets time go by until all that wait have gone. */
  const settle = async () => {
    await new Promise(setImmediate);
    for (const [at, go] of waiting.splice(0).sort(([a], [b]) => a - b)) {
      time = Math.max(time, at);
      go();
      await new Promise(setImmediate);
    }
  };
  return { rateLimiter, went, send, settle };
}

it('delays no call while the server has capacity', async () => {
  const { went, send, settle } = onClock();
  for (let n = 0; n < 8; n += 1) void send();
  await settle();
  expect(went).toEqual(Array(8).fill(0));
});

it('sends nothing while the server asks for it, then one after the other, and all at once again in the end', async () => {
  const { rateLimiter, went, send, settle } = onClock();
  rateLimiter.slowDown(1_000);
  for (let n = 0; n < 4; n += 1) void send();
  await settle();
  expect(went).toEqual([1_000, 1_050, 1_100, 1_150]);
  for (let n = 0; n < 10; n += 1) rateLimiter.speedUp();
  for (let n = 0; n < 3; n += 1) void send();
  await settle();
  expect(went.slice(4)).toEqual([went[4], went[4], went[4]]);
});

it('never sends sooner than the longest wait that was asked for, nor stands still', async () => {
  const waits = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(waits, async (requested) => {
      const { rateLimiter, went, send, settle } = onClock();
      for (const ms of requested) rateLimiter.slowDown(ms);
      void send();
      void send();
      await settle();
      const [one = 0, two = 0] = went;
      expect(one).toBe(Math.max(...requested));
      expect(two - one).toBeLessThanOrEqual(2_000);
    }),
  );
});
