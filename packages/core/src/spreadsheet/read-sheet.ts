import { type Book, createBookReader, formatNumber, isBeyondDigits, stripByteOrderMark } from './book-reader.ts';
import { createDecoder, inflate } from './platform.ts';
import { SpreadsheetError } from './sheet-refused.ts';
import { createXmlScanner, type XmlListener } from './xml-scanner.ts';
import { computeCrc32, isZip, type ZipEntry, ZipError, zipEntries } from './zip.ts';

interface SheetRow {
  /** Row number in the spreadsheet, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a filter or a user has hidden the row. */
  readonly isHidden?: boolean;
}

/** Mark at the end of texts that an export had to truncate to the maximum cell length. */
export const cutMark = '…[cut]';

/** Maximum number of columns. No resource has as many fields. */
const maxColumns = 1_000;

interface Cell {
  readonly at: number;
  /** Cell reference in the sheet. Some programs omit it. */
  readonly place: string | null;
  readonly type: string | null;
  readonly format: number;
  isFormula: boolean;
  text: string;
}

/** Returns a shared text. A missing one is an error, because the cell would otherwise silently be empty. */
function getSharedText(place: string, { shared }: Book): string {
  const text = shared[Number(place)];
  if (text === undefined) throw new SpreadsheetError('damaged');
  return text;
}

function getText({ type, format, isFormula, text, place }: Cell, book: Book): string {
  // Some programs write formulas without their results. A missing amount must not be read as empty.
  if (text === '' && isFormula && (type === null || type === 'n')) throw new SpreadsheetError('formula', place);
  // `#N/A` is an error value. Read as text, it would be imported as a name.
  if (type === 'e') throw new SpreadsheetError('error', place === null ? text : `${place} ${text}`);
  if (text === '') return '';
  if (type === 's') return getSharedText(text, book);
  if (type === 'b') return text === '1' ? 'true' : 'false';
  if (type === 'inlineStr' || type === 'str') return stripByteOrderMark(text);
  if (type !== null && type !== 'n') return text;
  const kind = book.kindOf(format);
  if (kind !== 'day' && kind !== 'clock' && isBeyondDigits(text)) throw new SpreadsheetError('digits', place);
  return formatNumber(text, kind, book.is1904);
}

/** Maximum length of a cell's text in UTF-16 code units. */
export const maxCellLength = 32_767;

function assertUncut(text: string, place: string | null): string {
  if (text.length === maxCellLength && text.endsWith(cutMark)) throw new SpreadsheetError('cut', place);
  return text;
}

/** Reads the rows of a sheet from XML events. `taken` returns and removes the rows that are complete. */
export function createRowReader(book: Book, areas: readonly MergedArea[] = []) {
  const fillMerged = createMergeFiller(areas);
  let rows: SheetRow[] = [];
  let isHidden = false;
  let [line, cells] = [0, [] as string[]];
  let cell: Cell | null = null;
  let isComplete = false;
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
        isHidden = attributes.hidden === '1' || attributes.hidden === 'true';
        [cells, next] = [[], 0];
      } else if (name === 'c') {
        const at = attributes.r === undefined ? next : getColumn(attributes.r);
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
      if (name === 'c' && cell) put(cell, assertUncut(getText(cell, book), cell.place));
      if (name === 'c') cell = null;
      if (name === 'row') {
        fillMerged(line, cells);
        if (cells.some((text) => text.trim() !== '')) rows.push({ line, cells, ...(isHidden ? { isHidden } : {}) });
      }
      if (name === 'worksheet') isComplete = true;
    },
    text(piece) {
      if (isValue && cell) cell.text += piece;
    },
  };
  return {
    listener,
    /** Whether the sheet was read to its end. */
    isComplete: () => isComplete,
    taken: () => {
      const found = rows;
      rows = [];
      return found;
    },
  };
}

/** Unpacks a part and decodes it as UTF-8, piece by piece. */
type PartText = (part: ZipEntry) => AsyncIterable<string>;

