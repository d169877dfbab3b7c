import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHttpMeter } from './http-meter.ts';

const second = 1_000;
const minute = 60 * second;

function createMeterAt(start: number) {
  let now = start;
  const meter = createHttpMeter(() => now);
  return {
    meter,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('reports zeros and no percentile before the first response', () => {
  const { meter } = createMeterAt(0);
  expect(meter.stats()).toEqual({ rpm: 0, p95Ms: null, errors5m: 0, history: new Array(60).fill(0) });
});

test('drops responses from the rate after one minute, from the errors after five, and from the history after sixty', () => {
  const { meter, wait } = createMeterAt(1_000 * minute);
  for (let i = 0; i < 10; i++) meter.record(500, 5);
  expect(meter.stats()).toMatchObject({ rpm: 10, errors5m: 10 });
  wait(minute);
  expect(meter.stats()).toMatchObject({ rpm: 0, errors5m: 10 });
  expect(meter.stats().history.slice(-2)).toEqual([10, 0]);
  wait(4 * minute);
  expect(meter.stats()).toMatchObject({ errors5m: 0, p95Ms: null });
  expect(meter.stats().history.indexOf(10)).toBe(54);
  wait(54 * minute);
  expect(meter.stats().history[0]).toBe(10);
  wait(minute);
  expect(meter.stats().history).toEqual(new Array(60).fill(0));
});

test('counts only responses of status 500 and above as errors', () => {
  const { meter } = createMeterAt(0);
  for (const status of [200, 401, 404, 422, 429, 499]) meter.record(status, 1);
  for (const status of [500, 503, 507]) meter.record(status, 1);
  expect(meter.stats().errors5m).toBe(3);
});

test('reports a 95th percentile that is never too low and at most 10 % too high', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.2, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
      (durations) => {
        const { meter } = createMeterAt(0);
        for (const ms of durations) meter.record(200, ms);
        const exact = [...durations].sort((a, b) => a - b)[Math.ceil(durations.length * 0.95) - 1] ?? 0;
        const percentile = meter.stats().p95Ms ?? 0;
        expect(percentile).toBeGreaterThanOrEqual(exact - 0.06);
        expect(percentile).toBeLessThanOrEqual(exact * 1.1 + 0.06);
      },
    ),
  );
});
