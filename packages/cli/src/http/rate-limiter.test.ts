import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRateLimiter } from './transport.ts';

/** A rate limiter on a simulated clock, and the times at which its calls were sent. */
function createLimiterHarness() {
  let time = 0;
  const sentAt: number[] = [];
  const waiting: (readonly [number, () => void])[] = [];
  const rateLimiter = createRateLimiter(
    () => time,
    (ms) => new Promise<void>((resolve) => waiting.push([time + ms, resolve])),
  );
  const send = () => rateLimiter.turn().then(() => sentAt.push(time));
  /** Advances the clock until all waiting calls are sent. */
  const settle = async () => {
    await new Promise(setImmediate);
    for (const [at, go] of waiting.splice(0).sort(([a], [b]) => a - b)) {
      time = Math.max(time, at);
      go();
      await new Promise(setImmediate);
    }
  };
  return { rateLimiter, sentAt, send, settle };
}

it('delays no call while the server has capacity', async () => {
  const { sentAt, send, settle } = createLimiterHarness();
  for (let n = 0; n < 8; n += 1) void send();
  await settle();
  expect(sentAt).toEqual(Array(8).fill(0));
});

it('pauses as long as the server asks, then spaces the calls, and stops spacing them once the server responds', async () => {
  const { rateLimiter, sentAt, send, settle } = createLimiterHarness();
  rateLimiter.slowDown(1_000);
  for (let n = 0; n < 4; n += 1) void send();
  await settle();
  expect(sentAt).toEqual([1_000, 1_050, 1_100, 1_150]);
  for (let n = 0; n < 10; n += 1) rateLimiter.speedUp();
  for (let n = 0; n < 3; n += 1) void send();
  await settle();
  expect(sentAt.slice(4)).toEqual([sentAt[4], sentAt[4], sentAt[4]]);
});

it('waits at least for the longest requested delay and keeps sending', async () => {
  const waits = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(waits, async (requested) => {
      const { rateLimiter, sentAt, send, settle } = createLimiterHarness();
      for (const ms of requested) rateLimiter.slowDown(ms);
      void send();
      void send();
      await settle();
      const [one = 0, two = 0] = sentAt;
      expect(one).toBe(Math.max(...requested));
      expect(two - one).toBeLessThanOrEqual(2_000);
    }),
  );
});
