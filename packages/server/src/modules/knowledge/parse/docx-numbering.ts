import { findElement, getElements, type XmlElement } from './office-package.ts';

/** Computes automatic numbers as Word displays them. ECMA-376 part 1, 17.9 (numbering) and 17.18.59 (number formats). */

const chineseDigits = [...'零一二三四五六七八九'];
const formalDigits = [...'零壹贰叁肆伍陆柒捌玖'];

/** Formats 1 to 99,999,999 as a Chinese number: 十一, 一百零五. */
function toChineseNumber(
  value: number,
  digits: readonly string[] = chineseDigits,
  units = ['', '十', '百', '千'],
): string {
  if (value >= 10_000) {
    const [above, below] = [Math.floor(value / 10_000), value % 10_000];
    const rest = below === 0 ? '' : (below < 1000 ? digits[0] : '') + toChineseNumber(below, digits, units);
    return `${toChineseNumber(above, digits, units)}万${rest}`;
  }
  let text = '';
  for (const [at, sign] of [...String(value)].entries()) {
    const unit = units[String(value).length - 1 - at] ?? '';
    if (sign !== '0') text += (digits[Number(sign)] ?? '') + unit;
    else if (!text.endsWith(digits[0] ?? '')) text += digits[0];
  }
  const trimmed = text.length > 1 && text.endsWith(digits[0] ?? '') ? text.slice(0, -1) : text;
  return digits === chineseDigits ? trimmed.replace(/^一十/, '十') : trimmed;
}

const romanSteps = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function toRoman(value: number): string {
  if (value > 3999) return String(value);
  let [left, text] = [value, ''];
  for (const [step, sign] of romanSteps) for (; left >= step; left -= step) text += sign;
  return text;
}

/** Formats a number as letters. AA follows Z, then BB: the letter is repeated. */
const toLetter = (value: number) =>
  String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(30, Math.ceil(value / 26)));
const pick = (signs: string) => (value: number) => [...signs][value - 1] ?? String(value);
const formatDigits = (value: number) =>
  [...String(value)].map((sign) => (sign === '0' ? '〇' : chineseDigits[Number(sign)])).join('');
const getOrdinalSuffix = (value: number) =>
  value % 100 >= 11 && value % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
const formatFormal = (value: number) => toChineseNumber(value, formalDigits, ['', '拾', '佰', '仟']);
const circled = pick('①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳');

const formats: Readonly<Record<string, (value: number) => string>> = {
  decimalZero: (value) => String(value).padStart(2, '0'),
  decimalFullWidth: (value) => String(value).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  decimalFullWidth2: (value) => String(value).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  upperRoman: toRoman,
  lowerRoman: (value) => toRoman(value).toLowerCase(),
  upperLetter: (value) => toLetter(value).toUpperCase(),
  lowerLetter: toLetter,
  ordinal: (value) => `${value}${getOrdinalSuffix(value)}`,
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  decimalEnclosedParen: (value) => `(${value})`,
  decimalEnclosedFullstop: (value) => `${value}.`,
  ideographEnclosedCircle: pick('㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉'),
  ideographTraditional: pick('甲乙丙丁戊己庚辛壬癸'),
  ideographZodiac: pick('子丑寅卯辰巳午未申酉戌亥'),
  chineseCounting: toChineseNumber,
  chineseCountingThousand: toChineseNumber,
  taiwaneseCounting: toChineseNumber,
  taiwaneseCountingThousand: toChineseNumber,
  japaneseCounting: toChineseNumber,
  koreanCounting: toChineseNumber,
  ideographDigital: formatDigits,
  japaneseDigitalTenThousand: formatDigits,
  taiwaneseDigital: formatDigits,
  chineseLegalSimplified: formatFormal,
  ideographLegalTraditional: formatFormal,
  none: () => '',
};

const formatCount = (value: number, format: string): string => (formats[format] ?? String)(value);

interface Level {
  readonly start: number;
  readonly format: string;
  /** Label pattern; `%1` is the number of the first level. */
  readonly text: string;
  readonly suffix: string;
  readonly isLegal: boolean;
  /** The level, from 1, whose numbers restart this one, as do those above it. 0 for never; undefined for any level above. */
  readonly restart: number | undefined;
  readonly style: string | undefined;
}

const value = (element: XmlElement | undefined, ...path: readonly string[]) =>
  findElement(element, ...path)?.attributes['w:val'];
const isOn = (element: XmlElement | undefined) =>
  element !== undefined && !['0', 'false', 'off'].includes(element.attributes['w:val'] ?? '');

