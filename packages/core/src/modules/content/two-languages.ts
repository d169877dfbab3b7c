/** An article in both languages. Missing parts are empty strings. */
export interface BothLanguages {
  readonly title: string;
  readonly content: string;
  readonly titleEn: string;
  readonly contentEn: string;
}

const chinese = /[\p{Script=Han}\u3000-\u303f]/u;
const letter = /\p{Letter}/u;
/** A separator line between the languages. Each part may also end with one. */
const rule = /^\s*([-=*_—])\1{2,}\s*$/;

const isEmpty = (line: string | undefined) => line === undefined || line.trim() === '';
const isChinese = (line: string) => chinese.test(line);
/** Whether the line has English words; a URL has none. */
const isEnglish = (line: string) =>
  !isChinese(line) && line.split(/\s/).some((word) => !word.includes('://') && letter.test(word));

/** Returns the lines without surrounding empty lines and separators. */
function trimLines(lines: readonly string[]): readonly string[] {
  const hasContent = (line: string) => !isEmpty(line) && !rule.test(line);
  const [from, to] = [lines.findIndex(hasContent), lines.findLastIndex(hasContent)];
  return from < 0 ? [] : lines.slice(from, to + 1);
}

/** Splits off the first line as the title, with or without a heading mark. */
function getArticle(lines: readonly string[]): readonly [title: string, content: string] {
  const [first = '', ...rest] = trimLines(lines);
  return [first.replace(/^\s*#+\s+/, '').trim(), trimLines(rest).join('\n')];
}

/**
 * Whether the lines are an English article: they follow a separator, or are longer than a title. A last line with a URL or a name
 * is not.
 */
function isStandalone(lines: readonly string[], ruled: boolean): boolean {
  const said = trimLines(lines);
  return said.some(isEnglish) && !said.some(isChinese) && (ruled || said.filter(isEnglish).length > 1);
}

/** Finds the line at which the second language starts, and which language it is. Null when there is only one language. */
function getTurn(lines: readonly string[]): { readonly at: number; readonly english: boolean } | null {
  const [firstChinese, lastChinese] = [lines.findIndex(isChinese), lines.findLastIndex(isChinese)];
  if (firstChinese < 0) return null;
  const hasRuleAt = (at: number, step: 1 | -1) => {
    let line = at + step;
    while (line >= 0 && line < lines.length && isEmpty(lines[line])) line += step;
    return rule.test(lines[line] ?? '');
  };
  if (isStandalone(lines.slice(lastChinese + 1), hasRuleAt(lastChinese, 1)))
    return { at: lastChinese + 1, english: true };
  if (isStandalone(lines.slice(0, firstChinese), hasRuleAt(firstChinese, -1)))
    return { at: firstChinese, english: false };
  return null;
}

/**
 * Splits a text with an article in Chinese and in English, in either order. The first line of each part is its title. A text in a
 * single language is returned as that article.
 */
export function splitLanguages(text: string): BothLanguages {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const turn = getTurn(lines);
  if (turn === null) {
    const [title, content] = getArticle(lines);
    return { title, content, titleEn: '', contentEn: '' };
  }
  const parts = [lines.slice(0, turn.at), lines.slice(turn.at)] as const;
  const [own, other] = turn.english ? parts : ([parts[1], parts[0]] as const);
  const [[title, content], [titleEn, contentEn]] = [getArticle(own), getArticle(other)];
  return { title, content, titleEn, contentEn };
}
