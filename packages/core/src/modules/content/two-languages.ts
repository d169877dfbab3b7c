/** An article in both languages; what a text does not have is empty. */
export interface BothLanguages {
  readonly title: string;
  readonly content: string;
  readonly titleEn: string;
  readonly contentEn: string;
}

const chinese = /[\p{Script=Han}\u3000-\u303f]/u;
const letter = /\p{Letter}/u;
/** A line between the two, which either may have at its end as well. */
const rule = /^\s*([-=*_—])\1{2,}\s*$/;

const isEmpty = (line: string | undefined) => line === undefined || line.trim() === '';
const isChinese = (line: string) => chinese.test(line);
/** Has words of its own, which an address alone does not have. */
const isEnglish = (line: string) =>
  !isChinese(line) && line.split(/\s/).some((word) => !word.includes('://') && letter.test(word));

/** Lines without the empty ones and the rules around them. */
function trimmed(lines: readonly string[]): readonly string[] {
  const holds = (line: string) => !isEmpty(line) && !rule.test(line);
  const [from, to] = [lines.findIndex(holds), lines.findLastIndex(holds)];
  return from < 0 ? [] : lines.slice(from, to + 1);
}

/** The first line is the title, whether it is marked as a heading or not. */
function articleOf(lines: readonly string[]): readonly [title: string, content: string] {
  const [first = '', ...rest] = trimmed(lines);
  return [first.replace(/^\s*#+\s+/, '').trim(), trimmed(rest).join('\n')];
}

/** English, with a rule over it or longer than a title: a last line with an address or a name is none. */
function isStandalone(lines: readonly string[], ruled: boolean): boolean {
  const said = trimmed(lines);
  return said.some(isEnglish) && !said.some(isChinese) && (ruled || said.filter(isEnglish).length > 1);
}

/** Where the second language starts: the line, and which language it is. Null where there is one language. */
function turnOf(lines: readonly string[]): { readonly at: number; readonly english: boolean } | null {
  const [firstChinese, lastChinese] = [lines.findIndex(isChinese), lines.findLastIndex(isChinese)];
  if (firstChinese < 0) return null;
  const ruledAt = (at: number, step: 1 | -1) => {
    let line = at + step;
    while (line >= 0 && line < lines.length && isEmpty(lines[line])) line += step;
    return rule.test(lines[line] ?? '');
  };
  if (isStandalone(lines.slice(lastChinese + 1), ruledAt(lastChinese, 1)))
    return { at: lastChinese + 1, english: true };
  if (isStandalone(lines.slice(0, firstChinese), ruledAt(firstChinese, -1)))
    return { at: firstChinese, english: false };
  return null;
}

/**
 * A text that holds an article in Chinese and in English, in either order, one after the other: each with its title in its first
 * line. A text in one language alone is the article itself.
 */
export function splitLanguages(text: string): BothLanguages {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const turn = turnOf(lines);
  if (turn === null) {
    const [title, content] = articleOf(lines);
    return { title, content, titleEn: '', contentEn: '' };
  }
  const parts = [lines.slice(0, turn.at), lines.slice(turn.at)] as const;
  const [own, other] = turn.english ? parts : ([parts[1], parts[0]] as const);
  const [[title, content], [titleEn, contentEn]] = [articleOf(own), articleOf(other)];
  return { title, content, titleEn, contentEn };
}
