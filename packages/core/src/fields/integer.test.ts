import { expect, it } from 'vitest';
import { basisPoints, byteCount, identifier, integer } from './integer.ts';
import { formatValue } from './kinds.ts';

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
