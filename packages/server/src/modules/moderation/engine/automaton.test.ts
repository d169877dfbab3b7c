import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runWithoutPause } from '../../../platform/store/search/characters.ts';
import { type Automaton, buildAutomaton } from './automaton.ts';
import { Trie } from './trie.ts';

function getUnits(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

function getAutomaton(words: readonly string[]): Automaton {
  const trie = new Trie();
  for (const word of words) trie.add(getUnits(word), word.length);
  return runWithoutPause(buildAutomaton(trie));
}

/** Returns every occurrence as "word@start", sorted. */
function occurrences(words: readonly string[], text: string): string[] {
  const found: string[] = [];
  getAutomaton(words).scan(getUnits(text), 0, text.length, 0, (pattern, last) => {
    const word = words[pattern] as string;
    found.push(`${pattern}:${word}@${last - word.length + 1}`);
  });
  return found.sort();
}

function naiveOccurrences(words: readonly string[], text: string): string[] {
  const found: string[] = [];
  for (const [pattern, word] of words.entries()) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) found.push(`${pattern}:${word}@${at}`);
  }
  return found.sort();
}

describe('buildAutomaton', () => {
  it('finds overlapping words, words in words and equal words', () => {
    expect(occurrences(['he', 'she', 'his', 'hers', 'he'], 'ushers')).toEqual([
      '0:he@2',
      '1:she@1',
      '3:hers@2',
      '4:he@2',
    ]);
  });

  it('reports the longest match first at one position', () => {
    const words = ['功', '轮功', '法轮功'];
    const order: string[] = [];
    getAutomaton(words).scan(getUnits('法轮功'), 0, 3, 0, (pattern) => order.push(words[pattern] as string));
    expect(order).toEqual(['法轮功', '轮功', '功']);
  });

  it('finds the same matches as a naive search', () => {
    const letters = fc.constantFrom('a', 'b', '中', '\uffff', '\u0000');
    const word = fc.string({ unit: letters, minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.string({ unit: letters, maxLength: 60 }), (words, text) => {
        expect(occurrences(words, text)).toEqual(naiveOccurrences(words, text));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the same matches as a naive search with many branches at every depth', () => {
    const unit = fc.integer({ min: 0x4e00, max: 0x4e40 }).map((code) => String.fromCharCode(code));
    const word = fc.string({ unit, minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 300, maxLength: 900 }),
        fc.string({ unit, minLength: 200, maxLength: 400 }),
        (words, text) => {
          expect(occurrences(words, text)).toEqual(naiveOccurrences(words, text));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('finds nothing without patterns and rejects an empty pattern', () => {
    expect(occurrences([], 'text')).toEqual([]);
    expect(() => getAutomaton([''])).toThrow(RangeError);
  });

  it('resumes a scan from a state, also step by step', () => {
    const automaton = getAutomaton(['abc', 'bd']);
    const ends: number[] = [];
    const onMatch = (pattern: number) => ends.push(pattern);
    const units = getUnits('xabcabd');
    const middle = automaton.scan(units, 0, 3, 0, onMatch);
    expect(ends).toEqual([]);
    let state = automaton.scan(units, 3, 5, middle, onMatch);
    expect(ends).toEqual([0]);
    for (const unit of getUnits('bd')) state = automaton.step(state, unit);
    automaton.report(state, 6, onMatch);
    expect(ends).toEqual([0, 1]);
  });
});
