import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControls, safeLines } from './wrap-text.ts';

describe('escapeControls', () => {
  it.each([
    ['\u001b[31mred', '\\u{1b}[31mred'],
    ['\u009b31m', '\\u{9b}31m'],
    ['a\rb', 'a\\u{d}b'],
    ['two\nlines', 'two⏎lines'],
    ['\u202eevil', '\\u{202e}evil'],
    ['zero\u200bwidth', 'zero\\u{200b}width'],
    ['违禁词 ok', '违禁词 ok'],
  ])('writes %j as %j', (given, shown) => {
    expect(escapeControls(given)).toBe(shown);
  });

  it('leaves no control character in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !/[\u0000-\u001f\u007f-\u009f]/.test(escapeControls(text))),
    );
  });
});

describe('safeLines', () => {
  it('preserves lines and cells, and leaves no other control character', () => {
    expect(safeLines('a,b\r\n1\t2\n')).toBe('a,b\r\n1\t2\n');
    expect(safeLines('over\rwritten \u001b[2J \u202e')).toBe('over\\u{d}written \\u{1b}[2J \\u{202e}');
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]|\r(?!\n)/.test(safeLines(text)),
      ),
    );
  });
});
