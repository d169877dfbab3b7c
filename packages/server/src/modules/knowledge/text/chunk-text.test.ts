import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChunkRule, chunkText, countTokenParts, estimateTokens, getOverlap, getPages } from './chunk-text.ts';
import { cleanText, toStorableText } from './clean-text.ts';

const rule = (change: Partial<ChunkRule> = {}): ChunkRule => ({
  chunkMode: 'auto',
  delimiter: null,
  chunkTokens: 40,
  overlapTokens: 8,
  cleanSpaces: true,
  stripUrls: false,
  ...change,
});

const words = fc.constantFrom(
  '知识库',
  '检索',
  '，',
  '。',
  '！',
  'vector',
  ' ',
  '\n',
  '\n\n',
  '# 标题\n',
  '第一章 总则\n',
  '😀',
  '.',
  '---',
  '```\n',
  '\n| a | b |\n|---|---|\n',
  '| 1 | 2 |\n',
  '标题\n===\n',
  'a',
  '\f',
);
const texts = fc.array(words, { maxLength: 400 }).map((parts) => parts.join(''));
const rules = fc.record({
  chunkMode: fc.constantFrom('auto' as const, 'delimiter' as const),
  delimiter: fc.constantFrom('---', '\\n\\n', '。', null),
  chunkTokens: fc.integer({ min: 20, max: 60 }),
  overlapTokens: fc.integer({ min: 0, max: 40 }),
  cleanSpaces: fc.boolean(),
  stripUrls: fc.boolean(),
});

describe('chunkText for random texts', () => {
  it('covers every character in order, within the size limit and the maximum overlap', () => {
    fc.assert(
      fc.property(texts, rules, (given, how) => {
        const { text } = cleanText(toStorableText(given), how);
        const chunks = chunkText(text, how);
        expect(chunks.length === 0).toBe(text.trim() === '');
        if (chunks.length === 0) return;
        expect(chunks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const [at, chunk] of chunks.entries()) {
          expect(chunk.start).toBe(at === 0 ? 0 : chunks[at - 1]?.end);
          expect(chunk.tokens).toBeLessThanOrEqual(how.chunkTokens);
          expect(chunk.content.endsWith(text.slice(chunk.start, chunk.end).trim())).toBe(true);
          expect(chunk.content).not.toBe('');
          expect(chunk.content.isWellFormed()).toBe(true);
          if (at > 0 && chunk.from < chunk.start)
            expect(estimateTokens(countTokenParts(text, chunk.from, chunk.start))).toBeLessThanOrEqual(getOverlap(how));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('chunkText', () => {
  it('starts chunks at headings and adds the parent headings to the title', () => {
    const text = '# 手册\n\n前言。\n\n## 退款\n\n七天内可退。\n\n第二章 会员\n会员有折扣。';
    expect(chunkText(text, rule()).map(({ title }) => title)).toEqual(['手册', '手册 / 退款', '第二章 会员']);
  });

  it('repeats the end of a full chunk in the next', () => {
    const [first, second] = chunkText('一二三四五六七八九十'.repeat(6), rule({ chunkTokens: 30, overlapTokens: 5 }));
    expect(first?.content).toHaveLength(25);
    expect(second?.content.slice(0, 5)).toBe(first?.content.slice(-5));
  });

  it('splits at a delimiter with escape sequences', () => {
    const pieces = chunkText('甲\n---\n乙\n---\n丙', rule({ chunkMode: 'delimiter', delimiter: '---\\n' }));
    expect(pieces.map(({ content }) => content)).toEqual(['甲\n---', '乙\n---', '丙']);
  });

  it('returns the pages of each chunk', () => {
    const { text, pages } = cleanText('第一页的话。\f第二页的话。', rule());
    expect(getPages({ start: 0, end: text.length }, pages)).toEqual({ pageFrom: 1, pageTo: 2 });
    expect(getPages({ start: text.indexOf('第二'), end: text.length }, pages)).toEqual({ pageFrom: 2, pageTo: 2 });
  });

  it('removes repeated spaces and addresses on request', () => {
    const raw = '见  https://example.com/a?b=1 ，\n\n\n\n写信 a.b@example.com 。';
    expect(cleanText(raw, { cleanSpaces: true, stripUrls: true }).text).toBe('见 ，\n\n写信 。');
  });
});
