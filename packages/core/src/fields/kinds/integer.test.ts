import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { words } from '../../i18n/en-US.ts';
import { createTranslator } from '../../i18n/index.ts';
import { check } from '../check.ts';
import { basisPoints, byteCount, formatPlainPercent, identifier, integer, integerKind, money } from './integer.ts';
import { formatValue, parseValue } from './kinds.ts';

const label = { zh: '数', en: 'Number' };
const english = { locale: 'en-US', timeZone: 'UTC' } as const;

it('formatValue groups the digits of numbers but not of identifiers', () => {
  expect(formatValue(39228, integer(label), english)).toBe('39,228');
  expect(formatValue(39228, identifier(label), english)).toBe('39228');
});

it('formatValue uses the singular of an English unit for 1, and leaves abbreviations and Chinese units unchanged', () => {
  const units = ['days', 'bytes', 'credits', 'hours', 'ms', 's', 'min', '%'];
  const inUnits = (value: number) =>
    units.map((en) => formatValue(value, integer(label, { unit: { zh: '天', en } }), english));
  expect(inUnits(1)).toEqual(['1 day', '1 byte', '1 credit', '1 hour', '1 ms', '1 s', '1 min', '1 %']);
  expect(inUnits(0).slice(0, 2)).toEqual(['0 days', '0 bytes']);
  expect(formatValue(-1, integer(label, { unit: { zh: '天', en: 'days' } }), english)).toBe('-1 day');
  const chinese = { locale: 'zh-CN', timeZone: 'UTC' } as const;
  expect(formatValue(1, integer(label, { unit: { zh: '天', en: 'days' } }), chinese)).toBe('1 天');
});

it('formatValue shows ten-thousandths as a percentage', () => {
  const share = integer(label, basisPoints);
  expect([500, 525, 1, 10_000].map((value) => formatValue(value, share, english))).toEqual([
    '5%',
    '5.25%',
    '0.01%',
    '100%',
  ]);
});

it('parseValue accepts a share as a percentage or in ten-thousandths, and errors show bounds as percentages', () => {
  const share = integer(label, { ...basisPoints, max: 5_000 });
  const typed = ['12.5%', '5 %', '0.01％', '1250', '12.5', '1.234%', '-5%'];
  expect(typed.map((text) => parseValue(text, share))).toEqual([1_250, 500, 1, 1_250, 12.5, '1.234%', '-5%']);
  expect(parseValue('5%', integer(label))).toBe('5%');
  expect([1_250, 500, 1].map(formatPlainPercent)).toEqual(['12.5', '5', '0.01']);
  const schema = z.strictObject({ share: integerKind.schema(share) }, 'type');
  const rejected = { ok: false, errors: { share: [expect.stringContaining('50%')] } };
  expect(check(schema, { share: 6_000 }, { share }, 'en-US', createTranslator('en-US', words))).toEqual(rejected);
});

it('parseValue accepts full-width digits and groups of three, and rejects ambiguous numbers', () => {
  const count = integer(label);
  const typed = [
    '1,234',
    '１００',
    '－１，２３４',
    '1，234，567',
    ' 12 ',
    '1,23',
    '1,2345',
    '12,34,567',
    ',123',
    '1²',
    '①',
  ];
  expect(typed.map((text) => parseValue(text, count))).toEqual([
    ...[1_234, 100, -1_234, 1_234_567, 12],
    ...['1,23', '1,2345', '12,34,567', ',123', '1²', '①'],
  ]);
  expect(parseValue('１２', identifier(label))).toBe(12);
  expect(parseValue('1,234', identifier(label))).toBe('1,234');
  expect(parseValue('1,250%', integer(label, basisPoints))).toBe(125_000);
});

it('parseValue accepts amounts with full-width digits, a currency sign and groups of three', () => {
  const typed = [
    '￥12.5',
    '１２．５',
    '16。5',
    '1,234.50',
    '¥ 1,234.5',
    '￥１，２３４．５０',
    '$1,000',
    '1,23',
    '1.234,50',
    '1,234,5',
  ];
  expect(typed.map((text) => parseValue(text, money(label)))).toEqual([
    ...[1_250, 1_250, 1_650, 123_450, 123_450, 123_450, 100_000],
    ...['1,23', '1.234,50', '1,234,5'],
  ]);
});

it('formatValue shows a size with a suitable unit', () => {
  const size = integer(label, byteCount);
  expect([0, 1023, 1536, 15_720_448, 3_221_225_472].map((value) => formatValue(value, size, english))).toEqual([
    '0 B',
    '1023 B',
    '1.5 KB',
    '15.0 MB',
    '3.0 GB',
  ]);
});

it('parseValue returns fractions as numbers, so that the schema rejects them, and other text unchanged', () => {
  const count = integer(label);
  expect(['1.5', '-0.25', '1,234.5', '1.0', '1.2.3', '1.5e3'].map((text) => parseValue(text, count))).toEqual([
    1.5,
    -0.25,
    1234.5,
    '1.0',
    '1.2.3',
    '1.5e3',
  ]);
});
