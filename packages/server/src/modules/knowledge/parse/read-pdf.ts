import { getDocumentProxy } from 'unpdf';
import { DocumentError } from './document-error.ts';
import { groupRows, joinPieces, type LayoutRow, type Segment, type TextPiece } from './layout-rows.ts';
import type { ReadLimits } from './read-document.ts';

/** A page as its pieces stand on it; `width` in points. */
interface LayoutPage {
  readonly width: number;
  readonly pieces: readonly TextPiece[];
}

/** Letters so much larger than those of the text are a heading's. */
const headingGrowth = 1.15;
const longestHeading = 120;
const maxHeadings = 3;

/** Sizes of headings, the largest first, and of the text: that in which most is written. */
interface Sizes {
  readonly body: number;
  readonly headings: readonly number[];
}

const rounded = (size: number) => Math.round(size * 2) / 2;

function sizesOf(pages: readonly LayoutPage[]): Sizes {
  const letters = new Map<number, number>();
  for (const { pieces } of pages)
    for (const { size, text } of pieces)
      letters.set(rounded(size), (letters.get(rounded(size)) ?? 0) + text.trim().length);
  const [[body = 0] = []] = [...letters].sort(([, one], [, other]) => other - one);
  const larger = [...letters.keys()].filter((size) => size >= body * headingGrowth).sort((one, other) => other - one);
  return { body, headings: larger.slice(0, maxHeadings) };
}

/** The Markdown of pages by where their text stands: headings by their size, columns one after the other, tables as tables. */
export function createLayoutText(pages: readonly LayoutPage[]): readonly string[] {
  const sizes = sizesOf(pages);
  return pages.map(({ width, pieces }) => {
    const blocks = regionsOf(groupRows(pieces), width).flatMap(({ kind, rows, gutter }) => {
      if (kind === 'table') return [tableOf(rows)];
      if (kind === 'columns') return columnsOf(rows, gutter).flatMap((column) => paragraphsOf(column, sizes));
      return paragraphsOf(rows.flat(), sizes);
    });
    return blocks.join('\n\n');
  });
}

interface Region {
  readonly kind: 'text' | 'table' | 'columns';
  readonly rows: LayoutRow[];
  /** Between two columns; 0 where there are none. */
  readonly gutter: number;
}

/** Stretches of rows that are read in one way, from the top of the page. */
function regionsOf(rows: readonly LayoutRow[], width: number): readonly Region[] {
  const gutter = gutterOf(rows, width);
  const regions: Region[] = [];
  for (const [at, row] of rows.entries()) {
    const [inColumns, ofTable] = [isInColumns(row, gutter), isOfTable(rows, at)];
    // The cells of a table below two columns stand beside their gutter too.
    const isTable = ofTable && (!inColumns || (row.length > 2 && !row.some(isWide(width))));
    const kind = isTable ? 'table' : inColumns ? 'columns' : 'text';
    const last = regions.at(-1);
    const isSame = last?.kind === kind && (kind !== 'table' || isSameTable(last.rows.at(-1) ?? [], row));
    if (last && isSame) last.rows.push(row);
    else regions.push({ kind, rows: [row], gutter: kind === 'columns' ? (gutter ?? 0) : 0 });
  }
  return regions;
}

/** Of the page: words that fill two columns are at least so wide on each side, and there are so many rows of them. */
const columnShare = 0.25;
const fewestRows = 4;

const isWide =
  (width: number) =>
  ({ from, to }: Segment) =>
    to - from >= width * columnShare;

/** The middle of the gap between two columns of text; null when the page has none. */
function gutterOf(rows: readonly LayoutRow[], width: number): number | null {
  const pairs = rows.filter((row) => row.length === 2 && row.every(isWide(width)));
  if (pairs.length < fewestRows) return null;
  // One after the other: so many rows as a page may have are too many arguments for one call.
  const left = pairs.reduce((most, [one]) => Math.max(most, one?.to ?? 0), 0);
  const right = pairs.reduce((least, [, other]) => Math.min(least, other?.from ?? width), width);
  return left < right ? (left + right) / 2 : null;
}

const isInColumns = (row: LayoutRow, gutter: number | null) =>
  gutter !== null && row.every(({ from, to }) => to <= gutter || from >= gutter);

