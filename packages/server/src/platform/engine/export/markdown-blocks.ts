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
