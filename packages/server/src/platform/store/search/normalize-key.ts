import { createNormalise, toPlainString } from './normalise.ts';

const normalise = createNormalise();
const read = (text: string) => toPlainString(normalise(text));

/**
 * The key by which two spellings are one word: that of their normalized texts. A backslash and the sign behind it stay as they are,
 * since `\d` and `\D` of a pattern are opposites. What normalizes to nothing is its own key.
 */
export function normalizeKey(text: string): string {
  const parts = text.split(/(\\[\s\S])/);
  const key = parts.map((part, at) => (at % 2 === 1 ? part : read(part))).join('');
  return key.trim() === '' ? text : key.trim();
}
