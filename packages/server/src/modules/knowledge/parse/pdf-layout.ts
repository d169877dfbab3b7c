import { groupRows, joinPieces, type LayoutRow, type Segment, type TextPiece } from './layout-rows.ts';
import { escapeParagraph, toHeading } from './markdown-text.ts';
import { findTable } from './pdf-table.ts';

/** A page with its positioned pieces. Sizes in points. */
export interface LayoutPage {
  readonly width: number;
  readonly height: number;
  readonly pieces: readonly TextPiece[];
}

export interface LaidOutText {
  readonly pages: readonly string[];
  /** Whether running heads, page numbers or contents lines were omitted. */
  readonly isShortened: boolean;
}

/** Minimum ratio of a heading's font size to that of the body text. */
const headingGrowth = 1.15;
const longestHeading = 120;
const maxHeadings = 3;

/** Font sizes of headings in descending order, and of the body text, which is the most frequent size. */
interface Sizes {
  readonly body: number;
  readonly headings: readonly number[];
}

const roundSize = (size: number) => Math.round(size * 2) / 2;

function getSizes(pages: readonly (readonly LayoutRow[])[]): Sizes {
  const letters = new Map<number, number>();
  for (const { size, text } of pages.flat(2))
    letters.set(roundSize(size), (letters.get(roundSize(size)) ?? 0) + text.length);
  const [[body = 0] = []] = [...letters].sort(([, one], [, other]) => other - one);
  const larger = [...letters.keys()].filter((size) => size >= body * headingGrowth).sort((one, other) => other - one);
  return { body, headings: larger.slice(0, maxHeadings) };
}

/** Converts pages to Markdown by the text positions: headings by size, columns one after the other, tables as tables. */
export function createLayoutText(pages: readonly LayoutPage[]): LaidOutText {
  const laidOut = pages.map(({ pieces }) => groupRows(pieces));
  const stored = removeRepeatedRows(laidOut, pages);
  const sizes = getSizes(stored);
  const texts = stored.map((rows, at) =>
    getRegions(rows, pages[at]?.width ?? 0)
      .flatMap((region) => {
        if (region.kind === 'table') return [region.text];
        if (region.kind === 'text') return getParagraphs(region.rows.flat(), sizes);
        return getColumns(region.rows, region.gutter).flatMap((column) => getParagraphs(column, sizes));
      })
      .join('\n\n'),
  );
  const count = (all: readonly (readonly LayoutRow[])[]) => all.reduce((sum, rows) => sum + rows.length, 0);
  return { pages: texts, isShortened: count(stored) < count(laidOut) };
}

/** Share of the page height, at the top and the bottom, that contains running heads and page numbers. */
const margin = 0.12;
/** Minimum share of the pages that a running head appears on. */
const repeatedShare = 0.4;

const getLine = (row: LayoutRow) => row.map(({ text }) => text).join(' ');
const pageNumber =
  /^(?:[-–—·]?\s*\d{1,4}\s*[-–—·]?|\d{1,4}\s*[/／]\s*\d{1,4}|第?\s*\d{1,4}\s*页(?:\s*[/／,，]?\s*共\s*\d{1,4}\s*页)?|page\s+\d{1,4}(?:\s+(?:of|\/)\s+\d{1,4})?|[ivxlc]{1,6})$/i;
const contentsLine = /^\S.*?(?:[.·•…⋯_]\s*){4,}\s*(?:\d{1,4}|[ivxlc]{1,6})$/i;
const contentsTitle = /^(?:目\s*录|(?:table of )?contents)$/i;

