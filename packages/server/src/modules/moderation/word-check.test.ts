import { expect, test } from 'vitest';
import { createNormalizer, toPlainString } from './engine/index.ts';
import { plainWord } from './word-check.ts';

test('plainWord accepts only characters that normalize to one or two characters', () => {
  const normalize = createNormalizer();
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const plain = characters.filter((character) => plainWord.test(character));
  expect(plain.length).toBeGreaterThan(20_000);
  const odd = plain.filter((character) => {
    const { length } = toPlainString(normalize(character)).trim();
    return length < 1 || length > 2;
  });
  expect(odd).toEqual([]);
});
