import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNormalizer, toPlainString } from '../../../platform/store/search/normalize.ts';
import { type CheckResult, checkText } from './check-text.ts';
import { buildLexicon, type LexiconWord } from './lexicon.ts';

function buildWord(word: string, overrides: Partial<LexiconWord> = {}): LexiconWord {
  const defaults = { match: 'contains', category: 'custom', level: 3, action: 'block', replacement: '***' } as const;
  return { id: 1, word, ...defaults, scope: [], ...overrides };
}

const normalize = createNormalizer();

function check(words: readonly LexiconWord[], text: string, allow: readonly string[] = []): CheckResult {
  return checkText(buildLexicon({ words, allow, version: 7 }, { normalize }), text);
}

/** Returns the parts of the text that match the word. */
function foundIn(text: string, word: string, match: LexiconWord['match'] = 'contains'): string[] {
  return check([buildWord(word, { match })], text).hits.map((hit) => text.slice(hit.start, hit.end));
}

describe('checkText with the match contains', () => {
  it.each([
    ['法轮功', '练法轮功的人', '法轮功'],
    ['法轮功', '練法輪功', '法輪功'],
    ['法轮功', '法\u200b轮\ufeff功', '法\u200b轮\ufeff功'],
    ['法轮功', '法 轮 功', '法 轮 功'],
    ['法轮功', '法，轮，功', '法，轮，功'],
    ['法轮功', '法\n轮\n功', '法\n轮\n功'],
    ['法轮功', '法轮.功', '法轮.功'],
    ['法轮功', '法🔥轮💧功', '法🔥轮💧功'],
    ['赌博', '去赌*博吧', '赌*博'],
    ['赌博', '賭__博', '賭__博'],
    ['赌博', '来 赌 博 吧', '赌 博'],
    ['赌博', '赌-博', '赌-博'],
    ['𠮷野家', '𠮷*野*家', '𠮷*野*家'],
    ['fuck', 'what the ＦＵＣＫ', 'ＦＵＣＫ'],
    ['fuck', 'f.u.c.k off', 'f.u.c.k'],
    ['fuck', 'f u c k', 'f u c k'],
    ['fuck', 'F-U-C-K!', 'F-U-C-K'],
    ['fuck', 'fu*ck', 'fu*ck'],
    ['fuck', 'f,u,c,k', 'f,u,c,k'],
    ['fuck', '𝐟𝐮𝐜𝐤 🅵', '𝐟𝐮𝐜𝐤'],
    ['fuck', 'f\u0336u\u0336c\u0336k\u0336', 'f\u0336u\u0336c\u0336k\u0336'],
    ['fuck', 'f\u202eu\u202ec\u202ek', 'f\u202eu\u202ec\u202ek'],
    ['fuck', 'fùçk', 'fùçk'],
    ['fück', 'FUCK', 'FUCK'],
    ['加v信', '加 V 信', '加 V 信'],
    ['13800138000', '138 0013 8000', '138 0013 8000'],
    ['13800138000', '電話１３８-００１３-８０００', '１３８-００１３-８０００'],
    ['buy now', 'BUY\n NOW!', 'BUY\n NOW'],
    ['🔞', '看🔞\ufe0f片', '🔞\ufe0f'],
    ['c++', 'learn C++', 'C++'],
  ])('finds %s in %j', (word, text, source) => {
    expect(foundIn(text, word)).toEqual([source]);
  });
});

