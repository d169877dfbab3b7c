/** Repairs PDF characters and detects unreadable text. */

/**
 * Radicals that fonts use in place of the characters that look the same. NFKC maps the Kangxi radicals; the radicals supplement
 * is mapped by Unicode's EquivalentUnifiedIdeograph.txt.
 */
const supplement: Readonly<Record<string, string>> = Object.fromEntries(
  [
    '⺁厂',
    '⺃乚',
    '⺄乙',
    '⺅亻',
    '⺈刀',
    '⺉刂',
    '⺊卜',
    '⺌小',
    '⺍小',
    '⺎尢',
    '⺐尣',
    '⺓幺',
    '⺔彑',
    '⺕彐',
    '⺖忄',
    '⺘扌',
    '⺙攵',
    '⺛旡',
    '⺜日',
    '⺝月',
    '⺞歺',
    '⺟母',
    '⺠民',
    '⺡氵',
    '⺢氺',
    '⺣灬',
    '⺤爪',
    '⺥爪',
    '⺦丬',
    '⺨犭',
    '⺩王',
    '⺪疋',
    '⺫目',
    '⺬示',
    '⺭礻',
    '⺮竹',
    '⺯糹',
    '⺰纟',
    '⺱罓',
    '⺲罒',
    '⺳网',
    '⺴网',
    '⺵网',
    '⺶羊',
    '⺷羊',
    '⺸羊',
    '⺹老',
    '⺻肀',
    '⺼肉',
    '⺽臼',
    '⺾艹',
    '⺿艹',
    '⻀艹',
    '⻁虎',
    '⻂衤',
    '⻃西',
    '⻄西',
    '⻅见',
    '⻆角',
    '⻇角',
    '⻈讠',
    '⻉贝',
    '⻊足',
    '⻋车',
    '⻌辶',
    '⻍辶',
    '⻎辶',
    '⻏阝',
    '⻐钅',
    '⻑長',
    '⻒镸',
    '⻓长',
    '⻔门',
    '⻖阝',
    '⻗雨',
    '⻘青',
    '⻙韦',
    '⻚页',
    '⻛风',
    '⻜飞',
    '⻝食',
    '⻟飠',
    '⻠饣',
    '⻡首',
    '⻢马',
    '⻣骨',
    '⻤鬼',
    '⻥鱼',
    '⻦鸟',
    '⻧卤',
    '⻨麦',
    '⻩黄',
    '⻪黾',
    '⻫斉',
    '⻬齐',
    '⻭歯',
    '⻮齿',
    '⻯竜',
    '⻰龙',
    '⻱龜',
    '⻲亀',
    '⻳龟',
  ].map(([radical = '', character = '']) => [radical, character]),
);

/** Matches radicals, Latin ligatures and positional forms of Arabic letters. */
const forms = /[\u2e80-\u2fdf\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+/g;

/** Replaces presentation forms with the standard characters. */
export function repairCharacters(text: string): string {
  return text.replace(forms, (run) => [...run].map((sign) => supplement[sign] ?? sign.normalize('NFKC')).join(''));
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const leftToRight = /[\p{L}\p{N}]/u;
const cjkLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const isLeftToRightLetter = (text: string) => /\p{L}/u.test(text) && !rightToLeft.test(text);

/** Sorts pieces of a line, given from left to right, into reading order. Most of its letters decide from which side it is read. */
export function toReadingOrder(pieces: readonly string[]): readonly string[] {
  if (!pieces.some((piece) => rightToLeft.test(piece))) return pieces;
  const signs = pieces.join('');
  const leftward = [...signs].filter((sign) => rightToLeft.test(sign)).length;
  const rightward = [...signs].filter(isLeftToRightLetter);
  // A Chinese character says as much as several letters.
  const weight = rightward.reduce((sum, sign) => sum + (cjkLetter.test(sign) ? 3 : 1), 0);
  if (leftward >= weight) return readLeftward(pieces);
  const read: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const end = endOfLeftward(pieces, at);
    read.push(...(end > at ? readLeftward(pieces.slice(at, end)) : [pieces[at] as string]));
    at = Math.max(end, at + 1);
  }
  return read;
}

/** The end of the right-to-left text that starts at a place; the place itself where none starts. */
function endOfLeftward(pieces: readonly string[], start: number): number {
  let end = start;
  if (!rightToLeft.test(pieces[start] ?? '')) return end;
  for (let at = start; at < pieces.length && !isLeftToRightLetter(pieces[at] as string); at += 1)
    if (rightToLeft.test(pieces[at] as string)) end = at + 1;
  return end;
}

function readLeftward(pieces: readonly string[]): string[] {
  const read: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    const last = run.findLastIndex((piece) => leftToRight.test(piece));
    // Blanks and signs at the left end of a run are read after it.
    read.push(...run.slice(0, last + 1).reverse(), ...run.slice(last + 1));
    run = [];
  };
  for (const piece of [...pieces].reverse()) {
    if (rightToLeft.test(piece)) endRun();
    // Numbers and Latin words within right-to-left text are read from left to right.
    if (!rightToLeft.test(piece) && (leftToRight.test(piece) || run.length > 0)) run.push(piece);
    else read.push(piece);
  }
  endRun();
  return read;
}

/** Whether right-to-left pieces of a line, in the order of the file, are written from left to right, as they are seen. */
export function isWrittenAsSeen(pieces: readonly { readonly text: string; readonly x: number }[]): boolean {
  const places = pieces.filter(({ text }) => rightToLeft.test(text)).map(({ x }) => x);
  const steps = places.slice(1).map((x, at) => Math.sign(x - (places[at] as number)));
  return steps.reduce((sum, step) => sum + step, 0) > 0;
}

/** Characters without meaning in text: private use, unassigned, control and replacement characters. */
const meaningless = /[\p{Co}\p{Cn}\ufffd\u0000-\u0008\u000e-\u001f]/u;
const scripts: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['common', /[\p{Script=Common}\p{Script=Inherited}]/u],
  [
    'usual',
    /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  ],
  ...['Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Thai', 'Devanagari', 'Armenian', 'Georgian'].map(
    (name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const,
  ),
];
/** Rare characters: phonetic and historic Latin letters, and Chinese extension A. */
const odd = /[\u0180-\u024f\u0250-\u02af\u3400-\u4dbf]/;
const getScript = (letter: string) => {
  if (odd.test(letter)) return 'odd';
  return scripts.find(([, pattern]) => pattern.test(letter))?.[0] ?? `block ${(letter.codePointAt(0) ?? 0) >> 7}`;
};

/** Maximum characters that are checked. */
const sampled = 20_000;

/**
 * Returns the unreadable share of a text, from 0 to 1: characters without meaning and letters next to a letter of another script.
 * Fonts without a usable character map produce such text.
 */
export function measureUnreadable(text: string): number {
  let [signs, bad] = [0, 0];
  let before = 'common';
  for (const sign of text.slice(0, sampled)) {
    if (/\s/.test(sign)) {
      before = 'common';
      continue;
    }
    signs += 1;
    const script = meaningless.test(sign) ? 'none' : getScript(sign);
    const isMixed = script !== 'common' && before !== 'common' && script !== before;
    if (script === 'none' || isMixed) bad += 1;
    before = script;
  }
  return signs === 0 ? 0 : bad / signs;
}