/** Removes rows that repeat at the same position on many pages, page numbers and lines of a table of contents. */
function removeRepeatedRows(
  pages: readonly (readonly LayoutRow[])[],
  sizes: readonly LayoutPage[],
): readonly (readonly LayoutRow[])[] {
  const getHeight = (at: number) => sizes[at]?.height ?? 0;
  const isInMargin = (row: LayoutRow, at: number) => {
    const share = (row[0]?.y ?? 0) / Math.max(1, getHeight(at));
    return getHeight(at) > 0 && (share < margin || share > 1 - margin);
  };
  // Page numbers differ on each page, so digits are normalized.
  const getKey = (row: LayoutRow) => `${Math.round((row[0]?.y ?? 0) / 4)} ${getLine(row).replace(/\d+/g, '#')}`;
  const counts = new Map<string, number>();
  for (const [at, rows] of pages.entries())
    for (const key of new Set(rows.filter((row) => isInMargin(row, at)).map(getKey)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  const least = Math.max(2, Math.ceil(pages.length * repeatedShare));
  return pages.map((rows, at) => {
    const isRepeated = (row: LayoutRow) =>
      isInMargin(row, at) &&
      ((counts.get(getKey(row)) ?? 0) >= least || (pages.length > 1 && pageNumber.test(getLine(row))));
    const rest = rows.filter((row) => !isRepeated(row));
    const listed = rest.filter((row) => contentsLine.test(getLine(row)));
    if (listed.length < 3) return rest;
    return rest.filter((row) => !listed.includes(row) && !contentsTitle.test(getLine(row)));
  });
}

type Region =
  | {
      readonly kind: 'text' | 'columns';
      readonly rows: LayoutRow[] /** Between two columns. */;
      readonly gutter: number;
    }
  | { readonly kind: 'table'; readonly text: string };

/** Groups the rows from the top of the page into regions of one kind. */
function getRegions(rows: readonly LayoutRow[], width: number): readonly Region[] {
  const gutter = getGutter(rows, width);
  const regions: Region[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at] ?? [];
    const isInColumn = isInColumns(row, gutter);
    // The cells of a table below two columns may also be next to the gutter.
    const mayBeTable = !isInColumn || (row.length > 2 && !row.some(isWide(width)));
    const table = mayBeTable ? findTable(rows, at) : null;
    if (table) {
      regions.push({ kind: 'table', text: table.text });
      at = table.end;
      continue;
    }
    const kind = isInColumn ? 'columns' : 'text';
    const last = regions.at(-1);
    if (last?.kind === kind) last.rows.push(row);
    else regions.push({ kind, rows: [row], gutter: kind === 'columns' ? (gutter ?? 0) : 0 });
    at += 1;
  }
  return regions;
}

/** Minimum width of each column, as a share of the page, and minimum number of rows of two-column text. */
const columnShare = 0.25;
const fewestRows = 4;

const isWide =
  (width: number) =>
  ({ from, to }: Segment) =>
    to - from >= width * columnShare;

/** Returns the x position in the middle of the gap between two columns; null when the page has no columns. */
function getGutter(rows: readonly LayoutRow[], width: number): number | null {
  const pairs = rows.filter((row) => row.length === 2 && row.every(isWide(width)));
  if (pairs.length < fewestRows) return null;
  // Reduce instead of Math.max(...rows), because a page may have more rows than a call can have arguments.
  const left = pairs.reduce((most, [one]) => Math.max(most, one?.to ?? 0), 0);
  const right = pairs.reduce((least, [, other]) => Math.min(least, other?.from ?? width), width);
  return left < right ? (left + right) / 2 : null;
}

const isInColumns = (row: LayoutRow, gutter: number | null) =>
  gutter !== null && row.every(({ from, to }) => to <= gutter || from >= gutter);

const getColumns = (rows: readonly LayoutRow[], gutter: number): readonly (readonly Segment[])[] => {
  const all = rows.flat();
  return [all.filter(({ to }) => to <= gutter), all.filter(({ from }) => from >= gutter)];
};

const bullet = /^[•·▪●◦‣]\s*/;
const listItem =
  /^(?:[-*+]|\d{1,3}[.)、]|[（(](?:\d{1,3}|[一二三四五六七八九十]{1,3}|[a-z])[)）]|第[一二三四五六七八九十百零〇\d]{1,6}[条章节])\s?/;
/** Matches headings such as `2.1 Other`, which have numbers of several levels. */
const numberedHeading = /^(\d{1,2}(?:\.\d{1,2}){1,3})\.?\s+\S/;
const longestNumbered = 60;

/** Line distance that separates paragraphs, relative to the font size. */
const paragraphGap = 1.9;

interface Block {
  pieces: string[];
  last: Segment;
  readonly level: number;
  lines: number;
}

/** Combines the lines of one column into paragraphs, headings and list items. */
function getParagraphs(lines: readonly Segment[], sizes: Sizes): readonly string[] {
  // Keep pieces until the end: reading the end of a growing string would copy all of it each time.
  const blocks: Block[] = [];
  for (const segment of lines) {
    const level = getLevel(segment, sizes);
    const text = segment.text.replace(bullet, '- ');
    const block = blocks.at(-1);
    const isClose = block !== undefined && Math.abs(block.last.y - segment.y) < paragraphGap * segment.size;
    const continues = isClose && level === block.level && (level > 0 || !listItem.test(text));
    if (block && continues) {
      block.pieces.push(...joinPieces(block.pieces.pop() ?? '', text));
      block.last = segment;
      block.lines += 1;
    } else blocks.push({ pieces: [text], last: segment, level, lines: 1 });
  }
  return blocks.map(formatBlock);
}

function formatBlock({ pieces, level, lines }: Block): string {
  const text = pieces.join('');
  if (level > 0) return toHeading(level, text);
  const [, number] = numberedHeading.exec(text) ?? [];
  const isHeading =
    number !== undefined && lines === 1 && text.length <= longestNumbered && !/[。！？；，!?;,.:：]$/.test(text);
  return isHeading ? toHeading(number.split('.').length, text) : escapeParagraph(text);
}

/** Returns the heading level from 1; 0 for body text. */
function getLevel({ size, text }: Segment, { headings }: Sizes): number {
  if (text.length > longestHeading) return 0;
  const place = headings.indexOf(roundSize(size));
  if (place >= 0) return place + 1;
  const smallest = headings.at(-1);
  return smallest !== undefined && headings.length === maxHeadings && size > smallest ? maxHeadings : 0;
}
