import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../definition/index.ts';
import { boolean } from './boolean.ts';
import { choice } from './choice.ts';
import { date, time } from './date.ts';
import { formatFen, formatPlainMoney, integer, money, withCurrencyOf } from './integer.ts';
import { formatValue, getFieldKind, maskSecret, parseValue, tags } from './kinds.ts';
import { text } from './text.ts';
import { formatTime } from './zoned-time.ts';

const label = { zh: '甲', en: 'A' };
const zone = { locale: 'en-US', timeZone: 'Asia/Shanghai' } as const;
const accepts = (field: Field, value: unknown) => getFieldKind(field).schema(field).safeParse(value).success;

describe('money', () => {
  it('is parsed from every text that it is formatted as', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
        (fen) => parseValue(formatFen(fen, 'en-US').replaceAll(',', '').replace('-¥', '-'), money(label)) === fen,
      ),
    );
  });

  const cost = money(label, { decimals: 6 });
  const balance = money(label, { decimals: 6, unsigned: true });

  it.each([
    [0, '¥0.00', '0.00'],
    [1, '¥0.000001', '0.000001'],
    [50_000_000, '¥50.00', '50.00'],
    [1_234_500_000, '¥1,234.50', '1234.50'],
    [-12_345_678, '-¥12.345678', '-12.345678'],
  ])('formats %i millionths as %s and parses them back', (amount, shown, plain) => {
    expect(formatValue(amount, cost, zone)).toBe(shown);
    expect(formatValue(amount, balance, zone)).toBe(shown.replace('¥', ''));
    expect(formatPlainMoney(amount, cost)).toBe(plain);
    expect(parseValue(plain, cost)).toBe(amount);
  });

  it.each([
    ['CNY', '¥12.50'],
    ['USD', '$12.50'],
    ['HKD', 'HK$12.50'],
    ['CHF', 'CHF 12.50'],
  ])('is formatted with the sign of %s and parsed with it', (currency, shown) => {
    expect(formatFen(1250, 'en-US', currency)).toBe(shown);
    expect(parseValue(shown, money(label))).toBe(1250);
    const record = { currency, paid: 1250 };
    expect(formatValue(1250, money(label), withCurrencyOf({ ...zone, currency: 'EUR' }, money(label), record))).toBe(
      shown,
    );
  });

  it('uses the currency of the site when the record names none, and CNY for millionths', () => {
    const site = { ...zone, currency: 'EUR' };
    expect(formatValue(1250, money(label), withCurrencyOf(site, money(label), {}))).toBe('€12.50');
    expect(formatValue(1250, money(label), zone)).toBe('¥12.50');
    expect(formatValue(1_000_000, cost, site)).toBe('¥1.00');
    const spent = money(label, { currencyFrom: 'paidCurrency' });
    expect(formatValue(1250, spent, withCurrencyOf(site, spent, { paidCurrency: 'USD', currency: 'CNY' }))).toBe(
      '$12.50',
    );
  });

  it('rejects more decimals than are stored', () => {
    expect(accepts(cost, parseValue('0.0000001', cost))).toBe(false);
    expect(accepts(money(label), parseValue('0.001', money(label)))).toBe(false);
  });

  it.each(['1.234', '1e3', '', 'abc', '1,23'])('rejects the ambiguous text %j', (given) => {
    expect(accepts(money(label), parseValue(given, money(label)))).toBe(false);
  });
});

it('formatValue replaces known values of a text by their names and returns others unchanged', () => {
  const channel = text(label, { valueNames: { keling: { zh: '可灵', en: 'Kling' } } });
  const names = ['keling', 'new-one', 'constructor'].map((code) => formatValue(code, channel, zone));
  expect(names).toEqual(['Kling', 'new-one', 'constructor']);
  expect(formatValue('keling', channel, { ...zone, locale: 'zh-CN' })).toBe('可灵');
});

describe('integer', () => {
  it.each([
    ['7', 7],
    ['-3', -3],
    [' 12 ', 12],
  ])('parses %j', (given, value) => {
    expect(parseValue(given, integer(label))).toBe(value);
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '7', null, [7]])('rejects %j', (value) => {
    expect(accepts(integer(label), value)).toBe(false);
  });
});

describe('date and time', () => {
  it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1'])('reject %s', (given) => {
    expect(accepts(date(label), given)).toBe(false);
  });

  it('formatTime shows a time in the time zone of the site', () => {
    expect(formatTime(Date.UTC(2026, 0, 31, 0, 0, 0), 'Asia/Shanghai')).toBe('2026-01-31 08:00:00');
    expect(formatTime(Date.UTC(2026, 2, 8, 7, 0, 0), 'America/New_York')).toBe('2026-03-08 03:00:00');
  });

  it('parse ISO 8601 and reject other text', () => {
    expect(parseValue('2026-01-31T08:00:00+08:00', time(label))).toBe(Date.UTC(2026, 0, 31));
    expect(accepts(time(label), parseValue('tomorrow', time(label)))).toBe(false);
  });
});

it('parses a choice by name or by its label in either language', () => {
  const field = choice(label, { ad: { zh: '广告', en: 'Advertising' } });
  expect(['ad', '广告', 'advertising'].map((given) => parseValue(given, field))).toEqual(['ad', 'ad', 'ad']);
  expect(formatValue('ad', field, zone)).toBe('Advertising');
});

it('parses booleans in both languages', () => {
  expect(['yes', '是', 'TRUE', '1'].map((given) => parseValue(given, boolean(label)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(accepts(boolean(label), parseValue('maybe', boolean(label)))).toBe(false);
});

it('splits tags at commas and semicolons of either width', () => {
  expect(parseValue('a, b，c；d', tags(label))).toEqual(['a', 'b', 'c', 'd']);
});

it('maskSecret shows nothing of a short secret', () => {
  expect(maskSecret('sk-123456789012')).toBe('***');
  expect(maskSecret('sk-1234567890abcdef')).toBe('sk-***cdef');
});
