import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { words } from '../../i18n/en-US.ts';
import { createTranslator } from '../../i18n/index.ts';
import { check } from '../check.ts';
import { basisPoints, byteCount, formatPlainPercent, identifier, integer, integerKind } from './integer.ts';
import { formatValue, parseValue } from './kinds.ts';

const label = { zh: '数', en: 'Number' };
const english = { locale: 'en-US', timeZone: 'UTC' } as const;

it('groups a number that is counted, and leaves one that is copied as it is', () => {
  expect(formatValue(39228, integer(label), english)).toBe('39,228');
  expect(formatValue(39228, identifier(label), english)).toBe('39228');
});

it('reads ten-thousandths as a percentage', () => {
  const share = integer(label, basisPoints);
  expect([500, 525, 1, 10_000].map((value) => formatValue(value, share, english))).toEqual([
    '5%',
    '5.25%',
    '0.01%',
    '100%',
  ]);
});

it('takes a share as a percentage or in ten-thousandths, and says bounds as percentages', () => {
  const share = integer(label, { ...basisPoints, max: 5_000 });
  const typed = ['12.5%', '5 %', '0.01％', '1250', '12.5', '1.234%', '-5%'];
  expect(typed.map((text) => parseValue(text, share))).toEqual([1_250, 500, 1, 1_250, '12.5', '1.234%', '-5%']);
  expect(parseValue('5%', integer(label))).toBe('5%');
  expect([1_250, 500, 1].map(formatPlainPercent)).toEqual(['12.5', '5', '0.01']);
  const schema = z.strictObject({ share: integerKind.schema(share) }, 'type');
  const rejected = { ok: false, errors: { share: [expect.stringContaining('50%')] } };
  expect(check(schema, { share: 6_000 }, { share }, 'en-US', createTranslator('en-US', words))).toEqual(rejected);
});

it('reads a size in the unit that suits it', () => {
  const size = integer(label, byteCount);
  expect([0, 1023, 1536, 15_720_448, 3_221_225_472].map((value) => formatValue(value, size, english))).toEqual([
    '0 B',
    '1023 B',
    '1.5 KB',
    '15.0 MB',
    '3.0 GB',
  ]);
});
