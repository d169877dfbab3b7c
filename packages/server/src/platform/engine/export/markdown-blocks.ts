/** A stretch of text that looks alike. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
}

/** Places of delimiters, and text between them. */
type Token = { text: string; code?: boolean; mark?: { sign: string; opens: boolean; closes: boolean; used?: 1 | -1 } };

/** How far a link reaches, in UTF-16 units: what is longer is text. */
const longestLink = 2000;

/** `[words](address)` at a place, as words with the address behind them. */
function linkAt(text: string, at: number): { readonly shown: string; readonly end: number } | null {
  const isImage = text[at] === '!';
  const found = /^!?\[([^[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)/.exec(text.slice(at, at + longestLink));
  if (!found) return null;
  const [full, words = '', address = ''] = found;
  const shown = isImage || words === address || address === '' ? words || address : `${words} (${address})`;
  return { shown, end: at + full.length };
}

/** Finds where a code ends: the next run of as many backquotes. Called from the start of a text to its end, it continues where it stopped. */
function endsOfCode(text: string): (run: string, after: number) => number {
  const positions = new Map<string, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const same = positions.get(run);
    if (same) same.push(index);
    else positions.set(run, [index]);
  }
  const passed = new Map<string, number>();
  return (run, after) => {
    const same = positions.get(run) ?? [];
    let at = passed.get(run) ?? 0;
    while (at < same.length && (same[at] ?? 0) < after) at += 1;
    passed.set(run, at);
    return same[at] ?? -1;
  };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const endOf = endsOfCode(text);
  const special = /\\[!-/:-@[-`{-~]|`+|\*\*|\*|__|_|!?\[/g;
  let from = 0;
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const [sign] = found;
    const at = found.index;
    const take = (end: number, ...made: Token[]) => {
      if (at > from) tokens.push({ text: text.slice(from, at) });
      tokens.push(...made);
      from = end;
      special.lastIndex = end;
    };
    const next = at + sign.length;
    if (sign.startsWith('\\')) take(next, { text: sign.slice(1) });
    else if (sign.startsWith('`')) {
      const end = endOf(sign, next);
      if (end >= 0) take(end + sign.length, { text: text.slice(next, end).replace(/^ (.+) $/, '$1'), code: true });
    } else if (sign.endsWith('[')) {
      const link = linkAt(text, at);
      if (link) take(link.end, { text: link.shown });
    } else {
      const [before, behind] = [text[at - 1] ?? ' ', text[next] ?? ' '];
      const isWithin = sign.startsWith('_') && /\w/.test(before) && /\w/.test(behind);
      if (!isWithin) take(next, { text: sign, mark: { sign, opens: /\S/.test(behind), closes: /\S/.test(before) } });
    }
  }
  if (from < text.length) tokens.push({ text: text.slice(from) });
  return tokens;
}

/** Bold, italic and code of a paragraph of Markdown; what is never ended, and every tag, is text. */
export function parseRuns(text: string): Run[] {
  const tokens = tokensOf(text);
  const open = new Map<string, Token>();
  for (const token of tokens) {
    const { mark } = token;
    if (!mark) continue;
    const begun = open.get(mark.sign);
    if (mark.closes && begun?.mark) {
      begun.mark.used = 1;
      mark.used = -1;
      open.delete(mark.sign);
    } else if (mark.opens) open.set(mark.sign, token);
  }
  const deep = { bold: 0, italic: 0 };
  const runs: Run[] = [];
  for (const { text: said, code, mark } of tokens) {
    if (mark?.used) deep[mark.sign.length === 2 ? 'bold' : 'italic'] += mark.used;
    else if (said !== '') runs.push({ text: said, bold: deep.bold > 0, italic: deep.italic > 0, code: code === true });
  }
  return runs;
}

/** What a document in Markdown is made of, in its order. Texts are Markdown of one paragraph, but for code. */
export type Block =
  | { readonly kind: 'paragraph' | 'quote'; text: string }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  /** An item of a list; those of one numbered list share its number, and a list of dots has none. */
  | { readonly kind: 'item'; readonly level: number; readonly list: number | null; text: string }
  | { readonly kind: 'code'; readonly lines: string[] }
  | { readonly kind: 'table'; readonly rows: string[][] };

const fence = /^\s{0,12}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const item = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])[ \t]+(.*)$/;
const quote = /^ {0,3}>[ \t]?(.*)$/;
const underTable = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** UTF-16 units of the line under the headings of a table. */
const longestUnder = 2000;
/** Levels of a list that Word has. */
const deepest = 8;

/** Cells of a row; a sign after a backslash parts none. */
const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Scripts that put no space between words need none where a line ends. */
const isWide = (sign = '') => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(sign);

/** What stands between a line and the next of its paragraph: two spaces at its end break it. */
function between(before: string, line: string): string {
  if (before.endsWith('  ')) return '\n';
  return isWide(before.trimEnd().slice(-1)) && isWide(line.trimStart().slice(0, 1)) ? '' : ' ';
}

class BlockReader {
  readonly blocks: Block[] = [];
  readonly #lines: readonly string[];
  #at = 0;
  /** Nothing goes on with what stands before an empty line. */
  #isApart = true;
  #lists = 0;
  /** The line that is gone on with, as it was written. */
  #before = '';

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  read(): readonly Block[] {
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at] ?? '';
      if (line.trim() === '' || rule.test(line)) this.#isApart = true;
      else if (!this.#code(line) && !this.#table(line) && !this.#marked(line)) this.#words(line);
    }
    return this.blocks;
  }

  #code(line: string): boolean {
    const marks = fence.exec(line)?.[1];
    if (marks === undefined) return false;
    const from = this.#at + 1;
    const isEnd = (other: string) => other.startsWith(marks) && /^[`~]+$/.test(other);
    this.#at = from;
    while (this.#at < this.#lines.length && !isEnd((this.#lines[this.#at] ?? '').trim())) this.#at += 1;
    this.#add({ kind: 'code', lines: this.#lines.slice(from, this.#at) }, true);
    return true;
  }

  #table(line: string): boolean {
    const under = this.#lines[this.#at + 1] ?? '';
    if (!line.includes('|') || !under.includes('|') || under.length > longestUnder || !underTable.test(under))
      return false;
    const rows = [cellsOf(line)];
    for (this.#at += 2; (this.#lines[this.#at] ?? '').includes('|'); this.#at += 1)
      rows.push(cellsOf(this.#lines[this.#at] ?? ''));
    this.#at -= 1;
    this.#add({ kind: 'table', rows }, true);
    return true;
  }

  #marked(line: string): boolean {
    const head = heading.exec(line);
    if (head) {
      const text = (head[2] ?? '').trim().replace(/#+$/, '').trimEnd();
      this.#add({ kind: 'heading', level: head[1]?.length ?? 1, text }, true);
      return true;
    }
    const point = item.exec(line);
    if (point) this.#item(point[1] ?? '', point[2], point[3] ?? '');
    const said = point ? null : quote.exec(line);
    if (!said) return point !== null;
    const last = this.blocks.at(-1);
    if (last?.kind === 'quote' && !this.#isApart) this.#goOn(last, said[1] ?? '');
    else this.#add({ kind: 'quote', text: said[1] ?? '' }, false);
    return true;
  }

  #item(indent: string, number: string | undefined, text: string): void {
    const level = Math.min(deepest, Math.floor(indent.replaceAll('\t', '    ').length / 2));
    const before = this.blocks.at(-1);
    if (number === undefined) {
      this.#add({ kind: 'item', level, list: null, text }, false);
      return;
    }
    const goesOn = before?.kind === 'item' && before.list !== null && (Number(number) !== 1 || level > before.level);
    if (!goesOn) this.#lists += 1;
    this.#add({ kind: 'item', level, list: this.#lists, text }, false);
  }

  #words(line: string): void {
    const last = this.blocks.at(-1);
    const isOpen = last?.kind === 'paragraph' || last?.kind === 'item' || last?.kind === 'quote';
    if (isOpen && !this.#isApart) this.#goOn(last, line);
    else this.#add({ kind: 'paragraph', text: line.trimStart() }, false);
  }

  #goOn(block: { text: string }, line: string): void {
    block.text += between(this.#before, line) + line.trim();
    this.#before = line;
  }

  #add(block: Block, isApart: boolean): void {
    this.#before = 'text' in block ? block.text : '';
    this.blocks.push('text' in block ? { ...block, text: block.text.trim() } : block);
    this.#isApart = isApart;
  }
}

/** The blocks of a text whose lines end in `\n`. Every tag in it is text. */
export const parseMarkdownBlocks = (text: string): readonly Block[] => new BlockReader(text).read();
