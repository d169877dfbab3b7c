import { type Locale, type LocalizedText, localize } from '@gantry/core';
import { commonWords } from './common-passwords.ts';

/** Longest password, in characters; nothing is cut off before that. */
export const passwordMax = 256;
/** Shortest password of somebody who also gives a one-time code at sign-in. */
export const passwordMinWithTwoFactor = 8;
/** Characters that must be left when what anybody would guess is taken away. */
const ownCharacters = 5;

export interface PasswordRules {
  /** Shortest password in characters. */
  readonly min: number;
  /** Names that the person is known by: they are no secret. */
  readonly names: readonly string[];
}

const words = {
  tooShort: (min: number): LocalizedText => ({
    zh: `密码至少需要 ${min} 个字符`,
    en: `The password needs at least ${min} characters`,
  }),
  tooLong: { zh: `密码最多 ${passwordMax} 个字符`, en: `The password takes at most ${passwordMax} characters` },
  guessable: {
    zh: '密码太常见或规律太明显，请换一个更难猜的',
    en: 'This password is too easy to guess; choose another one',
  },
} as const;

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];
const runs = rows.flatMap((row) => [row + row, [...(row + row)].reverse().join('')]);
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const longestFirst = [...new Set(commonWords)].filter((word) => word.length > 2).sort((a, b) => b.length - a.length);

/** Takes out stretches of three and more that follow a row of keys, the alphabet or the digits, either way. */
function withoutRuns(text: string): string {
  let left = '';
  for (let at = 0; at < text.length; ) {
    let end = at + 3;
    while (end <= text.length && runs.some((run) => run.includes(text.slice(at, end)))) end += 1;
    const length = end - 1 - at;
    if (length >= 3) at += length;
    else {
      left += text[at];
      at += 1;
    }
  }
  return left;
}

function withoutWords(text: string, names: readonly string[]): string {
  const known = names.map((name) => name.toLowerCase()).filter((name) => name.length > 2);
  return [...known, ...longestFirst].reduce((left, word) => left.replaceAll(word, ''), text);
}

/** `aaaa` -> `a`, `abcabcabc` -> `abc`: repeating adds nothing that has to be guessed. */
function withoutRepeats(text: string): string {
  return text.replace(/(.{1,8}?)\1+/gsu, '$1');
}

/** What is left of a password when known words, names, runs and repeats are gone; the most that any reading leaves. */
function ownPart(password: string, names: readonly string[]): number {
  const plain = password.normalize('NFKC').toLowerCase();
  const spelled = [...plain].map((letter) => lookAlikes[letter] ?? letter).join('');
  const left = [plain, spelled].map((text) => {
    const raw = withoutRepeats(withoutRuns(withoutWords(text, names)));
    return new Set(raw.replace(/(?:19|20)\d\d/g, '').replace(/[\s!-/:-@[-`{-~]/g, '')).size;
  });
  return Math.min(...left);
}

/** Why a password is refused, in words; null when it will do. Characters are counted as people see code points. */
export function validatePassword(password: string, rules: PasswordRules, locale: Locale): string | null {
  const length = [...password.normalize('NFKC')].length;
  if (length < rules.min) return localize(words.tooShort(rules.min), locale);
  if ([...password].length > passwordMax) return localize(words.tooLong, locale);
  return ownPart(password, rules.names) < ownCharacters ? localize(words.guessable, locale) : null;
}
