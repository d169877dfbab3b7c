import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText } from './check-text.ts';
import { buildLexicon, type LexiconWord } from './lexicon.ts';
import type { MatchKind } from './word-reader.ts';

function find(word: string, variants: LexiconWord['variants'], match: MatchKind = 'auto') {
  const rest = { category: 'custom', level: 3, action: 'mask', replacement: '*', scope: [] } as const;
  const words = [{ id: 1, word, match, ...rest, ...(variants ? { variants } : {}) }];
  const lexicon = buildLexicon({ words, allow: [], version: 1 });
  return (text: string) => checkText(lexicon, text).hits.map(({ start, end }) => text.slice(start, end));
}

describe('leet variants', () => {
  const casino = find('casino', ['leet']);

  it.each(['c4s1n0', 'C4SIN0', 'ca$ino', 'c@sino', 'cas!no', 'play c451n0!', 'с4s1n0', 'ｃ４ｓｉｎｏ'])(
    'finds “casino” in “%s”',
    (text) => {
      expect(casino(text)).toHaveLength(1);
    },
  );

  it.each(['451', 'c4s1n', 'cas1ng', 'caasino', 'casiiino', 'c4s1n0s', 'xc4s1n0', 'US$casin', 'casin @0'])(
    'does not find “casino” in “%s”',
    (text) => {
      expect(casino(text)).toEqual([]);
    },
  );

  it('reads 1 as i and as l, and requires the number of doubled letters', () => {
    expect(find('hell', ['leet'])('he11 he1l hel1 he1 he111')).toEqual(['he11', 'he1l', 'hel1']);
    expect(find('ill', ['leet'])('111 1ll i11')).toEqual(['1ll']);
    expect(find('god', ['leet'])('g0d g00d go0d')).toEqual(['g0d']);
  });

  it('reads signs as letters only inside or at the ends of a word', () => {
    expect(find('ass', ['leet'])('a$$ a$s @ss. x@ss a$$et 4 $$')).toEqual(['a$$', 'a$s', '@ss']);
    expect(find('gin', ['leet'])('g!n! me!gin hi!n')).toEqual(['g!n', 'gin']);
  });

  it('does not match a number', () => {
    expect(find('ass', ['leet'])('455 $55 A55 4ss')).toEqual(['4ss']);
    expect(find('shit', ['leet'])('5417 5h17 5h1t')).toEqual(['5h1t']);
    expect(find('asshole', ['leet'])('4550013 455h0l3')).toEqual(['455h0l3']);
  });

  it.each([
    'c 4 s 1 n 0',
    'c.4.s.1.n.0',
    'c-4-s-1-n-o',
    'c, 4, s, 1, n, 0',
    'C * 4 * $ * 1 * N * 0',
    'c @ s i n o',
    'c@s1n0'.split('').join(' '),
    '来 c  4  s  1  n  0 吧',
    'c4s*1n0',
    'c*a$_1*n0',
    'c4^sin0',
  ])('finds “casino” spaced out in “%s”', (text) => {
    expect(casino(text)).toHaveLength(1);
  });

  it.each(['c4 s1n0', 'c4.s1n0', 'c a s 1 n', 'xc4s*1n0', 'c4s*1n0s', 'c 4 s 1 no', 'c 4 s 1 n 中 0', 'c 4 s 9 n 0'])(
    'does not find “casino” spaced out in “%s”',
    (text) => {
      expect(casino(text)).toEqual([]);
    },
  );

  it('does not match a list, a size or an amount as a spaced word', () => {
    const ass = find('ass', ['leet']);
    expect(['a 5 5', '1. a, 5, s', 'a, $, s', 'a $ 5 bill'].flatMap(ass)).toEqual([]);
    expect(find('bible', ['leet'])('1. B 2. L 3. E 8 1 6 1 3')).toEqual([]);
    expect(find('ass', ['leet'])('a $ s')).toEqual(['a $ s']);
  });

  it('matches inside longer words with the match contains', () => {
    expect(find('casino', ['leet'], 'contains')('xxc4s1n0xx ccasin0')).toEqual(['c4s1n0', 'ccasin0']);
    expect(find('加v信', ['leet'])('请加v信123')).toEqual(['加v信']);
  });
});

describe('repeated letters', () => {
  it.each([
    ['casino', 'caaasino cassiino CASINOOOO'],
    ['fuck', 'fuuuck fuckkkkk ffuucckk fuuck-fuuuuck'],
    ['赌博', '赌赌赌博吧 赌赌博博'],
  ])('finds “%s” in “%s”', (word, text) => {
    expect(find(word, ['repeats'])(text).length).toBeGreaterThan(1);
  });

  it('does not match a letter that ordinary words double', () => {
    expect(find('cop', ['repeats'])('coop coops copp')).toEqual([]);
    expect(find('gin', ['repeats'])('ginn ginger')).toEqual([]);
    expect(find('ass', ['repeats'])('as aas asss')).toEqual(['asss']);
    expect(find('good', ['repeats'])('god gooood')).toEqual(['gooood']);
  });

  it('matches a spaced word as well', () => {
    const texts = ['c a s i i i n o', 'c.a.s.i.i.i.n.o', 'ca*siiino', 'c a a s s i n o'];
    expect(texts.flatMap(find('casino', ['repeats']))).toEqual(texts);
    expect(find('cop', ['repeats'])('c o o p')).toEqual([]);
  });

  it('does not stretch digits', () => {
    expect(find('vip100', ['repeats'])('vip1000 vip1100 viiip100')).toEqual(['viiip100']);
  });

  it('combines with digits for letters', () => {
    expect(find('casino', ['leet', 'repeats'])('c444s111n0 c4s1n0 caaasino')).toHaveLength(3);
    expect(find('casino', ['repeats'])('c444s111n0')).toEqual([]);
  });
});

describe('words with variants', () => {
  it('matches the plain spelling once', () => {
    for (const variants of [['leet'], ['repeats'], ['leet', 'repeats']] as const)
      expect(find('casino', variants)('a casino, c a s i n o')).toEqual(find('casino', [])('a casino, c a s i n o'));
  });

  it('matches however each letter is written, at the right position', () => {
    const letters: Readonly<Record<string, string>> = { c: 'c', a: 'a4@', s: 's5$', i: 'i1', n: 'n', o: 'o0' };
    const spelling = fc.tuple(...[...'casino'].map((plain) => fc.constantFrom(...(letters[plain] ?? plain))));
    const around = fc.constantFrom('', 'a word, ', '请看 ', '(', '1. ');
    const casino = find('casino', ['leet']);
    fc.assert(
      fc.property(spelling, around, around, (spelled, before, after) => {
        expect(casino(`${before}${spelled.join('')} ${after}`)).toEqual([spelled.join('')]);
      }),
    );
  });

  it('takes linear time on a text that is built to be slow', () => {
    const words = ['ill', 'lil', 'casiiino', 'xi', 'xil', 'xli'].map((word) => find(word, ['leet', 'repeats']));
    const started = performance.now();
    for (const search of words) search(`x${'1l'.repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
