import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPalette } from './palette.ts';

const vectors = {
  '#165DFF': {
    light: 'E8F3FF BEDAFF 94BFFF 6AA1FF 4080FF 165DFF 0E42D2 072CA6 031A79 000D4D',
    dark: '000D4D 041B79 0E32A6 1D4DD2 306FFF 3C7EFF 689FFF 93BEFF BEDAFF EAF4FF',
  },
  '#F53F3F': {
    light: 'FFECE8 FDCDC5 FBACA3 F98981 F76560 F53F3F CB272D A1151E 770813 4D000A',
    dark: '4D000A 770611 A1161F CB2E34 F54E4E F76965 F98D86 FBB0A7 FDD1CA FFF0EC',
  },
  '#722ED1': {
    light: 'F5E8FF DDBEF6 C396ED A871E3 8D4EDA 722ED1 551DB0 3C108F 27066E 16004D',
    dark: '16004D 27066E 3E138F 5A25B0 7B3DD1 8E51DA A974E3 C59AED DFC2F6 F7EDFF',
  },
} as const;

const rows = Object.entries(vectors).flatMap(([hex, { light, dark }]) => [
  { hex, theme: 'light' as const, steps: light },
  { hex, theme: 'dark' as const, steps: dark },
]);

describe('createPalette', () => {
  it.each(rows)('returns the ten steps of $hex in the $theme theme', ({ hex, theme, steps }) => {
    expect(createPalette(hex, theme)).toEqual(steps.split(' ').map((step) => `#${step}`));
  });

  it('returns ten valid colors for any color, with the color itself as the sixth light step', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0').toUpperCase()}`);
    fc.assert(
      fc.property(hex, (color) => {
        for (const theme of ['light', 'dark'] as const) {
          const steps = createPalette(color, theme);
          expect(steps).toHaveLength(10);
          for (const step of steps) expect(step).toMatch(/^#[0-9A-F]{6}$/);
        }
        expect(createPalette(color, 'light')[5]).toBe(color);
      }),
    );
  });
});
