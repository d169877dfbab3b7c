import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatIsoTime,
  formatTime,
  formatWallTime,
  parseDaySpan,
  parseMoment,
  parseTimeSpan,
  toShownMoment,
} from './kinds/zoned-time.ts';

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
  ['2026/12/1 9:00', 'Asia/Shanghai', '2026-12-01T01:00:00'],
  ['2026/12/1', 'Asia/Shanghai', '2026-11-30T16:00:00'],
  ['2026年12月1日', 'Asia/Shanghai', '2026-11-30T16:00:00'],
  ['2026年12月1日 9:00', 'Asia/Shanghai', '2026-12-01T01:00:00'],
  ['2026年12月1日9时30分', 'Asia/Shanghai', '2026-12-01T01:30:00'],
  ['2026/12/1 下午 3:05', 'Asia/Shanghai', '2026-12-01T07:05:00'],
  ['2026-12-01T09:00:00.250+02:00', 'Asia/Shanghai', '2026-12-01T07:00:00.250'],
  ['2026-12-01T09:00:00Z', 'Asia/Shanghai', '2026-12-01T09:00:00'],
])('parseMoment reads %s in %s as %s UTC', (text, zone, expected) => {
  expect(parseMoment(text, zone)).toBe(utc(expected));
});

test.each([
  '',
  '2026-02-30',
  '2026-13-01',
  '2026-01-01 24:00',
  '2026-01-01 10:60',
  'tomorrow',
  '26-1-1',
  '2027-02-29',
  '2026-11-31 10:00',
  '2026-12/01',
  '2026-12-0109:00',
  '2026/12/1 下午 13:00',
])('parseMoment rejects %j', (text) => {
  expect(parseMoment(text, 'Asia/Shanghai')).toBeNull();
});

test('parseMoment reads back every second that formatWallTime writes, except where clocks are set back', () => {
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

test('parseMoment reads back every millisecond that formatIsoTime writes, also before 1970', () => {
  const zone = fc.constantFrom('Asia/Shanghai', 'UTC', 'America/New_York', 'Asia/Kolkata');
  fc.assert(
    fc.property(zone, fc.integer({ min: -2_000_000_000_000, max: 4_102_444_800_000 }), (timeZone, ms) => {
      expect(parseMoment(formatIsoTime(ms, timeZone), 'UTC')).toBe(ms);
    }),
  );
  expect(formatIsoTime(-500, 'Asia/Shanghai')).toBe('1970-01-01T07:59:59.500+08:00');
});

test('toShownMoment returns the moment that shows the same time in UTC, to the second', () => {
  const zone = fc.constantFrom('Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe');
  fc.assert(
    fc.property(zone, fc.integer({ min: 631_152_000_000, max: 4_102_444_800_000 }), (timeZone, ms) => {
      expect(formatTime(toShownMoment(ms, timeZone), 'UTC')).toBe(formatTime(ms, timeZone));
    }),
  );
  const changeBack = Date.UTC(2026, 10, 1, 6);
  expect(
    [changeBack - 1000, changeBack].map((ms) => new Date(toShownMoment(ms, 'America/New_York')).getUTCHours()),
  ).toEqual([1, 1]);
});

const now = utc('2026-11-26T08:00:00');

test.each([
  ['2026-11-24', '2026-11-23T16:00:00.000', '2026-11-24T15:59:59.999'],
  ['2026-11-24..2026-11-25', '2026-11-23T16:00:00.000', '2026-11-25T15:59:59.999'],
  ['2026/11/24..', '2026-11-23T16:00:00.000', null],
  ['..2026-11-24', null, '2026-11-24T15:59:59.999'],
  ['2026-11-24 09:00..2026-11-24 10:00', '2026-11-24T01:00:00.000', '2026-11-24T02:00:59.999'],
  ['2026-11-24 09:00', '2026-11-24T01:00:00.000', '2026-11-24T01:00:59.999'],
  ['2026-11-24 09:00:30', '2026-11-24T01:00:30.000', '2026-11-24T01:00:30.999'],
  ['2026-11-24T01:00:30.250Z', '2026-11-24T01:00:30.250', '2026-11-24T01:00:30.250'],
  ['today', '2026-11-25T16:00:00.000', '2026-11-26T15:59:59.999'],
  ['yesterday', '2026-11-24T16:00:00.000', '2026-11-25T15:59:59.999'],
  ['yesterday..', '2026-11-24T16:00:00.000', null],
  ['last-24h', '2026-11-25T08:00:00.000', '2026-11-26T08:00:00.000'],
  ['last-7d', '2026-11-19T16:00:00.000', '2026-11-26T15:59:59.999'],
  ['this-month', '2026-10-31T16:00:00.000', '2026-11-30T15:59:59.999'],
])('parseTimeSpan reads %s as the complete span in the time zone of the site', (text, from, to) => {
  const edges = { ...(from === null ? {} : { from: utc(from) }), ...(to === null ? {} : { to: utc(to) }) };
  expect(parseTimeSpan(text, 'Asia/Shanghai', now)).toEqual(edges);
});

test('parseTimeSpan returns 25 hours for a day on which clocks are set back', () => {
  const { from = 0, to = 0 } = parseTimeSpan('2026-11-01', 'America/New_York', now) ?? {};
  expect((to + 1 - from) / 3_600_000).toBe(25);
});

test.each(['', '..', '2026-02-30', '2026-11-01..2026-11-31', 'last-0d', 'next-7d', '1..2..3'])(
  'parseTimeSpan rejects %j',
  (text) => {
    expect(parseTimeSpan(text, 'Asia/Shanghai', now)).toBeNull();
  },
);

test('parseDaySpan reads spans of calendar days and rejects spans of hours', () => {
  expect(parseDaySpan('2026/11/1..2026-11-03', 'Asia/Shanghai', now)).toEqual({ from: '2026-11-01', to: '2026-11-03' });
  expect(parseDaySpan('yesterday', 'Asia/Shanghai', now)).toEqual({ from: '2026-11-25', to: '2026-11-25' });
  expect(parseDaySpan('last-24h', 'Asia/Shanghai', now)).toBeNull();
});
