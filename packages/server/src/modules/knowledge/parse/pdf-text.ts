/** Repairs the characters of PDFs, and tells those that cannot be read. */

/**
 * Radicals that fonts name instead of the characters that look like them. Those of Kangxi are equal to them in NFKC; of the
 * supplement, Unicode's EquivalentUnifiedIdeograph.txt says which are.
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

/** Radicals, ligatures of Latin, and forms of Arabic letters by their place in a word. */
const forms = /[\u2e80-\u2fdf\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+/g;

/** Characters as they are written in text, whatever shape a font draws. */
export function repairCharacters(text: string): string {
  return text.replace(forms, (run) => [...run].map((sign) => supplement[sign] ?? sign.normalize('NFKC')).join(''));
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const leftToRight = /[\p{L}\p{N}]/u;

/** Pieces of a line from its left to its right, in the order in which they are read. */
export function toReadingOrder(pieces: readonly string[]): readonly string[] {
  if (!pieces.some((piece) => rightToLeft.test(piece))) return pieces;
  const read: string[] = [];
  let run: string[] = [];
  const endRun = () => {
    read.push(...run.reverse());
    run = [];
  };
  for (const piece of [...pieces].reverse()) {
    if (rightToLeft.test(piece)) endRun();
    // Numbers and Latin words within it are read from left to right.
    if (!rightToLeft.test(piece) && (leftToRight.test(piece) || run.length > 0)) run.push(piece);
    else read.push(piece);
  }
  endRun();
  return read;
}

/** No letter in any text that people write: for private use, not assigned, a control sign, or a sign that stands for none. */
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
/** Latin letters that only the writing of some sounds or old texts needs; Chinese that no ordinary text needs. */
const odd = /[\u0180-\u024f\u0250-\u02af\u3400-\u4dbf]/;
const scriptOf = (letter: string) => {
  if (odd.test(letter)) return 'odd';
  return scripts.find(([, pattern]) => pattern.test(letter))?.[0] ?? `block ${(letter.codePointAt(0) ?? 0) >> 7}`;
};

/** Signs that are judged, at most. */
const sampled = 20_000;

/**
 * How much of a text cannot be read, from 0 to 1: signs without a meaning, and letters next to one of another script. A font without
 * a usable map of its characters gives such text.
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
    const script = meaningless.test(sign) ? 'none' : scriptOf(sign);
    const isMixed = script !== 'common' && before !== 'common' && script !== before;
    if (script === 'none' || isMixed) bad += 1;
    before = script;
  }
  return signs === 0 ? 0 : bad / signs;
}
