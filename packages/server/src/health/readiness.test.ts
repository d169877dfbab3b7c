import { expect, test } from 'vitest';
import { createReadiness } from './readiness.ts';

test('it is ready when every need is there; a need that throws or hangs is not there', async () => {
  const yes = { name: 'yes', check: async () => true };
  const no = { name: 'no', check: async () => false };
  const broken = { name: 'broken', check: () => Promise.reject(new Error('gone')) };
  const hanging = { name: 'hanging', check: () => new Promise<boolean>(() => {}) };
  expect(await createReadiness([yes], Date.now).isReady()).toBe(true);
  expect(await createReadiness([yes, no], Date.now).isReady()).toBe(false);
  expect(await createReadiness([broken], Date.now).isReady()).toBe(false);
  expect([...(await createReadiness([yes, hanging], Date.now).state())]).toEqual([
    ['yes', true],
    ['hanging', false],
  ]);
});

test('however many ask, a need is asked once a second', async () => {
  let now = 0;
  let asked = 0;
  const need = {
    name: 'counted',
    check: async () => {
      asked++;
      return true;
    },
  };
  const readiness = createReadiness([need], () => now);
  await Promise.all(Array.from({ length: 1_000 }, () => readiness.isReady()));
  expect(asked).toBe(1);
  now = 999;
  await readiness.isReady();
  expect(asked).toBe(1);
  now = 1_000;
  await readiness.isReady();
  expect(asked).toBe(2);
});
