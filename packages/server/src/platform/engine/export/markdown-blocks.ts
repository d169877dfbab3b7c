/** A run of text with one formatting. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
}

/** A delimiter, or the text between delimiters. */
type Token = { text: string; code?: boolean; mark?: { sign: string; opens: boolean; closes: boolean; used?: 1 | -1 } };

/** Maximum length of a link in UTF-16 units; a longer one is text. */
const maxLinkLength = 2000;

/** Parses `[text](url)` at a position, as the text followed by the URL. */
function parseLinkAt(text: string, at: number): { readonly text: string; readonly end: number } | null {
  const isImage = text[at] === '!';
  const found = /^!?\[([^[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)/.exec(text.slice(at, at + maxLinkLength));
  if (!found) return null;
  const [full, label = '', url = ''] = found;
  const shown = isImage || label === url || url === '' ? label || url : `${label} (${url})`;
  return { text: shown, end: at + full.length };
}

/**
 * Returns a function that finds the end of a code span: the next run of as many backticks. Calls with increasing positions
 * continue where the last one stopped.
 */
function createCodeEndFinder(text: string): (run: string, after: number) => number {
  const positions = new Map<string, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const same = positions.get(run);
    if (same) same.push(index);
    else positions.set(run, [index]);
  }
  const nextIndexes = new Map<string, number>();
  return (run, after) => {
    const same = positions.get(run) ?? [];
    let at = nextIndexes.get(run) ?? 0;
    while (at < same.length && (same[at] ?? 0) < after) at += 1;
    nextIndexes.set(run, at);
    return same[at] ?? -1;
  };
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const endOf = createCodeEndFinder(text);
  const special = /\\[!-/:-@[-`{-~]|`+|\*\*|\*|__|_|!?\[/g;
  let from = 0;
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const [sign] = found;
    const at = found.index;
    const consume = (end: number, ...newTokens: Token[]) => {
      if (at > from) tokens.push({ text: text.slice(from, at) });
      tokens.push(...newTokens);
      from = end;
      special.lastIndex = end;
    };
    const next = at + sign.length;
    if (sign.startsWith('\\')) consume(next, { text: sign.slice(1) });
    else if (sign.startsWith('`')) {
      const end = endOf(sign, next);
      if (end >= 0) consume(end + sign.length, { text: text.slice(next, end).replace(/^ (.+) $/, '$1'), code: true });
    } else if (sign.endsWith('[')) {
      const link = parseLinkAt(text, at);
      if (link) consume(link.end, { text: link.text });
    } else {
      const [before, after] = [text[at - 1] ?? ' ', text[next] ?? ' '];
      const isInsideWord = sign.startsWith('_') && /\w/.test(before) && /\w/.test(after);
      if (!isInsideWord)
        consume(next, { text: sign, mark: { sign, opens: /\S/.test(after), closes: /\S/.test(before) } });
    }
  }
  if (from < text.length) tokens.push({ text: text.slice(from) });
  return tokens;
}

/** Parses bold, italic and code of a Markdown paragraph. Delimiters that are not closed and all tags are text. */
export function parseRuns(text: string): Run[] {
  const tokens = tokenize(text);
  const open = new Map<string, Token>();
  for (const token of tokens) {
    const { mark } = token;
    if (!mark) continue;
    const opener = open.get(mark.sign);
    if (mark.closes && opener?.mark) {
      opener.mark.used = 1;
      mark.used = -1;
      open.delete(mark.sign);
    } else if (mark.opens) open.set(mark.sign, token);
  }
  const depth = { bold: 0, italic: 0 };
  const runs: Run[] = [];
  for (const { text: content, code, mark } of tokens) {
    if (mark?.used) depth[mark.sign.length === 2 ? 'bold' : 'italic'] += mark.used;
    else if (content !== '')
      runs.push({ text: content, bold: depth.bold > 0, italic: depth.italic > 0, code: code === true });
  }
  return runs;
}

/** A block of a Markdown document. Texts are Markdown of one paragraph, except in code. */
export type Block =
  | { readonly kind: 'paragraph' | 'quote'; text: string }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  /** An item of a list. The items of a numbered list share its number; `list` is null for bullets. */
  | { readonly kind: 'item'; readonly level: number; readonly list: number | null; text: string }
  | { readonly kind: 'code'; readonly lines: string[] }
  | { readonly kind: 'table'; readonly rows: string[][] };

const fence = /^\s{0,12}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const item = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])[ \t]+(.*)$/;
const quote = /^ {0,3}>[ \t]?(.*)$/;
const tableSeparator = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** Maximum length of the line below the headings of a table, in UTF-16 units. */
const maxSeparatorLength = 2000;
/** Highest list level in Word. */
const maxListLevel = 8;

/** Splits a row into cells; an escaped bar does not separate cells. */
const splitCells = (line: string) =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Whether a character belongs to a script without spaces between words, which needs no space at a line break. */
const isWide = (sign = '') => /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(sign);

/** Returns the separator between two lines of a paragraph. Two spaces at the end of a line break it. */
function getSeparator(before: string, line: string): string {
  if (before.endsWith('  ')) return '\n';
  return isWide(before.trimEnd().slice(-1)) && isWide(line.trimStart().slice(0, 1)) ? '' : ' ';
}

class BlockReader {
  readonly blocks: Block[] = [];
  readonly #lines: readonly string[];
  #at = 0;
  /** Whether the next line starts a new block, for example after an empty line. */
  startsBlock = true;
  #lists = 0;
  /** The previous line of the open block, as it was written. */
  #before = '';

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  read(): readonly Block[] {
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at] ?? '';
      if (line.trim() === '' || rule.test(line)) this.startsBlock = true;
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
    if (!line.includes('|') || !under.includes('|') || under.length > maxSeparatorLength || !tableSeparator.test(under))
      return false;
    const rows = [splitCells(line)];
    for (this.#at += 2; (this.#lines[this.#at] ?? '').includes('|'); this.#at += 1)
      rows.push(splitCells(this.#lines[this.#at] ?? ''));
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
    const listItem = item.exec(line);
    if (listItem) this.#item(listItem[1] ?? '', listItem[2], listItem[3] ?? '');
    const quoted = listItem ? null : quote.exec(line);
    if (!quoted) return listItem !== null;
    const last = this.blocks.at(-1);
    if (last?.kind === 'quote' && !this.startsBlock) this.#goOn(last, quoted[1] ?? '');
    else this.#add({ kind: 'quote', text: quoted[1] ?? '' }, false);
    return true;
  }

  #item(indent: string, number: string | undefined, text: string): void {
    const level = Math.min(maxListLevel, Math.floor(indent.replaceAll('\t', '    ').length / 2));
    const before = this.blocks.at(-1);
    if (number === undefined) {
      this.#add({ kind: 'item', level, list: null, text }, false);
      return;
    }
    const continuesList =
      before?.kind === 'item' && before.list !== null && (Number(number) !== 1 || level > before.level);
    if (!continuesList) this.#lists += 1;
    this.#add({ kind: 'item', level, list: this.#lists, text }, false);
  }

  #words(line: string): void {
    const last = this.blocks.at(-1);
    const isOpen = last?.kind === 'paragraph' || last?.kind === 'item' || last?.kind === 'quote';
    if (isOpen && !this.startsBlock) this.#goOn(last, line);
    else this.#add({ kind: 'paragraph', text: line.trimStart() }, false);
  }

  #goOn(block: { text: string }, line: string): void {
    block.text += getSeparator(this.#before, line) + line.trim();
    this.#before = line;
  }

  #add(block: Block, startsBlock: boolean): void {
    this.#before = 'text' in block ? block.text : '';
    this.blocks.push('text' in block ? { ...block, text: block.text.trim() } : block);
    this.startsBlock = startsBlock;
  }
}

/**
 * Parses a Markdown text with `
 * ` line ends into blocks. Tags are text.
 */
export const parseMarkdownBlocks = (text: string): readonly Block[] => new BlockReader(text).read();
