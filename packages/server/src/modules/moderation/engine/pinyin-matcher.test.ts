import { describe, expect, it } from 'vitest';
import { checkText } from './check-text.ts';
import { buildLexicon, type LexiconWord } from './lexicon.ts';
import { loadPinyinReadings, parsePinyin } from './pinyin-matcher.ts';

function pinyin(word: string): LexiconWord {
  return { id: 1, word, match: 'pinyin', category: 'custom', level: 3, action: 'block', replacement: null, scope: [] };
}

function foundIn(text: string, word: string): string[] {
  const lexicon = buildLexicon({ words: [pinyin(word)], allow: [], version: 1 });
  return checkText(lexicon, text).hits.map((hit) => text.slice(hit.start, hit.end));
}

describe('buildPinyinMatcher', () => {
  it.each([
    ['法轮功', '练法轮功', '法轮功'],
    ['法轮功', '发伦工', '发伦工'],
    ['法轮功', '法輪功', '法輪功'],
    ['法轮功', 'falungong!', 'falungong'],
    ['法轮功', 'Fa Lun Gong', 'Fa Lun Gong'],
    ['法轮功', 'fǎ-lún-gōng', 'fǎ-lún-gōng'],
    ['法轮功', 'fa轮gong', 'fa轮gong'],
    ['法轮功', '发 伦 工', '发 伦 工'],
    ['falungong', '发伦工', '发伦工'],
    ['fa lun gong', '发伦工', '发伦工'],
    ["fa'lun'gong", 'fa轮功', 'fa轮功'],
    ['fa3 lun2 gong1', '发伦工', '发伦工'],
    ['fǎ lún gōng', 'falungong', 'falungong'],
    ['毒品', '独品', '独品'],
    ['毒品', '独*品', '独*品'],
    ['银行', '银行', '银行'],
    ['yin hang', '銀行', '銀行'],
    ['yin xing', '银杏', '银杏'],
    ['绿卡', 'lvka', 'lvka'],
    ['绿卡', 'lüka', 'lüka'],
    ['西安', "xi'an", "xi'an"],
    ['西安', '喜安', '喜安'],
    ['xian', '先', '先'],
    ['xian', '西安', '西安'],
    ['微信', '加 w e i x i n 吧', 'w e i x i n'],
    ['微信', 'W-E-I-X-I-N', 'W-E-I-X-I-N'],
  ])('finds %s in %s', (word, text, source) => {
    expect(foundIn(text, word)).toEqual([source]);
  });

  it.each([
    ['西安', '先', 'is two syllables, not one'],
    ['先', '西安', 'is one syllable, not two'],
    ['方案', '饭干', 'keeps its syllables apart'],
    ['滚', 'gunman', 'is not a part of a longer run of letters'],
    ['滚', 'begun', 'is not a part of a longer run of letters'],
    ['毒品', '孤独，品味', 'is not parted by the end of a clause'],
    ['毒品', '很孤独 品味高', 'in two characters is not parted by a space inside a sentence'],
    ['微信', 'w e i, x i n', 'is not spelled out across the end of a clause'],
    ['爱', 'section A I', 'is no initials'],
    ['微信', 'we i x in', 'is spelled out by single letters'],
    ['法轮功', 'falu ngong', 'is parted only between syllables'],
    ['毒品', '毒あ品', 'is not parted by what has no reading'],
  ])('does not find %s in %s: %s', (word, text) => {
    expect(foundIn(text, word)).toEqual([]);
  });

  it('finds a word across the positions where a long text yields', () => {
    const text = `${'好'.repeat(4094)}发伦工${'好'.repeat(4094)}falungong`;
    expect(foundIn(text, '法轮功')).toEqual(['发伦工', 'falungong']);
  });
});

describe('parsePinyin', () => {
  const readings = loadPinyinReadings();
  const getBreaks = (word: string) => [...(parsePinyin(word, readings)?.breaks ?? [])].join('');

  it.each([
    ['dubo', '10101'],
    ['fangan', '1002201'],
    ['xian', '10201'],
    ['xi an', '10101'],
    ['西安', '10101'],
  ])('places the syllable breaks of %s at %s', (word, breaks) => {
    expect(getBreaks(word)).toBe(breaks);
  });

  it.each(['fuck', '123', 'カ', ''])('rejects %j', (word) => {
    expect(parsePinyin(word, readings)).toBeNull();
  });
});
