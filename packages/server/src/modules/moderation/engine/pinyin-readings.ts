import { createRequire } from 'node:module';
import type * as PinyinPro from 'pinyin-pro';

/**
 * How Chinese is read aloud, without tones; ü is written u, so that lü, lv and lu are one. The dictionary is loaded when
 * the first of these is made (some 50 ms, 20 MB), so only lexicons with pinyin words pay for it.
 */
export interface PinyinReadings {
  /** Readings of one character, the usual one first; none if it is not Chinese. */
  ofCharacter(unit: number): readonly string[];
  /** The syllables of a run of Chinese characters in its usual reading; a character without one stays as it is. */
  ofWord(word: string): string[];
}

/** Rarer readings than these would match words that are not read alike. */
const maxReadings = 3;

export function loadPinyinReadings(): PinyinReadings {
  const { pinyin } = createRequire(import.meta.url)('pinyin-pro') as typeof PinyinPro;
  const known = new Map<number, readonly string[]>();
  const read = (unit: number) => {
    const all = pinyin(String.fromCharCode(unit), { multiple: true, toneType: 'none', type: 'array' });
    return [...new Set(all.map(spelling))].filter((reading) => /^[a-z]+$/.test(reading)).slice(0, maxReadings);
  };
  return {
    ofCharacter(unit) {
      let readings = known.get(unit);
      if (readings === undefined) {
        readings = read(unit);
        known.set(unit, readings);
      }
      return readings;
    },
    ofWord: (word) => pinyin(word, { toneType: 'none', type: 'array' }).map(spelling),
  };
}

function spelling(syllable: string): string {
  return syllable.toLowerCase().replace(/[üv]/g, 'u');
}
