import { expect, it } from 'vitest';
import { createClientMeter } from './client-meter.ts';

it('reports the calls of each service, and drops services that stopped calling', () => {
  let now = 1_000_000;
  const meter = createClientMeter(() => now);
  for (const status of [200, 402, 500, 200]) meter.record(1, status);
  now += 120_000;
  meter.record(1, 200);
  meter.record(2, 200);
  expect(Object.fromEntries(meter.stats())).toEqual({
    1: { lastSeenAt: now, rpm: 1, errorBps: 2_000 },
    2: { lastSeenAt: now, rpm: 1, errorBps: 0 },
  });
  now += 300_000;
  expect(meter.stats().size).toBe(0);
});
