/** Matches the start of a code fence. */
const fenceStart = /^\s*(`{3,}(?=[^`]*$)|~{3,})/;

/** A line of a text: `end` is past its line break. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function splitLines(text: string, from = 0, to = text.length): TextLine[] {
  const lines: TextLine[] = [];
  for (let at = from; at < to; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 || newline >= to ? to : newline + 1;
    lines.push({ start: at, end, text: text.slice(at, end).trimEnd() });
    at = end;
  }
  return lines;
}

/** Creates a function that returns the line after the fence that opens at a line; 0 when none opens or it is never closed. */
export function createFenceFinder(lines: readonly TextLine[]): (at: number) => number {
  // Cache failed searches: a fence that is as long or longer cannot be closed either.
  const failed = new Map<string, number>();
  return (at) => {
    const [, marks] = fenceStart.exec(lines[at]?.text ?? '') ?? [];
    if (marks === undefined) return 0;
    const mark = marks.charAt(0);
    if (marks.length >= (failed.get(mark) ?? Number.POSITIVE_INFINITY)) return 0;
    for (let next = at + 1; next < lines.length; next += 1) {
      const closing = lines[next]?.text.trim() ?? '';
      if (closing.length >= marks.length && closing === mark.repeat(closing.length)) return next + 1;
    }
    failed.set(mark, marks.length);
    return 0;
  };
}

const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/** Returns the line after the Markdown table whose header is at a line; 0 when no table starts there. */
export function findTableEnd(lines: readonly TextLine[], at: number): number {
  const [header, rule] = [lines[at]?.text ?? '', lines[at + 1]?.text ?? ''];
  if (!header.includes('|') || !rule.includes('|') || !tableRule.test(rule)) return 0;
  let end = at + 2;
  while (lines[end]?.text.includes('|') === true) end += 1;
  return end;
}

export interface Heading {
  readonly level: number;
  readonly words: string;
  /** Number of lines. */
  readonly lines: number;
}

const markdownHeading = /^(#{1,6})\s+(\S.*)$/;
const underline = /^ {0,3}(={3,}|-{3,})$/;
const noUnderlined = /^(?:\s{4}|\s*(?:[-*+>|#]|\d+[.)]\s))|\|/;
const sentenceMark = /[。！？；，!?;,.]$/;
const longestHeading = 200;

const number = '第[一二三四五六七八九十百零〇\\d]{1,6}';
const chineseHeadings = [
  new RegExp(`^${number}(?:[章节篇部回条]|部分)(?:[\\s:：、.．].{0,60})?$`),
  new RegExp(`^${number}(?:[章篇]|节(?!课)|部分)[^，。；！？,;]{1,30}$`),
  new RegExp(`^${number}条(?!规定|[款所的中和至与及件例])[^，。；！？,;]{1,12}$`),
];

/** Returns the heading at a line: marked, underlined, or numbered like a Chinese chapter; null when there is none. */
export function findHeading(lines: readonly TextLine[], at: number): Heading | null {
  const line = lines[at]?.text ?? '';
  if (line.length > longestHeading || line === '') return null;
  const [, marks, words] = markdownHeading.exec(line) ?? [];
  if (marks !== undefined && words !== undefined)
    return { level: marks.length, words: words.replace(/\s+#+\s*$/, ''), lines: 1 };
  const trimmed = line.trim();
  const [, under] = underline.exec(lines[at + 1]?.text ?? '') ?? [];
  const standsAlone = (lines[at - 1]?.text ?? '') === '' && /[\p{L}\p{N}]/u.test(trimmed);
  if (under !== undefined && standsAlone && !noUnderlined.test(line))
    return { level: under.startsWith('=') ? 1 : 2, words: trimmed, lines: 2 };
  if (sentenceMark.test(trimmed) || !chineseHeadings.some((pattern) => pattern.test(trimmed))) return null;
  return { level: /^第.{1,6}?[章篇部回]/.test(trimmed) ? 1 : 2, words: trimmed, lines: 1 };
}
