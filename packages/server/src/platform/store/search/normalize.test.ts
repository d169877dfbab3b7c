import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCluster, getInputKind } from './characters.ts';
import { createHanVariants } from './han-variants.ts';
import { createNormalizer, type NormalizedText, toPlainString } from './normalize.ts';

const normalize = createNormalizer();
const read = (text: string) => toPlainString(normalize(text));

/** Texts of characters that interact: marks, jamo, half-width kana, expansions, surrogates, invisible characters. */
const interactingText = fc.string({
  unit: fc.constantFrom(
    ...[
      'a',
      'E',
      'ß',
      'é',
      'ﬁ',
      '㎏',
      '…',
      'ﷺ',
      '1',
      '²',
      '①',
      'Ａ',
      '！',
      'か',
      'ｶ',
      'ﾞ',
      '\u3099',
      'ㅎ',
      'ㅏ',
      '\u1100',
    ],
    ...[
      '\u1161',
      '\u11a8',
      '한',
      '\u0301',
      '\u0323',
      '\u0345',
      '\u20e3',
      '\ufe0f',
      '\u200b',
      '\u200d',
      '\u202e',
      '\u00ad',
    ],
    ...[
      '賭',
      '赌',
      '〇',
      '𠮷',
      '😂',
      '👍🏽',
      '𝐟',
      '🅰',
      '\ud83d',
      '\ude02',
      ' ',
      '\u3000',
      '\n',
      '\t',
      '\u0000',
      'ि',
      'न',
      'И',
      '\u0306',
    ],
  ),
  maxLength: 40,
});

describe('folding of', () => {
  it.each([
    ['full width', 'ＦＵＣＫ！１２３', 'fuck!123'],
    ['half-width kana with its mark', 'ｶﾞｷﾞ', 'ガギ'],
    ['case, special ones too', 'Straße ΣΊΣ İı', 'strasse σίσ ii'],
    ['accents of Latin letters', 'fǎ lún gōng, FÜCK', 'fa lun gong, fuck'],
    ['marks that strike letters through', 'f\u0336u\u0336c\u0336k\u0336', 'fuck'],
    ['letters that are not variants', 'йでが한', 'йでが한'],
    ['styled letters beyond the basic plane', '𝐟𝕦𝖈𝓴 🅵🆄🅲🅺 🅕', 'fuck fuck f'],
    ['circled and squared signs', '①②㎏ ⓕ', '12kg f'],
    ['key caps', '1️⃣2️⃣', '12'],
    ['traditional Chinese', '賭博與臺灣', '赌博与台湾'],
    ['zero width, soft hyphen, bidi, control', 'f\u200bu\u00adc\u202e\u0000k\u2066', 'fuck'],
    ['runs of white space', ' a\t\u3000\n b\u00a0', ' a b '],
    ['jamo into syllables', 'ㅎㅏㄴ', '하ᄂ'],
    ['a lone surrogate', 'a\ud83db', 'a\ufffdb'],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('does not change simplified characters that only look like variants', () => {
    expect(read('著名的俱乐部')).toBe('著名的俱乐部');
  });
});

describe('the source range of', () => {
  const getRange = (text: string, part: string) => {
    const view = normalize(text);
    const from = toPlainString(view).indexOf(part);
    return text.slice(view.starts[from], view.ends[from + part.length - 1]);
  };

  it.each([
    ['a letter with its accent', 'cafe\u0301!', 'cafe', 'cafe\u0301'],
    ['an expansion as a whole', '5㎏', 'k', '㎏'],
    ['invisible characters inside', 'xf\u200bu\u200bcky', 'fuck', 'f\u200bu\u200bck'],
    ['text without the invisible characters around it', '\u200bfuck\u200b!', 'fuck', 'fuck'],
    ['a variation selector of the last character', '🔞\ufe0f!', '🔞', '🔞\ufe0f'],
    ['a run of white space', 'a \n b', ' ', ' \n '],
    ['styled letters', '=𝐟𝐮=', 'fu', '𝐟𝐮'],
  ])('%s', (_, text, part, source) => {
    expect(getRange(text, part)).toBe(source);
  });

  it('each unit is ordered, inside the text and never empty', () => {
    fc.assert(
      fc.property(interactingText, (text) => {
        const view = normalize(text);
        for (let i = 0; i < view.length; i += 1) {
          const start = view.starts[i] as number;
          const end = view.ends[i] as number;
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
          if (i > 0) expect(start).toBeGreaterThanOrEqual(view.starts[i - 1] as number);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('each part of the text between clusters normalizes to the same part of the result', () => {
    fc.assert(
      fc.property(interactingText, fc.nat(), fc.nat(), (text, one, other) => {
        const view = normalize(text);
        const [from, to] = clusterRange(view, one, other);
        if (from === to) return;
        const source = text.slice(view.starts[from], view.ends[to - 1]);
        expect(read(source)).toBe(toPlainString(view).slice(from, to));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('createNormalizer', () => {
  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(interactingText, (text) => {
        expect(read(read(text))).toBe(read(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('returns the same as folding the entire text', () => {
    const variants = createHanVariants();
    const isSeen = (character: string) => !['invisible', 'clinging'].includes(getInputKind(character));
    fc.assert(
      fc.property(interactingText, (text) => {
        // Letters in squares are only converted one by one.
        const seen = [...text.replaceAll('🅰', 'a').replace(/\p{Cs}/gu, '\ufffd')]
          .filter(isSeen)
          .join('')
          .replace(/\s+/gu, ' ');
        expect(read(text)).toBe(foldCluster(seen, variants).replace(/ +/g, ' '));
      }),
      { numRuns: 5000 },
    );
  });

  it('takes linear time for letters with many marks, even with invisible characters between them', () => {
    const manyMarks = `e${'\u0301\u0323'.repeat(16)}\u200b`.repeat(40) + '\u0301\u200b'.repeat(40_000);
    const started = process.cpuUsage();
    expect(read(manyMarks)).toBe('e'.repeat(40));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000);
  });
});

function clusterRange(view: NormalizedText, one: number, other: number): [number, number] {
  const cuts = [0];
  for (let i = 1; i < view.length; i += 1) if (view.starts[i] !== view.starts[i - 1]) cuts.push(i);
  if (view.length > 0) cuts.push(view.length);
  const from = cuts[one % cuts.length] as number;
  const to = cuts[other % cuts.length] as number;
  return from < to ? [from, to] : [to, from];
}
