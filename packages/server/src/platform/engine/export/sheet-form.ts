import { type Field, localize } from '@gantry/core';
import { zipPieces } from '../../storage/zip-writer.ts';
import type { FileForm, FileRecord, RecordFile } from './record-file.ts';
import { createBookParts, sheetEnd, sheetPart, sheetStart } from './sheet-book.ts';
import { appearance, createSheetCell, createTextCell, getColumnName } from './sheet-cells.ts';
import { totalLabel } from './sums.ts';

/** Rows of one sheet, without its heading and its totals. */
export const maxSheetRows = 1_048_574;

export const tooManyRows = {
  zh: `一张工作表放不下这么多（最多 ${maxSheetRows} 条）：请缩小范围，或选择 CSV`,
  en: `One sheet does not hold so many (${maxSheetRows} at most): narrow the list, or choose CSV`,
} as const;

/** Records were added while they were read, and are more than a sheet holds. */
class SheetFull extends Error {
  override readonly name = 'SheetFull';
}

/** Widths in characters, by what a column holds. */
const widths: Partial<Record<Field['kind'], number>> = { time: 20, date: 12, integer: 12, money: 14, boolean: 8 };
const usualWidth = 24;

function columnWidths({ names, fields }: RecordFile): string {
  const columns = names.map((name, at) => {
    const width = widths[fields[name]?.kind ?? 'text'] ?? usualWidth;
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  return `<cols>${columns.join('')}</cols>`;
}

/**
 * Headings in words, as an import reads them. Of two fields that are called alike each has its name in the API instead: the mask
 * of a secret must not come back as the secret.
 */
function headings({ names, fields, locale }: RecordFile): string[] {
  const words = Object.values(fields).map(({ label }) => localize(label, locale));
  return names.map((name) => {
    const word = fields[name] ? localize(fields[name].label, locale) : name;
    return words.indexOf(word) === words.lastIndexOf(word) ? word : name;
  });
}

const rowOf = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`;

function lastRows({ names, fields, sums, ...context }: RecordFile, first: number): string {
  const rows = (sums?.lines() ?? []).map((line, nth) => {
    const number = first + nth;
    const labelled = names.findIndex((name) => !line.has(name));
    const cells = names.map((name, at) => {
      const place = getColumnName(at) + number;
      if (at === labelled) return createTextCell(place, localize(totalLabel, context.locale), appearance.head);
      return line.has(name) ? createSheetCell(place, line.get(name), fields[name], context) : '';
    });
    return rowOf(number, cells);
  });
  return rows.join('');
}

async function* sheetOf(file: RecordFile): AsyncGenerator<string> {
  const columns = file.names.map((name, at) => ({ name, field: file.fields[name], letters: getColumnName(at) }));
  const written = (record: FileRecord, number: number) =>
    rowOf(
      number,
      columns.map(({ name, field, letters }) => createSheetCell(letters + number, record[name], field, file)),
    );
  const heading = headings(file).map((word, at) => createTextCell(`${getColumnName(at)}1`, word, appearance.head));
  yield `${sheetStart}${columnWidths(file)}<sheetData>${rowOf(1, heading)}`;
  let next = 2;
  for await (const records of file.pages) {
    if (next + records.length > maxSheetRows + 2) throw new SheetFull();
    const first = next;
    next += records.length;
    yield records.map((record, at) => written(record, first + at)).join('');
  }
  yield lastRows(file, next) + sheetEnd;
}

/** A workbook of one sheet, packed while it is read. */
export const writeSheet: FileForm = (file) => {
  const parts = Object.entries(createBookParts(file.title)).map(([name, text]) => ({
    name,
    pack: true,
    pieces: () => [text],
  }));
  return zipPieces([...parts, { name: sheetPart, pack: true, pieces: () => sheetOf(file) }], Date.now());
};
