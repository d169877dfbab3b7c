import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatYuan, parseYuan } from './payment-adapter.ts';

const anAmount = fc.integer({ min: 0, max: 100_000_000_00 });

test('formatYuan and parseYuan return the original amount', () => {
  fc.assert(
    fc.property(anAmount, (fen) => {
      const written = formatYuan(fen);
      expect(written).toMatch(/^(0|[1-9]\d*)\.\d\d$/);
      expect(parseYuan(written)).toBe(fen);
    }),
  );
});

test.each([
  ['0.01', 1],
  ['1', 100],
  ['1.5', 150],
  ['19.99', 1999],
  ['4.35', 435],
  ['1.005', null],
  ['1.', null],
  ['.5', null],
  ['-1.00', null],
  ['1e2', null],
  ['1,000.00', null],
  [' 1.00', null],
  ['１.00', null],
  ['', null],
])('parseYuan(%j) returns %j', (written, fen) => {
  expect(parseYuan(written)).toBe(fen);
});

test.each([-1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('formatYuan(%d) throws', (fen) => {
  expect(() => formatYuan(fen)).toThrow('whole number of fen');
});
