import { createBookReader } from './book-reader.ts';
import { createRowReader, type SheetRow } from './row-reader.ts';
import { SpreadsheetError } from './sheet-refused.ts';
import { createXmlScanner, type XmlListener } from './xml-scanner.ts';
import { isZip, type ZipEntry, ZipError, zipEntries } from './zip.ts';

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
