import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safe } from './safe.ts';

describe('safe', () => {
  it.each([
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['\u009b31m', '\\u{9b}31m'],
    ['a\rb', 'a\\u{d}b'],
    ['two\nlines', 'two⏎lines'],
    ['\u202eevil', '\\u{202e}evil'],
    ['zero\u200bwidth', 'zero\\u{200b}width'],
    ['违禁词 ok', '违禁词 ok'],
  ])('writes %j as %j', (given, shown) => {
    expect(safe(given)).toBe(shown);
  });

  it('leaves nothing that a terminal acts upon', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[\u0000-\u001f\u007f-\u009f]/.test(safe(text))));
  });
});
