import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runWithoutPause } from '../../../platform/store/search/characters.ts';
import { createNormalizer } from '../../../platform/store/search/normalize.ts';
import { buildPatternSet, compilePattern, type Pattern } from './pattern.ts';

const normalize = createNormalizer();

function getPattern(source: string): Pattern {
  const result = compilePattern(source, normalize);
  if (!result.ok) throw new Error(`${source}: ${result.reason}`);
  return result.pattern;
}

function matchesOf(sources: readonly string[], text: string): string[] {
  const found: string[] = [];
  const set = runWithoutPause(buildPatternSet(sources.map(getPattern)));
  runWithoutPause(set.find(text, (pattern, from, to) => found.push(`${pattern}@${from}-${to}`)));
  return found.sort();
}

describe('compilePattern rejecting patterns', () => {
  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['x'.repeat(257), 'tooLong'],
    ['(', 'badSyntax'],
    ['a)', 'badSyntax'],
    ['[z-a]', 'badSyntax'],
    ['*a', 'badSyntax'],
    ['a**', 'badSyntax'],
    ['a{2,1}', 'badSyntax'],
    ['\\', 'badSyntax'],
    ['\\pX', 'badSyntax'],
    ['(?=a)', 'unsupported'],
    ['(?!a)b', 'unsupported'],
    ['(?<=a)b', 'unsupported'],
    ['(?<!a)b', 'unsupported'],
    ['(?>a)', 'unsupported'],
    ['(a)\\1', 'unsupported'],
    ['(?<n>a)\\k<n>', 'unsupported'],
    ['a++', 'unsupported'],
    ['a*', 'emptyMatch'],
    ['a|$', 'emptyMatch'],
    ['\\b', 'emptyMatch'],
    ['中|\\b', 'emptyMatch'],
    ['a{1001}', 'tooComplex'],
    ['((a{100}){100}){100}', 'tooComplex'],
    ['.{1,500}x', 'tooComplex'],
  ])('rejects %s as %s', (source, reason) => {
    expect(compilePattern(source, normalize)).toMatchObject({ ok: false, reason });
  });

  it('returns the faulty part as it was written', () => {
    expect(compilePattern('ok(?=a)', normalize)).toEqual({ ok: false, reason: 'unsupported', at: '(?=' });
    expect(compilePattern('(ok', normalize)).toEqual({ ok: false, reason: 'badSyntax', at: '(ok' });
  });
});

describe('compilePattern accepting patterns', () => {
  it.each([
    ['\\d{11}', '电话13800138000', '0@2-13'],
    ['[\\u4e00-\\u9fa5]{2}', 'ab中文', '0@2-4'],
    ['\\u{1f51e}', '看🔞', '0@1-3'],
    ['賭\\d', 'x赌7', '0@1-3'],
    ['ＱＱ\\d+', 'qq123', '0@0-5'],
    ['Telegram', 'my telegram', '0@3-11'],
    ['\\\\u4e00', '\\u4e00', '0@0-6'],
    ['^ab|cd$', 'ab cd', '0@0-2'],
  ])('finds %s in %s', (source, text, first) => {
    expect(matchesOf([source], text)[0]).toBe(first);
  });

  it('accepts a pattern of the maximum length', () => {
    expect(compilePattern('x'.repeat(256), normalize).ok).toBe(true);
    expect(compilePattern(Array(60).fill('abc').join('|'), normalize).ok).toBe(true);
  });
});

describe('buildPatternSet', () => {
  const sources = ['a+b', 'b{2,3}', '[ac]d', '^c', 'd$', '\\ba', '中.'];

  it('finds what each pattern finds separately', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', ' ', '中', '😂'), maxLength: 60 }), (text) => {
        const expected = sources.flatMap((source, index) =>
          [...text.matchAll(new RegExp(source, 'gu'))].map((m) => `${index}@${m.index}-${m.index + m[0].length}`),
        );
        expect(matchesOf(sources, text)).toEqual(expected.sort());
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same matches in a text of several windows', () => {
    const parts = fc.array(fc.constantFrom('aab', 'bbbb', 'cd ', ' a', '中文', '😂', 'xyz'.repeat(150)), {
      minLength: 150,
      maxLength: 400,
    });
    fc.assert(
      fc.property(parts, (pieces) => {
        const text = pieces.join('');
        const expected = sources.flatMap((source, index) =>
          [...text.matchAll(new RegExp(source, 'gu'))].map((m) => `${index}@${m.index}-${m.index + m[0].length}`),
        );
        expect(matchesOf(sources, text)).toEqual(expected.sort());
      }),
      { numRuns: 20 },
    );
  });

  it('covers the rest of a window when there are too many matches', () => {
    const text = 'a'.repeat(3000);
    const found = matchesOf(['a'], text);
    expect(found).toContain('0@999-1000');
    expect(found).toContain('0@1000-2048');
    expect(found).toContain('0@2048-2049');
  });
});