describe('checkText on disguised words', () => {
  const small = 'ᴄᴀꜱɪɴᴏ';
  it.each([
    ['casino', 'play cаsino', 'cаsino'],
    ['casino', 'саѕіпо', 'саѕіпо'],
    ['casino', 'Сasinо!', 'Сasinо'],
    ['casino', 'с а s і n о', 'с а s і n о'],
    ['casino', `a ${small}`, small],
    ['casino', 'ςasino caѕιnο', 'caѕιnο'],
    ['casino', '🇨🇦🇸🇮🇳🇴', '🇨🇦🇸🇮🇳🇴'],
    ['casino', '🇨 🇦 🇸 🇮 🇳 🇴', '🇨 🇦 🇸 🇮 🇳 🇴'],
    ['casino', 'cas<b>i</b>no', 'cas<b>i</b>no'],
    ['casino', 'ca<span style="color:red">si</span><!-- x -->no', 'ca<span style="color:red">si</span><!-- x -->no'],
    ['casino', 'c&#97;s&#x69;n&#x43e;', 'c&#97;s&#x69;n&#x43e;'],
    ['casino', 'ca&shy;si&#8203;no', 'ca&shy;si&#8203;no'],
    ['قمار', 'قـمـــار', 'قـمـــار'],
    ['加微信123', '请加微信一二三', '加微信一二三'],
    ['加微信123', '加微信壹贰叁', '加微信壹贰叁'],
    ['加微信123', '加微信١٢٣', '加微信١٢٣'],
    ['加微信一二三', '加微信123', '加微信123'],
    ['カジノ', 'かじの', 'かじの'],
    ['かじの', 'ｶｼﾞﾉ', 'ｶｼﾞﾉ'],
    ['赌博', '赌<i>博</i>', '赌<i>博'],
    ['法轮功', '法&#36718;功', '法&#36718;功'],
  ])('finds %s in %j', (word, text, source) => {
    expect(foundIn(text, word, 'auto')).toEqual([source]);
  });

  it('masks a disguised word at its position, allows it in an allowed phrase, and finds it by a pattern', () => {
    const mask = buildWord('casino', { match: 'auto', action: 'mask' });
    expect(check([mask], 'a c<b>a</b>sіno b').text).toBe('a *** b');
    expect(check([mask], 'a саsino royale', ['casino royale']).action).toBe('pass');
    expect(foundIn('my саsino1', 'casino\\d', 'regex')).toEqual(['саsino1']);
  });

  it.each([
    ['cop', 'Это сор и жалоба'],
    ['cop', 'сорок'],
    ['сор', 'call a cop'],
    ['ad', 'if a<b and c>d'],
    ['法轮', '没办法<br>轮到你'],
    ['法轮', '<p>没办法</p><p>轮到你</p>'],
    ['us', 'made in 🇺🇸'],
    ['89', '晚上八九点'],
    ['11', '一一列举'],
  ])('does not find %s in %j', (word, text) => {
    expect(foundIn(text, word, 'auto')).toEqual([]);
  });
});

describe('checkText on ordinary text', () => {
  it.each([
    ['法轮', '没办法，轮到你了'],
    ['法轮', '没办法。轮到你了'],
    ['法轮', '没有办法 轮到你了'],
    ['法轮', '没办法😂轮到你了'],
    ['法轮', '方法/轮子'],
    ['法轮', '办法\n轮到'],
    ['做爱吧', '今天在家做，爱吧里的人都知道'],
    ['penis', 'the pen is mightier'],
    ['penis', 'I have a pen.is it yours'],
    ['hell', "he'll come"],
    ['ass', 'as soon as she'],
    ['ass', 'pizza s s'],
    ['ass', 'pick a, s, s'],
    ['ass', 'this a-s-sertion'],
    ['rapist', 'the rap ist'],
    ['fuck', 'f...........u...........c...........k'],
    ['1234', '12 34'],
    ['ab', 'a b'],
    ['ab', 'a*b'],
    ['buy now', 'buy it now'],
  ])('does not find %s in %j', (word, text) => {
    expect(foundIn(text, word)).toEqual([]);
  });
});

describe('checkText with the match exact', () => {
  it.each([
    ['ass', 'kick ass!', ['ass']],
    ['ass', 'class', []],
    ['ass', 'ass1', []],
    ['ass', 'ÀSS', ['ÀSS']],
    ['ass', 'a.s.s', []],
    ['viagra', '买Viagra吧', ['Viagra']],
    ['赌博', '赌博', ['赌博']],
    ['赌博', '「赌博」，赌博 app', ['赌博', '赌博']],
    ['赌博', '赌博app', ['赌博']],
    ['赌博', '去赌博', []],
    ['赌博', '赌*博', []],
    ['big deal', 'a big deal.', ['big deal']],
    ['big deal', 'big dealer', []],
  ])('finds %s in %j', (word, text, sources) => {
    expect(foundIn(text, word, 'exact')).toEqual(sources);
  });
});

describe('checkText with the match auto', () => {
  it.each([
    ['gin', 'install the plugin', []],
    ['röv', 'Improvements on the way.', []],
    ['amı', 'Base streaming tokens.', []],
    ['bi', 'Combine both.', []],
    ['gin', 'a Gin, please', ['Gin']],
    ['gin', '来杯gin吧', ['gin']],
    ['gin', 'g.i.n', ['g.i.n']],
    ['ass', 'assassin passes class', []],
    ['cunt', 'from Scunthorpe', []],
    ['fuck', 'fu*ck', ['fu*ck']],
    ['big deal', 'a big dealer, a big deal', ['big deal']],
    ['сор', 'сорок и сор', ['сор']],
    ['赌博', '去赌博吧', ['赌博']],
    ['加v信', '请加V信了', ['加V信']],
    ['13800138000', '+8613800138000', ['13800138000']],
    ['ไทย', 'ประเทศไทยครับ', ['ไทย']],
  ])('finds %s in %j', (word, text, sources) => {
    expect(foundIn(text, word, 'auto')).toEqual(sources);
  });
});

