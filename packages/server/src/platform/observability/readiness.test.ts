import { expect, test } from 'vitest';
import { createReadiness } from './readiness.ts';

const yes = { name: 'yes', check: async () => true };

test('reports the checks that fail, throw or hang', async () => {
  const no = { name: 'no', check: async () => false };
  const broken = { name: 'broken', check: () => Promise.reject(new Error('gone')) };
  const hanging = { name: 'hanging', check: () => new Promise<boolean>(() => {}) };
  expect(await createReadiness([yes], Date.now).missing()).toEqual([]);
  expect(await createReadiness([yes, no], Date.now).missing()).toEqual(['no']);
  expect(await createReadiness([broken], Date.now).missing()).toEqual(['broken']);
  expect(await createReadiness([yes, hanging], Date.now).missing()).toEqual(['hanging']);
});

test('reports draining immediately, even with a cached result', async () => {
  const readiness = createReadiness([yes], () => 0);
  expect(await readiness.missing()).toEqual([]);
  const requested = readiness.missing();
  readiness.drain();
  expect(await requested).toEqual(['draining']);
  expect(await readiness.missing()).toEqual(['draining']);
});

test('runs a check at most once a second', async () => {
  let now = 0;
  let count = 0;
  const need = {
    name: 'counted',
    check: async () => {
      count++;
      return true;
    },
  };
  const readiness = createReadiness([need], () => now);
  await Promise.all(Array.from({ length: 1_000 }, () => readiness.missing()));
  expect(count).toBe(1);
  now = 999;
  await readiness.missing();
  expect(count).toBe(1);
  now = 1_000;
  await readiness.missing();
  expect(count).toBe(2);
});
