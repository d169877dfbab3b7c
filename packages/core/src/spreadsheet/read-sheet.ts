import { type Book, createBookReader, formatNumber, stripByteOrderMark } from './book-reader.ts';
import { SpreadsheetError } from './sheet-refused.ts';
import { createXmlScanner, type XmlListener } from './xml-scanner.ts';
import { isZip, type ZipEntry, ZipError, zipEntries } from './zip.ts';

export interface SheetRow {
  /** As the spreadsheet counts it, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Columns of a row, at most: no record has as many fields. */
const maxColumns = 1_000;

interface Cell {
  readonly at: number;
  /** As the sheet names it; some writers leave that out. */
  readonly place: string | null;
  readonly type: string | null;
  readonly format: number;
  isFormula: boolean;
  text: string;
}

/** `C7` -> 2. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** A text that cells share; one that is not there would else leave the cell empty, unseen. */
function sharedText(place: string, { shared }: Book): string {
  const text = shared[Number(place)];
  if (text === undefined) throw new SpreadsheetError('damaged');
  return text;
}

function textOf({ type, format, isFormula, text, place }: Cell, book: Book): string {
  // What writes formulas without working them out leaves no number behind: an amount would be missing, not nothing.
  if (text === '' && isFormula && (type === null || type === 'n')) throw new SpreadsheetError('formula', place);
  // `#N/A` is no text of anybody: taken for one it would be kept as a name.
  if (type === 'e') throw new SpreadsheetError('error', place === null ? text : `${place} ${text}`);
  if (text === '') return '';
  if (type === 's') return sharedText(text, book);
  if (type === 'b') return text === '1' ? 'true' : 'false';
  if (type === 'inlineStr' || type === 'str') return stripByteOrderMark(text);
  return type === null || type === 'n' ? formatNumber(text, book.kindOf(format), book.is1904) : text;
}

/** Listens to a sheet and keeps the rows that it has told until they are taken. */
export function createRowReader(book: Book) {
  let rows: SheetRow[] = [];
  let [line, cells] = [0, [] as string[]];
  let cell: Cell | null = null;
  let isFullWidth = false;
  let [next, isValue, isAccessible] = [0, false, false];
  const put = ({ at }: Cell, text: string) => {
    if (text === '') return;
    if (at < 0 || at >= maxColumns) throw new SpreadsheetError('large');
    while (cells.length < at) cells.push('');
    cells[at] = text;
  };
  const listener: XmlListener = {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes.r ?? line + 1);
        [cells, next] = [[], 0];
      } else if (name === 'c') {
        const at = attributes.r === undefined ? next : columnOf(attributes.r);
        const { t: type = null, s: look = 0, r: place = null } = attributes;
        cell = { at, place, type, format: Number(look), isFormula: false, text: '' };
        next = at + 1;
      } else if (name === 'rPh') isAccessible = true;
      else if (name === 'f' && cell) cell.isFormula = true;
      isValue = name === 'v' || (name === 't' && !isAccessible);
    },
    close(name) {
      isValue = false;
      if (name === 'rPh') isAccessible = false;
      if (name === 'c' && cell) put(cell, textOf(cell, book));
      if (name === 'c') cell = null;
      if (name === 'row' && cells.length > 0) rows.push({ line, cells });
      if (name === 'worksheet') isFullWidth = true;
    },
    text(piece) {
      if (isValue && cell) cell.text += piece;
    },
  };
  return {
    listener,
    /** The sheet was read to its end. */
    isFullWidth: () => isFullWidth,
    taken: () => {
      const found = rows;
      rows = [];
      return found;
    },
  };
}

/** Unpacks a part and reads it as UTF-8, some of it at a time. */
export type PartText = (part: ZipEntry) => AsyncIterable<string>;

/** Characters of all that is read, unpacked, and of the texts that cells share: what is more costs more than it can be worth. */
const maxBytesRead = 512 * 1024 * 1024;

/** An old workbook, and what Office makes of one with a password, begin so. */
const oldStart = [0xd0, 0xcf, 0x11, 0xe0];
const isOld = (bytes: Uint8Array) => oldStart.every((byte, at) => bytes[at] === byte);

/** Whether a file begins as workbooks do, those that cannot be read among them: none of them is text. */
export const isWorkbook = (bytes: Uint8Array) => isZip(bytes) || isOld(bytes);

/** The parts of a workbook, which have names in ASCII. */
function partsOf(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  if (isOld(bytes)) throw new SpreadsheetError('locked');
  try {
    return zipEntries(bytes, (name) => String.fromCharCode(...name));
  } catch (error) {
    throw error instanceof ZipError ? new SpreadsheetError(error.flaw) : error;
  }
}

/** What cannot be unpacked is damaged, whatever unpacks it says. */
async function* full(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch {
    throw new SpreadsheetError('damaged');
  }
}

/**
 * The rows of the first sheet that is shown, as texts that somebody would have typed; rows without any are left out. Formulas
 * give what they came to when the workbook was saved. Throws SheetRefused.
 */
export async function* readSheet(bytes: Uint8Array, textOf: PartText): AsyncGenerator<readonly SheetRow[]> {
  const parts = partsOf(bytes);
  let left = maxBytesRead;
  const pieces = async function* (name: string) {
    const part = parts.get(name);
    if (!part) return;
    for await (const piece of full(textOf(part))) {
      left -= piece.length;
      if (left < 0) throw new SpreadsheetError('large');
      yield piece;
    }
  };
  const scan = async (name: string, listener: XmlListener) => {
    const write = createXmlScanner(listener);
    for await (const piece of pieces(name)) write(piece);
  };
  if (!parts.has('xl/workbook.xml')) throw new SpreadsheetError('damaged');
  const book = createBookReader();
  await scan('xl/workbook.xml', book.workbook);
  await scan('xl/_rels/workbook.xml.rels', book.relations);
  const sheet = book.sheetPart();
  if (sheet === null || !parts.has(sheet)) throw new SpreadsheetError('empty');
  await scan('xl/styles.xml', book.styles);
  await scan('xl/sharedStrings.xml', book.strings);
  const rows = createRowReader(book);
  const write = createXmlScanner(rows.listener);
  for await (const piece of pieces(sheet)) {
    write(piece);
    const found = rows.taken();
    if (found.length > 0) yield found;
  }
  if (!rows.isFullWidth()) throw new SpreadsheetError('damaged');
}
