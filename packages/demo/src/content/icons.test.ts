import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { demoIcons, drawIcon, glyphNames, iconColors } from './icons.ts';

const pixel = (picture: PNG, x: number, y: number) => [
  ...picture.data.subarray((y * 128 + x) * 4, (y * 128 + x) * 4 + 4),
];

describe('drawIcon', () => {
  it.each(glyphNames)('draws %s in white on its color, with transparent corners', (glyph) => {
    const picture = PNG.sync.read(drawIcon(glyph, '#165DFF'));
    expect([picture.width, picture.height]).toEqual([128, 128]);
    expect(pixel(picture, 0, 0)[3]).toBe(0);
    expect(pixel(picture, 64, 6)).toEqual([22, 92, 252, 255]);
    const white = picture.data.filter((value, index) => index % 4 === 0 && value === 255).length;
    expect(white).toBeGreaterThan(400);
  });

  it('draws forty different icons', () => {
    const pictures = demoIcons.map((_, index) =>
      drawIcon(glyphNames[index % glyphNames.length] ?? '', iconColors[index % iconColors.length] ?? '').toString(
        'hex',
      ),
    );
    expect(new Set(pictures).size).toBe(40);
  });
});