describe('actions of several hits', () => {
  const words = [
    buildWord('甲', { id: 1, action: 'warn' }),
    buildWord('乙', { id: 2, action: 'mask' }),
    buildWord('丙', { id: 3, action: 'review' }),
    buildWord('丁', { id: 4, action: 'block' }),
  ];

  it.each([
    ['无', 'pass'],
    ['甲', 'warn'],
    ['甲乙', 'mask'],
    ['丙乙甲', 'review'],
    ['甲丁丙乙', 'block'],
  ])('%s: returns %s, the strongest action', (text, action) => {
    expect(check(words, text).action).toBe(action);
  });

  it('lists all hits in text order', () => {
    const result = check(words, 'x丁甲');
    expect(result).toMatchObject({ normalized: 'x丁甲', hitCount: 2, lexiconVersion: 7 });
    expect(result.hits).toEqual([
      {
        wordId: 4,
        word: '丁',
        start: 1,
        end: 2,
        category: 'custom',
        level: 3,
        action: 'block',
        match: 'contains',
        allowed: false,
      },
      {
        wordId: 1,
        word: '甲',
        start: 2,
        end: 3,
        category: 'custom',
        level: 3,
        action: 'warn',
        match: 'contains',
        allowed: false,
      },
    ]);
  });
});

describe('masks', () => {
  const mask = (word: string, replacement: string | null = '***') => buildWord(word, { action: 'mask', replacement });

  it.each([
    ['one', [mask('赌博')], '去賭博吧', '去***吧'],
    ['spaced out', [mask('赌博')], '去賭*博吧', '去***吧'],
    ['with surrogate pairs around', [mask('赌')], '😂赌😂', '😂***😂'],
    ['of surrogate pairs', [mask('🔞', null)], 'a🔞\ufe0f🔞b', 'a**b'],
    ['of letters under marks', [mask('cafe', null)], 'un cafe\u0301!', 'un ****!'],
    ['of half a compatibility character', [mask('k', 'X')], '5㎏ k', '5X X'],
    ['one star a character', [mask('abc', null)], '-Ａb\u200bC-', '-***-'],
    ['with nothing', [mask('赌博', '')], '去赌博吧', '去吧'],
    ['overlapping: the longest replaces all', [mask('abc', '3'), mask('cdef', '4'), mask('d', '1')], 'xabcdefx', 'x4x'],
    ['equal in length: the first', [mask('abc', 'F'), mask('cde', 'S')], 'abcde', 'F'],
    ['side by side: each its own', [mask('ab', '1'), mask('cd', '2')], 'abcd', '12'],
    ['text that looks like a replacement pattern', [mask('a', '$&')], 'bab', 'b$&b'],
  ])('%s: replaces the right part of the original text', (_, words, text, expected) => {
    expect(check(words, text).text).toBe(expected);
  });

  it('does not change a text with the action block, review or warn', () => {
    const words = [mask('甲', 'X'), buildWord('乙'), buildWord('丙', { action: 'warn' })];
    expect(check(words, '甲乙丙').text).toBe('X乙丙');
  });
});

describe('allowed phrases', () => {
  it('allow a word that is entirely inside one', () => {
    const result = check([buildWord('ass')], 'First Class', ['class']);
    expect(result.action).toBe('pass');
    expect(result.hits).toMatchObject([{ word: 'ass', start: 8, end: 11, allowed: true, allowedBy: 'class' }]);
  });

  it('do not allow a match that extends beyond them or is elsewhere', () => {
    expect(check([buildWord('法轮功')], '方法轮功课', ['方法轮']).action).toBe('block');
    expect(check([buildWord('ass')], 'class, ass', ['class']).action).toBe('block');
  });

  it('allow spaced words and patterns inside them, using the phrase that extends furthest', () => {
    const words = [buildWord('\\d{3}', { match: 'regex' }), buildWord('赌博')];
    const result = check(words, '报警 110 反赌 博 热线', ['报警', '报警 110 反赌 博', '110']);
    expect(result.action).toBe('pass');
    expect(result.hits.map((hit) => hit.allowedBy)).toEqual(['报警 110 反赌 博', '报警 110 反赌 博']);
  });

  it('match only as written, in any width or case', () => {
    expect(check([buildWord('法轮')], '方法轮到', ['方法輪']).action).toBe('pass');
    expect(check([buildWord('法轮')], '方*法轮到', ['方法轮']).action).toBe('block');
  });

  it('prevent masking', () => {
    expect(check([buildWord('ass', { action: 'mask' })], 'class ass', ['class']).text).toBe('class ***');
  });
});

