import { stringWidth } from '#string-width';
import { isSingleWidth, measureWidth } from '../../output/wrap-text.ts';

const color = /\u001b\[[\d;]*m/g;

/**
 * Columns of a text with its colors. Ink measures each text and each character of a frame: the usual ones need none of the
 * segmenter and the emoji of \`string-width\`, in whose place this stands in the built program.
 */
export function measureInkText(text: string): number {
  const shown = text.includes('\u001b') ? text.replace(color, '') : text;
  return isSingleWidth(shown) ? measureWidth(shown) : stringWidth(text);
}