/** Maximum characters of all unpacked parts and of the shared texts, to limit the cost of a file. */
const maxBytesRead = 512 * 1024 * 1024;

/** Whether a file starts like a workbook. */
export const isWorkbook = (bytes: Uint8Array) => isZip(bytes);

/** The parts of a workbook. Their names are ASCII. */
function getParts(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> {
  try {
    return zipEntries(bytes, (name) => String.fromCharCode(...name));
  } catch (error) {
    throw error instanceof ZipError ? new SpreadsheetError(error.flaw) : error;
  }
}

/** Reports any error while unpacking as a damaged file. */
async function* joinUntilFull(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch {
    throw new SpreadsheetError('damaged');
  }
}

/** Returns the name of another ZIP-based document format, by a part that only it contains. */
function nameOtherFormat(parts: ReadonlyMap<string, ZipEntry>): string | null {
  const names = [...parts.keys()];
  if (parts.has('word/document.xml') || names.some((name) => name.startsWith('word/'))) return 'Word (.docx)';
  if (names.some((name) => name.startsWith('ppt/'))) return 'PowerPoint (.pptx)';
  if (parts.has('xl/workbook.bin')) return 'Excel (.xlsb)';
  if (parts.has('Index/Document.iwa')) return 'Numbers';
  const kind = parts.get('mimetype');
  const type = kind ? String.fromCharCode(...kind.bytes.subarray(0, 100)) : '';
  const document = /^application\/vnd\.oasis\.opendocument\.(\w+)/.exec(type)?.[1];
  const endings: Readonly<Record<string, string>> = { spreadsheet: '.ods', text: '.odt', presentation: '.odp' };
  return document === undefined ? null : `OpenDocument (${endings[document] ?? document})`;
}

/** A workbook with the sheet that is read. */
interface OpenedSheet {
  /** Name of the sheet that is read. */
  readonly name: string;
  /** Names of the other visible sheets. */
  readonly others: readonly string[];
  /** Merged areas of several rows, such as `B2:B4`. Each of their rows gets the value. */
  readonly merged: readonly string[];
  rows(): AsyncGenerator<readonly SheetRow[]>;
}

/**
 * Opens the first visible sheet, or the one with a given name. Cells are texts as a user would type them; empty rows are skipped.
 * Formulas return their stored results. Throws SpreadsheetError.
 */
export async function openSheet(
  bytes: Uint8Array,
  { sheet: wanted = null, unpack = unpackPart }: { readonly sheet?: string | null; readonly unpack?: PartText } = {},
): Promise<OpenedSheet> {
  const parts = getParts(bytes);
  let left = maxBytesRead;
  const pieces = async function* (name: string) {
    const part = parts.get(name);
    if (!part) return;
    for await (const piece of joinUntilFull(unpack(part))) {
      left -= piece.length;
      if (left < 0) throw new SpreadsheetError('large');
      yield piece;
    }
  };
  const scan = async (name: string, listener: XmlListener) => {
    const write = createXmlScanner(listener);
    for await (const piece of pieces(name)) write(piece);
  };
  if (!parts.has('xl/workbook.xml')) {
    const name = nameOtherFormat(parts);
    throw name === null ? new SpreadsheetError('damaged') : new SpreadsheetError('otherFormat', { name });
  }
  const book = createBookReader();
  await scan('xl/workbook.xml', book.workbook);
  await scan('xl/_rels/workbook.xml.rels', book.relations);
  const shown = book.sheets().filter(({ part }) => parts.has(part));
  const names = shown.map(({ name }) => name);
  const sheet = wanted === null ? shown[0] : shown.find(({ name }) => name === wanted);
  if (!sheet && wanted !== null) throw new SpreadsheetError('noSheet', { name: wanted, names: names.join(', ') });
  if (!sheet) throw new SpreadsheetError('empty');
  await scan('xl/styles.xml', book.styles);
  await scan('xl/sharedStrings.xml', book.strings);
  // Merged areas are listed after the rows, so the sheet is read twice.
  const merges = createMergeScanner();
  for await (const piece of pieces(sheet.part)) merges.scan(piece);
  const areas = merges.areas();
  const afterOpening = left;
  return {
    name: sheet.name,
    others: names.filter((name) => name !== sheet.name),
    merged: areas.filter(({ top, bottom }) => bottom > top).map(({ range }) => range),
    rows: async function* () {
      left = afterOpening;
      const rows = createRowReader(book, areas);
      const write = createXmlScanner(rows.listener);
      for await (const piece of pieces(sheet.part)) {
        write(piece);
        const found = rows.taken();
        if (found.length > 0) yield found;
      }
      if (!rows.isComplete()) throw new SpreadsheetError('damaged');
    },
  };
}

/** Reads the rows of the first visible sheet. Throws SpreadsheetError. */
export async function* readSheet(
  bytes: Uint8Array,
  unpack: PartText = unpackPart,
): AsyncGenerator<readonly SheetRow[]> {
  yield* (await openSheet(bytes, { unpack })).rows();
}

/** A merged area. Rows count from 1, columns from 0. */
interface MergedArea {
  readonly range: string;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the column of a cell reference: `C7` -> 2. */
function getColumn(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const mark = 'mergeCell';
const area = /<(?:\w+:)?mergeCell\s[^>]*\bref="(\$?[A-Z]{1,3}\$?(\d+):\$?[A-Z]{1,3}\$?(\d+))"/g;
/** Maximum characters of one tag. */
const maxTag = 200;

/** Finds the merged areas of a sheet in its XML, which arrives in pieces and lists them after the rows. */
function createMergeScanner() {
  let [held, isFound] = ['', false];
  return {
    scan(piece: string): void {
      held += piece;
      if (isFound) return;
      const at = held.indexOf(mark);
      isFound = at >= 0;
      held = isFound ? held.slice(Math.max(0, at - maxTag)) : held.slice(-maxTag);
    },
    /** The areas, sorted by their first row. */
    areas(): MergedArea[] {
      if (!isFound) return [];
      const found = Array.from(held.matchAll(area), ([, range = '', top, bottom]) => ({
        range,
        left: getColumn(range.replaceAll('$', '')),
        top: Number(top),
        bottom: Number(bottom),
      }));
      return found.sort((one, other) => one.top - other.top);
    },
  };
}

/**
 * Copies the value of a merged area to the first column of each of its rows, as users see it. Rows must be passed in order. A row
 * without other values stays empty.
 * @param areas sorted by their first row
 */
function createMergeFiller(areas: readonly MergedArea[]): (line: number, cells: string[]) => void {
  let next = 0;
  let open: { readonly area: MergedArea; readonly value: string }[] = [];
  return (line, cells) => {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    open = open.filter((one) => line <= one.area.bottom);
    for (const { area: one, value } of isEmpty ? [] : open) {
      while (cells.length <= one.left) cells.push('');
      cells[one.left] = value;
    }
    for (let area = areas[next]; area && area.top <= line; area = areas[next]) {
      next += 1;
      const value = cells[area.left] ?? '';
      if (area.top === line && area.bottom > line && value !== '') open.push({ area, value });
    }
  };
}

/**
 * Unpacks a part of a ZIP as UTF-8, piece by piece, in browsers and in Node. It throws at the end when the checksum differs,
 * because a digit of an amount might be wrong.
 */
async function* unpackPart({ bytes, isPacked, size, sum }: ZipEntry): AsyncGenerator<string> {
  const decoder = createDecoder('utf-8', true);
  let [length, seen] = [0, 0];
  for await (const piece of inflate(bytes, isPacked)) {
    length += piece.byteLength;
    seen = computeCrc32(piece, seen);
    yield decoder.decode(piece, { stream: true });
  }
  if (length !== size || seen !== sum) throw new SpreadsheetError('damaged');
  yield decoder.decode();
}
