import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTime } from './kinds/date.ts';
import { formatWallTime, parseMoment, toShownMoment } from './quick-filter.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

test.each([
  ['2026-01-31 08:00', 'Asia/Shanghai', '2026-01-31T00:00:00'],
  ['2026-01-31 08:00:09', 'Asia/Shanghai', '2026-01-31T00:00:09'],
  ['2026-01-31T8:00', 'Asia/Shanghai', '2026-01-31T00:00:00'],
  ['2026-01-31', 'Asia/Shanghai', '2026-01-30T16:00:00'],
  ['2026-07-01 12:00', 'America/New_York', '2026-07-01T16:00:00'],
  ['2026-01-01 12:00', 'America/New_York', '2026-01-01T17:00:00'],
  ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00'],
  ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30:00'],
  ['2026-01-31 08:00', 'Asia/Kolkata', '2026-01-31T02:30:00'],
])('%s on the clocks of %s is %s UTC', (text, zone, expected) => {
  expect(parseMoment(text, zone)).toBe(utc(expected));
});

test.each(['', '2026-02-30', '2026-13-01', '2026-01-01 24:00', '2026-01-01 10:60', 'tomorrow', '26-1-1'])(
  '%j is no time',
  (text) => {
    expect(parseMoment(text, 'Asia/Shanghai')).toBeNull();
  },
);

test('every whole second comes back from what the clocks show, but where they are put back', () => {
  const zone = fc.constantFrom('Asia/Shanghai', 'UTC', 'Asia/Kolkata', 'Pacific/Auckland');
  fc.assert(
    fc.property(zone, fc.integer({ min: 631_152_000, max: 4_102_444_800 }), (timeZone, seconds) => {
      const shown = formatWallTime(seconds * 1000, timeZone);
      const back = parseMoment(shown, timeZone);
      expect(back).not.toBeNull();
      expect(formatWallTime(back ?? 0, timeZone)).toBe(shown);
    }),
  );
});

test('what clocks show is the same moment on clocks in UTC, to the second', () => {
  const zone = fc.constantFrom('Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe');
  fc.assert(
    fc.property(zone, fc.integer({ min: 631_152_000_000, max: 4_102_444_800_000 }), (timeZone, ms) => {
      expect(formatTime(toShownMoment(ms, timeZone), 'UTC')).toBe(formatTime(ms, timeZone));
    }),
  );
  const returnWorker = Date.UTC(2026, 10, 1, 6);
  expect(
    [returnWorker - 1000, returnWorker].map((ms) => new Date(toShownMoment(ms, 'America/New_York')).getUTCHours()),
  ).toEqual([1, 1]);
});