/** Rows of a table begin their cells at the same places, up to a letter or two; numbers end at the same places instead. */
function isSameTable(one: LayoutRow, other: LayoutRow): boolean {
  if (one.length < 2 || one.length !== other.length) return false;
  return one.every(({ from, to, size }, at) => {
    const cell = other[at];
    if (!cell) return false;
    const slack = 2 * size;
    return Math.abs(from - cell.from) <= slack || Math.abs(to - cell.to) <= slack;
  });
}

const isOfTable = (rows: readonly LayoutRow[], at: number): boolean => {
  const [before, row = [], after] = [rows[at - 1], rows[at], rows[at + 1]];
  return (before !== undefined && isSameTable(before, row)) || (after !== undefined && isSameTable(row, after));
};

const cellText = ({ text }: Segment) => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|');
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The first row is its head: Markdown has no table without one. */
function tableOf(rows: readonly LayoutRow[]): string {
  const [head = [], ...rest] = rows;
  const rule = line(head.map(() => '---'));
  return [line(head.map(cellText)), rule, ...rest.map((row) => line(row.map(cellText)))].join('\n');
}

const columnsOf = (rows: readonly LayoutRow[], gutter: number): readonly (readonly Segment[])[] => {
  const all = rows.flat();
  return [all.filter(({ to }) => to <= gutter), all.filter(({ from }) => from >= gutter)];
};

const bullet = /^[•·▪●◦‣]\s*/;
const listItem = /^(?:[-*+]|\d{1,3}[.)、]|[（(]\d{1,3}[)）])\s?/;

/** Lines so far apart, in sizes of their letters, are of two paragraphs. */
const paragraphGap = 1.9;

/** Lines of one column, put together to paragraphs, headings and items of lists. */
function paragraphsOf(lines: readonly Segment[], sizes: Sizes): readonly string[] {
  // As pieces until the end: to look at the end of a text that grows would copy all of it each time.
  const blocks: { pieces: string[]; last: Segment; level: number }[] = [];
  for (const segment of lines) {
    const level = levelOf(segment, sizes);
    const text = segment.text.replace(bullet, '- ');
    const block = blocks.at(-1);
    const isNear = block !== undefined && Math.abs(block.last.y - segment.y) < paragraphGap * segment.size;
    const goesOn = isNear && level === block.level && (level > 0 || !listItem.test(text));
    if (block && goesOn) {
      block.pieces.push(...joinPieces(block.pieces.pop() ?? '', text));
      block.last = segment;
    } else blocks.push({ pieces: [text], last: segment, level });
  }
  return blocks.map(({ pieces, level }) => `${level > 0 ? `${'#'.repeat(level)} ` : ''}${pieces.join('')}`);
}

/** Of a heading, from 1; 0 for text. */
function levelOf({ size, text }: Segment, { headings }: Sizes): number {
  if (text.length > longestHeading) return 0;
  const place = headings.indexOf(rounded(size));
  if (place >= 0) return place + 1;
  const smallest = headings.at(-1);
  return smallest !== undefined && headings.length === maxHeadings && size > smallest ? maxHeadings : 0;
}

/**
 * Character maps of PDFs whose East Asian fonts are not embedded: without them such a PDF gives no text. Their codes are those of
 * an encoding that the platform knows, so the maps are made of that, with Unicode standing in for the glyph numbers of the font's
 * collection. That is right for reading text, which is all that is done here, and wrong for drawing it.
 */

const encodings: readonly (readonly [name: RegExp, encoding: string])[] = [
  [/^(?:GB|GBK|GBKp|GBpc|GBT|GBK2K)-/, 'gb18030'],
  [/^(?:B5|ETen|ETenms|HKscs)/, 'big5'],
  [/RKSJ/, 'shift_jis'],
  [/^KSC/, 'euc-kr'],
  [/^EUC-/, 'euc-jp'],
];

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const frame = (body: string) => `/CIDInit /ProcSet findresource begin begincmap\n${body}\nendcmap end`;

