import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { demoAllowed, demoOffence, demoWords } from './words.ts';

describe('demo words', () => {
  it('fill several pages, without duplicates', () => {
    const words = demoWords(createRandom(1));
    expect(words.length).toBeGreaterThan(2_500);
    expect(new Set(words.map(({ word, match }) => `${match} ${word}`)).size).toBe(words.length);
  });

  it('include sixty different allowed phrases', () => {
    expect(new Set(demoAllowed().map(({ phrase }) => phrase)).size).toBe(60);
  });

  it('match the demo’s violations', () => {
    const random = createRandom(4);
    const plain = demoWords(random).filter(({ match }) => match === 'auto');
    const patterns = [/1[3-9]\d{9}/];
    for (let round = 0; round < 300; round += 1) {
      const text = demoOffence(random);
      const isHit = plain.some(({ word }) => text.includes(word)) || patterns.some((pattern) => pattern.test(text));
      expect(isHit, text).toBe(true);
    }
  });
});
