import { stringWidth } from '#string-width';
import { isSingleWidth, measureWidth } from '../../output/wrap-text.ts';

const color = /\u001b\[[\d;]*m/g;

/**
 * Measures text that may contain colors, in columns. Ink measures every text and character of a frame, and common ones do not
 * need the segmenter and emoji rules of `string-width`; in the built program this function replaces that package.
 */
export function measureInkText(text: string): number {
  const shown = text.includes('\u001b') ? text.replace(color, '') : text;
  return isSingleWidth(shown) ? measureWidth(shown) : stringWidth(text);
}
