import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../../test/loop-turns.ts';
import { percentile } from '../../../../test/open-loop.ts';
import { createNormalizer } from '../../../platform/store/search/normalize.ts';
import { checkTextInSlices } from './check-text.ts';
import { buildLexiconInSlices, type LexiconSource, type LexiconWord } from './lexicon.ts';
import { compilePattern } from './pattern.ts';

const patterns = [
  '(a+)+$',
  '(a|a)*b',
  '(a|b|ab)*c|a.*z|a',
  '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x',
  '(x+x+)+y',
  '.{1,120}x',
  '(?:.?){95}x',
  '(.{0,10}a){10}',
  '(?:a?){65}a{65}',
  '[\\p{L}\\p{N}]{190}',
  '(\\pL\\pN?){38}x',
  '[^a]{1,50}[^b]{1,50}$',
  '\\b\\w{1,60}\\b.{1,60}z',
  '(((a?){3}){3}){3}[a-c]*x',
  '(?:a|aa|aaa|aaaa|.a|..a){10}x',
  '(a*)*(a*)*(a*)*x',
  '(?:(?:(?:a*b?)*c?)*d?)*e',
  '(.*a){40}',
];

const texts = [
  'a'.repeat(20_000),
  'ab '.repeat(7000),
  'aaaaab'.repeat(3000),
  '中文'.repeat(10_000),
  `${'x'.repeat(19_999)}!`,
  '\u0301'.repeat(20_000),
  'e\u0301\u0323\u200b'.repeat(5000),
  '😂\ufe0f'.repeat(7000),
  'ﷺ'.repeat(20_000),
  'f e '.repeat(5000),
];

function getSource(words: readonly (readonly [string, LexiconWord['match']])[]): LexiconSource {
  const rest = { category: 'custom', level: 3, action: 'mask', replacement: '*', scope: [] } as const;
  return { version: 1, allow: [], words: words.map(([word, match], id) => ({ id, word, match, ...rest })) };
}

describe('malicious words and texts', () => {
  it('does not block the event loop with patterns', async () => {
    const lexicon = await buildLexiconInSlices(getSource(patterns.map((pattern) => [pattern, 'regex'])));
    expect(lexicon.problems).toEqual([]);
    const turns = await turnsDuring(async () => {
      for (const text of texts) await checkTextInSlices(lexicon, text);
    });
    expect(percentile(turns, 99)).toBeLessThan(150);
  }, 120_000);

  it('does not block the event loop with literals and pinyin words', async () => {
    const deep = Array.from({ length: 512 }, (_, i) => ['a'.repeat(i + 1), 'contains'] as const);
    const spread = Array.from({ length: 256 }, (_, i) => ['fe'.repeat(i + 1), 'contains'] as const);
    const sounds = [
      ['中文', 'pinyin'],
      ['wen zhong wen', 'pinyin'],
      ['fefefe', 'pinyin'],
      ['aaaa', 'pinyin'],
    ] as const;
    const lexicon = await buildLexiconInSlices(getSource([...deep, ...spread, ...sounds]));
    const turns = await turnsDuring(async () => {
      for (let round = 0; round < 4; round += 1) {
        for (const text of texts) await checkTextInSlices(lexicon, text);
      }
    });
    expect(percentile(turns, 99)).toBeLessThan(150);
  }, 60_000);

  it('either rejects any pattern or compiles it in time', () => {
    const normalize = createNormalizer();
    const piece = fc.constantFrom(
      ...['a', '.', '\\pL', '[^x]', '(', ')', '(?:', '|', '*', '+', '?', '{1,9}', '{0,99}', '{50}', '{1000}'],
      ...['\\b', '^', '$', '[', ']', '\\', '中', '\\d', '(?i)', '[\\p{Han}a-z]', '(?=', '\\1', '-', '&&', '(?P<n>'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const started = process.cpuUsage();
        const result = compilePattern(pieces.join(''), normalize);
        expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
        if (result.ok) expect(result.pattern.compiled.programSize()).toBeLessThanOrEqual(300);
      }),
      { numRuns: 2000 },
    );
  });
});