describe('scopes', () => {
  const words = [buildWord('甲', { scope: ['prompt', 'draw'] }), buildWord('乙', { id: 2, action: 'warn' })];
  const lexicon = buildLexicon({ words, allow: [], version: 1 });

  it.each([
    ['prompt', ['甲', '乙']],
    ['draw', ['甲', '乙']],
    ['nickname', ['乙']],
    [undefined, ['甲', '乙']],
  ])('finds the words of scope %s', (scope, found) => {
    const result = checkText(lexicon, '甲乙', scope === undefined ? {} : { scope });
    expect(result.hits.map((hit) => hit.word)).toEqual(found);
  });
});

describe('unsaved words', () => {
  const saved = buildLexicon({ words: [buildWord('甲', { action: 'mask' })], allow: ['乙丙'], version: 3 });

  it('match together with saved words, under the same allowed phrases', () => {
    const words = [buildWord('丙', { id: 9 }), buildWord('甲丁', { id: 10, action: 'mask', replacement: '#' })];
    const also = buildLexicon({ words, allow: ['丙丁'], version: 0 });
    const result = checkText(saved, '乙丙甲丁', { also });
    expect(result).toMatchObject({ action: 'mask', text: '乙丙#', lexiconVersion: 3, hitCount: 3 });
    expect(result.hits[0]).toMatchObject({ wordId: 9, allowed: true, allowedBy: '乙丙' });
    expect(checkText(saved, '丙丁', { also }).hits[0]).toMatchObject({ wordId: 9, allowedBy: '丙丁' });
  });
});

describe('checkText on random words and texts', () => {
  const text = (letters: readonly string[], maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength });

  it('finds the same matches as a naive search where hiding is not possible', () => {
    const letters = ['a', 'b', '中', '文'];
    fc.assert(
      fc.property(fc.uniqueArray(text(letters, 4), { maxLength: 12 }), text(letters, 40), (words, content) => {
        const hits = check(
          words.map((word, id) => buildWord(word, { id })),
          content,
        ).hits;
        const expected = words.flatMap((word, id) =>
          [...content].flatMap((_, at) => (content.startsWith(word, at) ? [`${id}@${at}`] : [])),
        );
        expect(hits.map((hit) => `${hit.wordId}@${hit.start}`).sort()).toEqual(expected.sort());
      }),
      { numRuns: 500 },
    );
  });

  it('returns positions whose text normalizes to the word', () => {
    const letters = ['a', 'B', 'é', 'ｃ', '中', '國', '\u200b', '\u0301', '*', ' ', '😂', '，'];
    const word = text(['a', 'b', 'e', 'c', '中', '国'], 3);
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 8 }), text(letters, 30), (words, content) => {
        for (const hit of check(
          words.map((entry) => buildWord(entry)),
          content,
        ).hits) {
          const source = toPlainString(normalize(content.slice(hit.start, hit.end)));
          expect(source.replace(/[* 😂,]/gu, '')).toBe(hit.word);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('changes nothing outside the masks, and masks nothing twice', () => {
    const letters = ['a', 'b', '中', '😂', '\u0301', ' '];
    fc.assert(
      fc.property(fc.uniqueArray(text(['a', 'b', '中'], 3), { maxLength: 6 }), text(letters, 30), (words, content) => {
        const result = check(
          words.map((word) => buildWord(word, { action: 'mask', replacement: '#' })),
          content,
        );
        let expected = '';
        let at = 0;
        for (const hit of [...result.hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
          if (hit.start >= at) expected += `${content.slice(at, hit.start)}#`;
          at = Math.max(at, hit.end);
        }
        expect(result.text).toBe(expected + content.slice(at));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('limits of checkText', () => {
  it('lists a thousand hits and counts the rest', () => {
    const result = check([buildWord('a', { action: 'mask', replacement: '' })], `${'a'.repeat(5000)}b`);
    expect(result).toMatchObject({ hitCount: 5000, text: 'b' });
    expect(result.hits).toHaveLength(1000);
  });

  it('covers the rest of a text with too many hits', () => {
    const result = check([buildWord('a', { action: 'mask', replacement: '' })], `b${'a'.repeat(50_000)}`);
    expect(result).toMatchObject({ action: 'mask', text: 'b', hitCount: 20_001 });
  });

  it('leaves out unusable words and reports them', () => {
    const words = [
      buildWord('(', { id: 1, match: 'regex' }),
      buildWord('\u200b', { id: 2 }),
      buildWord('x'.repeat(513), { id: 3 }),
      buildWord('123', { id: 4, match: 'pinyin' }),
      buildWord('good', { id: 5 }),
    ];
    const lexicon = buildLexicon({ words, allow: ['\u200b'], version: 1 });
    expect(lexicon.problems).toEqual([
      { wordId: 1, reason: 'badSyntax', at: '(' },
      { wordId: 2, reason: 'empty' },
      { wordId: 3, reason: 'tooLong' },
      { wordId: 4, reason: 'notPinyin' },
    ]);
    expect(checkText(lexicon, 'all good').hitCount).toBe(1);
  });
});
