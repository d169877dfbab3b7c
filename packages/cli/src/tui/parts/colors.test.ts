import chalk from 'chalk';
import { afterEach, describe, expect, it } from 'vitest';
import { highlightSelected, palettes, readBackground, readColorVariable, selectedBackground } from './colors.ts';

/** Relative luminance by WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
/** A terminal color by its number: the cube of 216 colors from 16 on, then 24 grays. */
function toHex(number: number): string {
  const levels = [0, 95, 135, 175, 215, 255];
  const cube = number - 16;
  const parts =
    number >= 232
      ? [0, 1, 2].map(() => 8 + 10 * (number - 232))
      : [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((at) => levels[at] ?? 0);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds = {
  dark: { black: '#000000', gray: '#1E1E1E', 'Solarized dark': '#002B36' },
  light: { white: '#FFFFFF', 'Solarized light': '#FDF6E3' },
} as const;

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  it.each(Object.entries(backgrounds[theme]))('has a contrast of at least 4.5 to 1 on %s', (_name, background) => {
    const { dim, accent, tones } = palettes[theme];
    const weak = Object.entries({ dim, accent, ...tones }).filter(
      ([, color]) => contrast(toHex(color), background) < 4.5,
    );
    expect(weak).toEqual([]);
  });
});

describe('highlightSelected', () => {
  const { level } = chalk;
  afterEach(() => {
    chalk.level = level;
  });

  it('has a contrast of at least 4.5 to 1 on every background', () => {
    expect(contrast('#ffffff', toHex(selectedBackground))).toBeGreaterThan(4.5);
  });

  it('uses only the 16 colors that a terminal has', () => {
    chalk.level = 1;
    expect(highlightSelected('x')).toBe('\u001b[44m\u001b[97mx\u001b[39m\u001b[49m');
    chalk.level = 2;
    expect(highlightSelected('x')).toContain(`48;5;${selectedBackground}`);
  });
});

describe('readBackground', () => {
  it('reads the response of a terminal, with any number of digits', () => {
    expect(readBackground('\u001b]11;rgb:fdfd/f6f6/e3e3\u0007')).toBe('light');
    expect(readBackground('\u001b]11;rgb:00/2b/36\u001b\\')).toBe('dark');
    expect(readBackground('\u001b]11;unknown\u0007')).toBeNull();
  });
});

describe('readColorVariable', () => {
  it('reads the background from COLORFGBG', () => {
    expect(['15;0', '0;15', '12;8', '0;default;7'].map(readColorVariable)).toEqual(['dark', 'light', 'dark', 'light']);
    expect([undefined, 'default;default'].map(readColorVariable)).toEqual([null, null]);
  });
});
