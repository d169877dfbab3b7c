import { describe, expect, it } from 'vitest';
import { ordinaryWords, sentences } from '../../../../test/ordinary-text.ts';
import { createNormalizer } from '../../../platform/store/search/normalize.ts';
import { checkText } from './check-text.ts';
import { buildLexicon, type LexiconWord } from './lexicon.ts';
import { reveal } from './reveal.ts';

const latin =
  'anal anus arse ass balls bang bra bugger butt clit cock coon cop crap cum cunt damn dick dyke fag fuck gay gin hell hoe homo jap jerk jizz kill lust nazi nude paki penis piss poop porn pot prick puss rape rum sex shit slag slut spic suck tit turd vag wank weed whore xxx casino';
const chinese =
  '法轮功 赌博 冰毒 枪支 色情 裸聊 援交 嫖娼 卖淫 代开发票 办证 刷单 跑分 加微信 加微信123 百家乐 六合彩 时时彩 洗钱 地下钱庄 迷药 假钞 高利贷 走私 黄片 三级片 一夜情 8964 3p 18禁 代孕 传销 私彩 外围女 裸贷';

const getWords = (list: string, match: LexiconWord['match']): LexiconWord[] =>
  list.split(' ').map((word, id) => {
    const rest = { category: 'custom', level: 3, action: 'block', replacement: null, scope: [] } as const;
    return { id, word, match, ...rest };
  });

describe('checkText on 10,000 ordinary sentences', () => {
  const texts = sentences(10_000);
  const find = (words: readonly LexiconWord[]) => {
    const lexicon = buildLexicon({ words, allow: [], version: 1 });
    return (text: string) => checkText(lexicon, text).hits.map(({ word }) => `${word}: ${text}`);
  };

  it('uses sentences that are all different, in both languages', () => {
    expect(new Set(texts).size).toBe(10_000);
    expect(texts.filter((text) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThan(4_000);
  });

  it('finds no match of the word list', () => {
    const check = find([...getWords(latin, 'auto'), ...getWords(chinese, 'auto')]);
    expect(texts.flatMap(check)).toEqual([]);
  });

  it('finds no match of words with all variants', () => {
    const words = [...getWords(latin, 'auto'), ...getWords(chinese, 'auto')];
    const check = find(words.map((word) => ({ ...word, variants: ['leet', 'repeats'] })));
    expect([...texts, ...ordinaryWords].flatMap(check)).toEqual([]);
    expect(['play c4s1n0', 'shiiit'].flatMap(check)).toHaveLength(2);
  });

  it('finds words inside longer words only with the match contains', () => {
    const check = find(getWords(latin, 'contains'));
    expect(texts.filter((text) => check(text).length > 0).length).toBeGreaterThan(500);
    const whole = find(getWords(latin, 'auto'));
    expect(ordinaryWords.flatMap(whole)).toEqual([]);
  });

  it('reveals nothing, because nothing is hidden', () => {
    const normalize = createNormalizer();
    const words = new Set(latin.split(' '));
    const seen = texts.filter((text) => reveal(text, normalize(text), normalize) !== null);
    expect(seen.filter((text) => text.split(/\W+/).some((part) => words.has(part.toLowerCase())))).toEqual([]);
  });
});
