import { reach } from './tokens.ts';

/** A stretch of a text that is kept together where it can be. Units follow one another without a gap. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** A chunk begins here whatever is before it. */
  readonly opens: boolean;
  /** The heading that it stands under, when the text has headings. */
  readonly title: string | null;
}

const markdownHeading = /^(#{1,6})\s+(\S.*)$/;
const chineseHeading = /^第[一二三四五六七八九十百零〇\d]{1,6}[章节篇部回条](?:[\s:：、.．].{0,60}|.{0,30})$/;

/** Level and words of a heading line; null when it is none. */
function headingOf(line: string): { level: number; words: string } | null {
  const [, marks, words] = markdownHeading.exec(line) ?? [];
  if (marks !== undefined && words !== undefined) return { level: marks.length, words: words.replace(/\s*#+\s*$/, '') };
  const trimmed = line.trim();
  if (!chineseHeading.test(trimmed)) return null;
  return { level: /[章篇部回]/.test(trimmed) ? 1 : 2, words: trimmed };
}

const longestTitle = 200;

/** Paragraphs of a text, each under its headings; a heading opens a chunk. */
export function splitParagraphs(text: string, from: number, to: number): Unit[] {
  const units: Unit[] = [];
  const path: string[] = [];
  let title: string | null = null;
  let isOpen = false;
  let start = from;
  let headed = from;
  const close = (end: number) => {
    if (end > start) units.push({ start, end, opens: isOpen, title });
    start = end;
    isOpen = false;
  };
  for (let at = from; at < to; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 || newline >= to ? to : newline + 1;
    const line = text.slice(at, end).trimEnd();
    const heading = line.length <= longestTitle ? headingOf(line) : null;
    if (heading) {
      close(at);
      path.length = Math.min(path.length, heading.level - 1);
      path.push(heading.words);
      title = path.join(' / ').slice(0, longestTitle).toWellFormed();
      isOpen = true;
      headed = end;
    } else if (line === '' && text.slice(Math.max(start, headed), at).trim() !== '') close(end);
    at = end;
  }
  close(to);
  return units;
}

/** Pieces between delimiters, each a chunk of its own; a delimiter stays with what is before it. */
export function splitByDelimiter(text: string, from: number, to: number, delimiter: string): Unit[] {
  const units: Unit[] = [];
  for (let at = from; at < to; ) {
    const found = text.indexOf(delimiter, at);
    const end = found < 0 || found + delimiter.length > to ? to : found + delimiter.length;
    units.push({ start: at, end, opens: true, title: null });
    at = end;
  }
  return units;
}

const sentenceEnd = /[。！？；…!?;]["'”’」』）)]*|\.(?=\s)|\n/g;

/** A unit that is too long, as sentences, and those as stretches of the most tokens. */
export function splitUnit(text: string, unit: Unit, tokens: number): Unit[] {
  const made: Unit[] = [];
  const add = (start: number, end: number) => {
    for (let at = start; at < end; ) {
      const next = reach(text, at, end, tokens);
      made.push({ start: at, end: next, opens: unit.opens && made.length === 0, title: unit.title });
      at = next;
    }
  };
  let start = unit.start;
  sentenceEnd.lastIndex = unit.start;
  for (let found = sentenceEnd.exec(text); found && found.index < unit.end; found = sentenceEnd.exec(text)) {
    const end = Math.min(found.index + found[0].length, unit.end);
    if (end > start) add(start, end);
    start = end;
  }
  add(start, unit.end);
  return made;
}
