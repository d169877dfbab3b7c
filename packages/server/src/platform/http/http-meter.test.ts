import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHttpMeter } from './http-meter.ts';

const second = 1_000;
const minute = 60 * second;

function meterAt(start: number) {
  let now = start;
  const meter = createHttpMeter(() => now);
  return {
    meter,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('before the first answer there is nothing to say', () => {
  const { meter } = meterAt(0);
  expect(meter.figures()).toEqual({ rpm: 0, p95Ms: null, errors5m: 0, history: new Array(60).fill(0) });
});

test('answers leave the last minute after a minute, the errors after five and the history after sixty', () => {
  const { meter, wait } = meterAt(1_000 * minute);
  for (let i = 0; i < 10; i++) meter.record(500, 5);
  expect(meter.figures()).toMatchObject({ rpm: 10, errors5m: 10 });
  wait(minute);
  expect(meter.figures()).toMatchObject({ rpm: 0, errors5m: 10 });
  expect(meter.figures().history.slice(-2)).toEqual([10, 0]);
  wait(4 * minute);
  expect(meter.figures()).toMatchObject({ errors5m: 0, p95Ms: null });
  expect(meter.figures().history.indexOf(10)).toBe(54);
  wait(54 * minute);
  expect(meter.figures().history[0]).toBe(10);
  wait(minute);
  expect(meter.figures().history).toEqual(new Array(60).fill(0));
});

test('only failures of ours are errors', () => {
  const { meter } = meterAt(0);
  for (const status of [200, 401, 404, 422, 429, 499]) meter.record(status, 1);
  for (const status of [500, 503, 507]) meter.record(status, 1);
  expect(meter.figures().errors5m).toBe(3);
});

test('the 95th percentile is never too low and at most a tenth too high', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.2, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
      (all) => {
        const { meter } = meterAt(0);
        for (const ms of all) meter.record(200, ms);
        const exact = [...all].sort((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? 0;
        const said = meter.figures().p95Ms ?? 0;
        expect(said).toBeGreaterThanOrEqual(exact - 0.06);
        expect(said).toBeLessThanOrEqual(exact * 1.1 + 0.06);
      },
    ),
  );
});
