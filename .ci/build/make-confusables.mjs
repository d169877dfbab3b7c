// Generates the table of look-alike letters for moderation from Unicode's confusables.txt (UTS #39):
//   npm run confusables -- confusables.txt
import { readFileSync, writeFileSync } from 'node:fs';

const target = new URL('../../packages/server/src/platform/store/search/confusables.ts', import.meta.url);
/** Small capitals and a few letters that Unicode's table does not map, each followed by the letter that it looks like. */
const additions = 'ᴀaʙbᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzпnѡwωwшw';

const text = readFileSync(process.argv[2] ?? 'confusables.txt', 'utf8');
const version = /^# Version: (\S+)/m.exec(text)?.[1];
const date = /^# Date: (\S+?),/m.exec(text)?.[1];
/** @type {Map<string, string>} */
const prototypes = new Map();
for (const [, source = '', prototype = ''] of text.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;/gm)) {
  const characters = prototype
    .trim()
    .split(' ')
    .map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
  prototypes.set(String.fromCodePoint(Number.parseInt(source, 16)), characters.join(''));
}

/** @param {string} character */
const skeleton = (character) => prototypes.get(character) ?? character;
/** @type {Map<string, string>} */
const letters = new Map();
for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
  letters.set(skeleton(letter.toUpperCase()), letter);
  letters.set(skeleton(letter), letter);
}
/** @type {Map<string, string>} */
const ownLetters = new Map([...additions].flatMap((one, at, all) => (at % 2 === 0 ? [[one, all[at + 1] ?? '']] : [])));
/** @param {string} character */
const letterOf = (character) => {
  const prototype = skeleton(character);
  return letters.get(prototype) ?? letters.get(prototype.normalize('NFD').replace(/\p{M}+/gu, ''));
};

/** @type {Map<string, string>} */
const latin = new Map();
/** @type {Map<string, string>} */
const foreign = new Map();
/** @type {string[]} */
const zeros = [];
/** @type {string[]} */
const radicals = [];
for (let code = 0x80; code < 0x10000; code += 1) {
  if (code >= 0xd800 && code < 0xe000) continue;
  const character = String.fromCharCode(code);
  if (/\p{Nd}/u.test(character) && character.normalize('NFKC') === character) {
    const isZero = code >= (zeros.at(-1)?.charCodeAt(0) ?? 0) + 10;
    if (isZero) zeros.push(character);
  }
  const isRadical = code >= 0x2e80 && code <= 0x2eff && /\p{Script=Han}/u.test(character);
  const prototype = skeleton(character);
  if (isRadical && prototype.length === 1 && /\p{Script=Han}/u.test(prototype) && prototype !== character) {
    radicals.push(character + prototype);
  }
  // The input is normalized before the lookup: it has no capitals and no compatibility characters.
  if (!/\p{L}/u.test(character) || character.normalize('NFKC').toLowerCase() !== character) continue;
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}]/u.test(
      character,
    )
  )
    continue;
  // Accents of Latin letters are removed before the lookup as well.
  if (/^[a-z]\p{M}/u.test(character.normalize('NFD'))) continue;
  const letter = ownLetters.get(character) ?? letterOf(character) ?? letterOf(character.toUpperCase());
  if (letter === undefined) continue;
  const group = /\p{Script=Latin}/u.test(character) ? latin : foreign;
  group.set(letter, (group.get(letter) ?? '') + character);
}

/** @param {string} characters */
const escaped = (characters) =>
  [...characters].map((character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join('');
/** @param {Map<string, string>} group */
const table = (group) =>
  [...group]
    .sort()
    .map(([letter, characters]) => `  ${letter}: '${escaped(characters)}',`)
    .join('\n');

writeFileSync(
  target,
  `/**
 * Letters that look like a Latin one: Unicode's confusables ${version} of ${date} (UTS #39, data under the Unicode License), in
 * their folded form, with small capitals. Made by .ci/build/make-confusables.mjs.
 */
export const latinLookalikes: Readonly<Record<string, string>> = {
${table(latin)}
};

/** Those of other scripts. */
export const foreignLookalikes: Readonly<Record<string, string>> = {
${table(foreign)}
};

/** The zeros of other scripts; the digits follow each of them. */
export const foreignZeros =
  '${escaped(zeros.join(''))}';

/** Radicals of Chinese characters that are written for a character of their own, each before that. */
export const radicals =
  '${escaped(radicals.join(''))}';
`,
);