function getLevel(element: XmlElement): Level {
  const restart = value(element, 'w:lvlRestart');
  // Number formats that are not in the first edition are stored in AlternateContent.
  const format = value(element, 'w:numFmt') ?? value(element, 'mc:AlternateContent', 'mc:Fallback', 'w:numFmt');
  return {
    start: Number(value(element, 'w:start') ?? 1),
    format: format ?? 'decimal',
    text: value(element, 'w:lvlText') ?? '',
    suffix: value(element, 'w:suff') ?? 'tab',
    isLegal: isOn(findElement(element, 'w:isLgl')),
    restart: restart === undefined ? undefined : Number(restart),
    style: value(element, 'w:pStyle'),
  };
}

interface List {
  readonly id: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
}

/** The numbering reference of a paragraph or of its style. */
export interface NumberRef {
  readonly list: string | undefined;
  readonly level: number | undefined;
}

export interface Label {
  /** Includes the trailing space, if any. */
  readonly text: string;
  readonly isBullet: boolean;
  /** Level from 0. */
  readonly level: number;
}

const maxLevel = 8;

/** Counts the numbered paragraphs of a document. Paragraphs must be passed in order. */
export class Numbering {
  readonly #lists = new Map<string, List>();
  readonly #counts = new Map<string, number[]>();
  readonly #started = new Set<string>();

  /** @param styleList returns the list that a numbering style refers to */
  constructor(root: XmlElement | undefined, styleList: (style: string) => string | undefined) {
    const all = getElements(root);
    const kinds = new Map(
      all.filter(({ name }) => name === 'w:abstractNum').map((one) => [one.attributes['w:abstractNumId'], one]),
    );
    const lists = new Map(all.filter(({ name }) => name === 'w:num').map((one) => [one.attributes['w:numId'], one]));
    const getKind = (list: XmlElement | undefined) => kinds.get(value(list, 'w:abstractNumId'));
    for (const [id, list] of lists) {
      const direct = getKind(list);
      const link = value(direct, 'w:numStyleLink');
      const kind = link === undefined ? direct : (getKind(lists.get(styleList(link))) ?? direct);
      const levels = new Map<number, Level>();
      const starts = new Map<number, number>();
      const put = (level: XmlElement) => levels.set(Number(level.attributes['w:ilvl']), getLevel(level));
      for (const child of getElements(kind)) if (child.name === 'w:lvl') put(child);
      for (const change of getElements(list).filter(({ name }) => name === 'w:lvlOverride')) {
        const start = value(change, 'w:startOverride');
        if (start !== undefined) starts.set(Number(change.attributes['w:ilvl']), Number(start));
        for (const child of getElements(change)) if (child.name === 'w:lvl') put(child);
      }
      this.#lists.set(String(id), { id: String(kind?.attributes['w:abstractNumId'] ?? id), levels, starts });
    }
  }

  /** Returns the level of a list that is linked to a style. */
  levelOfStyle(list: string, style: string): number | undefined {
    for (const [at, level] of this.#lists.get(list)?.levels ?? []) if (level.style === style) return at;
    return undefined;
  }

  /** Counts a paragraph and returns its label; null when it has none. */
  next({ list: id, level: given = 0 }: NumberRef): Label | null {
    const list = this.#lists.get(id ?? '');
    const at = Math.min(maxLevel, Math.max(0, given));
    const level = list?.levels.get(at);
    if (!list || !level) return null;
    if (level.format === 'bullet') return { text: '', isBullet: true, level: at };
    const counts = this.#count(String(id), list, at, level);
    const text = level.text.replace(/%([1-9])/g, (_, place: string) => {
      const part = list.levels.get(Number(place) - 1);
      const number = counts[Number(place) - 1] ?? part?.start ?? 1;
      return formatCount(number, level.isLegal ? 'decimal' : (part?.format ?? 'decimal'));
    });
    if (text.trim() === '') return null;
    // Without a space, a label that ends in an ASCII character would run into the next word.
    const isTight = level.suffix === 'nothing' && !/[\x21-\x7e]$/.test(text);
    return { text: isTight ? text : `${text.trimEnd()} `, isBullet: false, level: at };
  }

  #count(id: string, list: List, at: number, level: Level): readonly number[] {
    const counts = this.#counts.get(list.id) ?? [];
    const start = list.starts.get(at);
    const isFirst = !this.#started.has(`${id} ${at}`);
    this.#started.add(`${id} ${at}`);
    const before = counts[at];
    counts[at] = start !== undefined && isFirst ? start : before === undefined ? level.start : before + 1;
    for (let below = at + 1; below <= maxLevel; below += 1) {
      const restart = list.levels.get(below)?.restart;
      if (restart === undefined || (restart > 0 && at < restart)) delete counts[below];
    }
    this.#counts.set(list.id, counts);
    return counts;
  }
}
