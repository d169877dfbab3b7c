import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createModerationLimiter,
  createVerdictCache,
  judgeParts,
  splitText,
  type Verdict,
} from './moderation-provider.ts';

const pass: Verdict = { level: 'pass', categories: [] };

it('splits a text so that every character and every word of forty characters is complete in a part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 41, max: 300 }), fc.nat(), (length, most, at) => {
      const text = Array.from({ length }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
      const parts = splitText(text, most);
      expect(parts.every((part) => part.length <= most)).toBe(true);
      const word = text.slice(at % (length + 1), (at % (length + 1)) + 40);
      expect(parts.some((part) => part.includes(word))).toBe(true);
    }),
  );
});

it('stops after a part blocks, and throws the error of a batch in which none does', async () => {
  const requested: string[] = [];
  const judge = (parts: readonly string[]) =>
    judgeParts(parts, {
      concurrency: 2,
      judge: async (part) => {
        requested.push(part);
        if (part === 'down') throw new Error('down');
        return part === 'bad' ? { level: 'block', categories: ['x'] } : pass;
      },
      blocks: ({ level }) => level === 'block',
    });
  expect((await judge(['a', 'b', 'down', 'bad', 'c'])).some(({ level }) => level === 'block')).toBe(true);
  expect(requested).toEqual(['a', 'b', 'down', 'bad']);
  await expect(judge(['a', 'down', 'bad'])).rejects.toThrow('down');
});

it('sends a text once until the verdict expires, and again after a failure', async () => {
  let [now, requested] = [0, 0];
  const { once } = createVerdictCache(() => now);
  const prompt = async () => {
    requested += 1;
    if (requested === 1) throw new Error('down');
    return pass;
  };
  await expect(once(['a', 'b'], prompt)).rejects.toThrow('down');
  await Promise.all([once(['a', 'b'], prompt), once(['a', 'b'], prompt)]);
  expect(requested).toBe(2);
  await once(['ab'], prompt);
  expect(requested).toBe(3);
  now += 10 * 60_000;
  await once(['a', 'b'], prompt);
  expect(requested).toBe(4);
});

it('limits concurrent requests of a call and rejects the remaining ones unsent at the deadline', async () => {
  const limiter = createModerationLimiter(100);
  let [open, most, requested] = [0, 0, 0];
  const question = async () => {
    requested += 1;
    open += 1;
    most = Math.max(most, open);
    await delay(30);
    open -= 1;
    return pass;
  };
  const reported = await Promise.allSettled(Array.from({ length: 40 }, () => limiter.run(2, question)));
  const answered = reported.filter(({ status }) => status === 'fulfilled').length;
  expect(most).toBe(2);
  expect(answered).toBeGreaterThan(1);
  expect(requested).toBeLessThan(12);
  expect(reported.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])).at(-1)).toContain(
    'timeout',
  );
  await expect(limiter.run(2, question)).rejects.toThrow('timeout');
});

it('returns the result to callers that still wait after the first caller gave up', async () => {
  const { once } = createVerdictCache();
  let requested = 0;
  const prompt = async () => {
    requested += 1;
    await delay(60);
    return pass;
  };
  const [hasty, patient] = [createModerationLimiter(10), createModerationLimiter(10_000)];
  const [first, second] = await Promise.allSettled(
    [hasty, patient].map((limiter) => limiter.run(1, () => once(['a'], prompt))),
  );
  expect([first?.status, second?.status, requested]).toEqual(['rejected', 'fulfilled', 1]);
});