/** Two bytes that are Unicode already. */
const unicode = frame(
  '1 begincodespacerange <0000> <ffff> endcodespacerange\n1 begincidrange <0000> <ffff> 0 endcidrange',
);
const toUnicode = frame(
  '1 begincodespacerange <0000> <ffff> endcodespacerange\n1 beginbfrange <0000> <ffff> <0000> endbfrange',
);

function encoded(encoding: string): string {
  const decoder = new TextDecoder(encoding);
  const lines: string[] = [];
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const text = decoder.decode(Uint8Array.of(high, low));
      if (text.length === 1 && text !== '\ufffd') lines.push(`<${hex(high, 2)}${hex(low, 2)}> ${text.charCodeAt(0)}`);
    }
  }
  const spaces = '2 begincodespacerange <00> <80> <8140> <fefe> endcodespacerange';
  const ascii = '1 begincidrange <20> <7e> 32 endcidrange';
  return frame(`${spaces}\n${ascii}\n${lines.length} begincidchar\n${lines.join('\n')}\nendcidchar`);
}

/** Hands the reader of a PDF the maps that it asks for by name; one for each document. */
class MadeCMaps {
  #isOurs = false;

  async fetch({ name }: { readonly name: string }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
    const text = this.#textOf(name);
    if (text === null) throw new Error(`no character map is named ${name}`);
    return { cMapData: new TextEncoder().encode(text), isCompressed: false };
  }

  #textOf(name: string): string | null {
    // Glyph numbers mean Unicode only in fonts whose codes went through a map of ours.
    if (/^Adobe-\w+-UCS2$/.test(name)) return this.#isOurs ? toUnicode : null;
    const isUnicode = /^Uni\w*-(?:UCS2|UTF16)-/.test(name);
    const encoding = encodings.find(([pattern]) => pattern.test(name))?.[1];
    if (!isUnicode && encoding === undefined) return null;
    this.#isOurs = true;
    return isUnicode ? unicode : encoded(encoding ?? 'utf-8');
  }
}

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
  getViewport(how: { readonly scale: number }): { readonly width: number };
  cleanup(): void;
}

/** The text of a PDF, page by page. Pictures of text are not read. */
export async function readPdf(
  bytes: Buffer,
  { maxPages, maxText, countOnly = false, layout = false }: ReadLimits,
): Promise<readonly string[]> {
  const document = await openPdf(bytes);
  try {
    if (document.numPages > maxPages) throw new DocumentError('tooManyPages');
    if (countOnly) return Array.from({ length: document.numPages }, () => '');
    const pages: string[] = [];
    const laidOut: LayoutPage[] = [];
    let length = 0;
    for (let no = 1; no <= document.numPages; no += 1) {
      const { text, placed } = await readPage(await document.getPage(no), layout);
      length += text.length;
      if (length > maxText) throw new DocumentError('tooLarge');
      if (placed) laidOut.push(placed);
      else pages.push(text);
    }
    return layout ? createLayoutText(laidOut) : pages;
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('damaged');
  } finally {
    await document.destroy();
  }
}

/** Pixels of a picture that is unpacked; a larger one is left out. */
const maxPixels = 40_000_000;

/** Whoever opens it destroys it. Throws DocumentError. */
export async function openPdf(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      useWorkerFetch: false,
      maxImageSize: maxPixels,
      CMapReaderFactory: MadeCMaps,
    });
  } catch (error) {
    throw new DocumentError(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  }
}

/** Pieces as they stand on the page; a line that ends within a sentence goes on without a gap in Chinese. */
async function readPage(
  page: PdfPage,
  layout: boolean,
): Promise<{ readonly text: string; readonly placed: LayoutPage | null }> {
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items) {
    if ('str' in item) text += String(item.str);
    if ('hasEOL' in item && item.hasEOL === true) text += '\n';
  }
  const { width } = page.getViewport({ scale: 1 });
  page.cleanup();
  return { text, placed: layout ? { width, pieces: items.flatMap(pieceOf) } : null };
}

/** A piece with its place; none of what has no place. Text that runs upwards is read as what stands at its foot. */
function pieceOf(item: object): readonly TextPiece[] {
  if (!('str' in item && 'transform' in item && 'width' in item && Array.isArray(item.transform))) return [];
  const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
  return [{ text: String(item.str), x, y, width: Number(item.width), size: Math.hypot(c, d) || 1 }];
}
