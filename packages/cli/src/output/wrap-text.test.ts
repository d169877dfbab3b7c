import { stripVTControlCharacters } from 'node:util';
import chalk from 'chalk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureWidth, wrapText } from './wrap-text.ts';

const words = fc.string({ unit: fc.constantFrom('a', '大', '模', '型', ' ', '👩‍👩‍👧', 'é', 'ｗ') });

describe('wrapText', () => {
  it('never makes a line too long, and loses nothing but the space at a break', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 120 }), fc.boolean(), (text, width, atWords) => {
        const lines = wrapText(text, width, atWords);
        for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(width);
        const stored = (full: string) => (atWords ? full.replaceAll(' ', '') : full);
        expect(stored(lines.join(''))).toBe(stored(text));
      }),
    );
  });

  it('breaks between words if requested, except within long ones', () => {
    expect(wrapText('you can cancel', 9, true)).toEqual(['you can ', 'cancel']);
    expect(wrapText('you cancel', 3, true)).toEqual(['you', 'can', 'cel']);
    expect(wrapText('违禁abc词语', 6, true)).toEqual(['违禁ab', 'c词语']);
    expect(wrapText('大模型，小', 6, true)).toEqual(['大模', '型，小']);
    expect(wrapText('a incomprehensible', 6, true)).toEqual(['a inco', 'mprehe', 'nsible']);
  });

  it('counts no columns for a color, and continues it after the break', () => {
    const red = chalk.level === 0 ? (text: string) => `\u001b[31m${text}\u001b[39m` : chalk.red;
    const lines = wrapText(`ab${red('cdef')}gh`, 4);
    expect(lines.map((line) => stripVTControlCharacters(line))).toEqual(['abcd', 'efgh']);
    expect(lines[1]).toMatch(/^\u001b\[31mef/);
  });
});
