import { describe, expect, it } from 'vitest';
import { createExcerpt } from './word-check.ts';

describe('createExcerpt', () => {
  it('returns a short text unchanged', () => {
    expect(createExcerpt('请加微信领红包', 1, 4)).toBe('请加微信领红包');
  });

  it('returns forty characters on each side, with an ellipsis where the text continues', () => {
    const text = `${'前'.repeat(60)}坏词${'后'.repeat(60)}`;
    expect(createExcerpt(text, 60, 62)).toBe(`…${'前'.repeat(40)}坏词${'后'.repeat(40)}…`);
  });

  it('never splits a character', () => {
    const text = `${'😀'.repeat(41)}坏${'😀'.repeat(41)}`;
    for (let shift = 0; shift < 3; shift += 1) {
      const excerpt = createExcerpt(`${'a'.repeat(shift)}${text}`, shift + 82, shift + 83);
      expect(excerpt.isWellFormed()).toBe(true);
    }
  });

  it('fits the column for a hit of any length', () => {
    expect(createExcerpt('x'.repeat(5_000), 100, 4_000).length).toBeLessThanOrEqual(255);
  });

  it('puts the excerpt on one line', () => {
    expect(createExcerpt('一\n\n二\t三', 0, 1)).toBe('一 二 三');
  });
});
