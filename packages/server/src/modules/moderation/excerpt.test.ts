import { describe, expect, it } from 'vitest';
import { createExcerpt } from './word-check.ts';

describe('an excerpt', () => {
  it('is the whole of a short text', () => {
    expect(createExcerpt('请加微信领红包', 1, 4)).toBe('请加微信领红包');
  });

  it('is forty characters on each side, with dots where the text goes on', () => {
    const text = `${'前'.repeat(60)}坏词${'后'.repeat(60)}`;
    expect(createExcerpt(text, 60, 62)).toBe(`…${'前'.repeat(40)}坏词${'后'.repeat(40)}…`);
  });

  it('never cuts a character in two', () => {
    const text = `${'😀'.repeat(41)}坏${'😀'.repeat(41)}`;
    for (let shift = 0; shift < 3; shift += 1) {
      const excerpt = createExcerpt(`${'a'.repeat(shift)}${text}`, shift + 82, shift + 83);
      expect(excerpt.isWellFormed()).toBe(true);
    }
  });

  it('fits its column, however long the hit is', () => {
    expect(createExcerpt('x'.repeat(5_000), 100, 4_000).length).toBeLessThanOrEqual(255);
  });

  it('stands on one line', () => {
    expect(createExcerpt('一\n\n二\t三', 0, 1)).toBe('一 二 三');
  });
});
