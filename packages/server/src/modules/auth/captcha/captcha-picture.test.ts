import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { captchaAlphabet, drawCaptcha, getGlyph } from './captcha.ts';

/** Pixels dark enough to be ink, by column. */
function inkByColumn(png: PNG): number[] {
  return Array.from({ length: png.width }, (_, x) => {
    let dark = 0;
    for (let y = 0; y < png.height; y += 1) if ((png.data[(y * png.width + x) * 4] ?? 255) < 150) dark += 1;
    return dark;
  });
}

describe('a captcha image', () => {
  it('is a PNG of 120 by 40 with ink at the position of every character', () => {
    for (const character of captchaAlphabet) {
      const png = PNG.sync.read(drawCaptcha(character.repeat(4)));
      expect([png.width, png.height]).toEqual([120, 40]);
      const columns = inkByColumn(png);
      for (let place = 0; place < 4; place += 1) {
        const ink = columns.slice(8 + place * 27, 32 + place * 27).reduce((sum, count) => sum + count, 0);
        expect(ink).toBeGreaterThan(60);
      }
    }
  });

  it('is never drawn the same way twice', () => {
    const drawn = Array.from({ length: 20 }, () => drawCaptcha('A3KP').toString('base64'));
    expect(new Set(drawn).size).toBe(20);
  });

  it('has strokes for each character, and no two characters that look alike', () => {
    for (const character of captchaAlphabet) expect(getGlyph(character).length).toBeGreaterThan(0);
    expect(captchaAlphabet).not.toMatch(/[01258BDGILOQSUVZ]/);
  });
});
