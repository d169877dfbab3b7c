import type { DocumentWarning } from '@gantry/core';
import { format, isDateFormat } from 'numfmt';
import { DocumentError } from './document-error.ts';
import { toHeading, toTable } from './markdown-text.ts';
import { findElement, getElements, OfficePackage, type XmlListener } from './office-package.ts';
import type { ReadLimits, ReadPages } from './read-document.ts';

/** Built-in number formats by ID. ECMA-376 part 1, 18.8.30. Dates are formatted as ISO 8601. */
const knownFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  ...Object.fromEntries([14, 15, 27, 30, 31, 36, 50, 57, 58].map((id) => [id, 'yyyy-mm-dd'])),
  16: 'mm-dd',
  17: 'yyyy-mm',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd hh:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Days between the 1900 and the 1904 date system, which old Mac workbooks use. */
const daysTo1904 = 1462;

/** Workbook data that cells of all sheets refer to. */
interface Book {
  readonly shared: readonly string[];
  readonly formats: readonly (string | null)[];
  readonly is1904: boolean;
}

/** Formats a number as the sheet displays it, without padding spaces. */
function formatNumber(raw: string, pattern: string | null, is1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  // Spreadsheets store fifteen digits and display fewer in a narrow cell.
  if (pattern === null || /^general$/i.test(pattern))
    return Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(15)));
  try {
    const isDate = isDateFormat(pattern);
    return format(pattern, isDate && is1904 ? value + daysTo1904 : value, { throws: true }).trim();
  } catch {
    return raw;
  }
}

/** Parses a cell reference: `C7` -> [2, 7]. */
function parseReference(place: string): readonly [column: number, row: number] {
  const [, letters = '', row = '0'] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(place) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return [column - 1, Number(row)];
}

/** Decodes `_x000D_`, the escape for characters that XML does not allow. */
const unescapeText = (text: string) =>
  text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Reads the shared strings without phonetic text. */
function readShared(office: OfficePackage, part: string | undefined): string[] {
  const shared: string[] = [];
  let [text, isText, isPronounced] = ['', false, false];
  const listener: XmlListener = {
    open(name) {
      if (name === 's:si') text = '';
      if (name === 's:rPh') isPronounced = true;
      isText = name === 's:t' && !isPronounced;
    },
    close(name) {
      if (name === 's:rPh') isPronounced = false;
      if (name === 's:si') shared.push(unescapeText(text));
      isText = false;
    },
    text(piece) {
      if (isText) text += piece;
    },
  };
  if (part !== undefined) office.scan(part, listener);
  return shared;
}

function readFormats(office: OfficePackage, part: string | undefined): (string | null)[] {
  const root = part === undefined ? undefined : office.read(part);
  const own = new Map(
    getElements(findElement(root, 's:numFmts')).map(({ attributes }) => [
      Number(attributes.numFmtId),
      attributes.formatCode ?? '',
    ]),
  );
  return getElements(findElement(root, 's:cellXfs')).map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0);
    return own.get(id) ?? knownFormats[id] ?? null;
  });
}

interface SheetRow {
  readonly line: number;
  readonly cells: Map<number, string>;
}

interface Sheet {
  readonly rows: SheetRow[];
  /** Merged areas: first and last column, first and last row. */
  readonly merged: (readonly [from: number, to: number, top: number, bottom: number])[];
  readonly hiddenColumns: Set<number>;
}

/** Maximum columns of a sheet, and maximum cells of all sheets. */
const maxColumns = 1000;
const maxHiddenSpan = 16_384;
const maxCells = 3_000_000;
const isYes = (value: string | undefined) => value === '1' || value === 'true';

function readSheet(office: OfficePackage, part: string, book: Book, warnings: Set<DocumentWarning>): Sheet {
  const sheet: Sheet = { rows: [], merged: [], hiddenColumns: new Set() };
  let cell = { column: 0, type: 'n', style: 0, text: '', isFormula: false };
  let row: SheetRow = { line: 0, cells: new Map() };
  let [next, count, isValue, isPronounced, isHidden] = [0, 0, false, false, false];
  const getShownText = () => {
    const { type, text, style, isFormula } = cell;
    if (text === '' && isFormula && type !== 'str') warnings.add('formulas');
    if (type === 's') return text === '' ? '' : (book.shared[Number(text)] ?? '');
    if (type === 'b') return text === '' ? '' : text === '1' ? 'TRUE' : 'FALSE';
    if (type === 'inlineStr' || type === 'str') return unescapeText(text);
    return type === 'n' ? formatNumber(text, book.formats[style] ?? null, book.is1904) : text;
  };
  office.scan(part, {
    open(name, attributes) {
      isValue = name === 's:v' || (name === 's:t' && !isPronounced);
      if (name === 's:row') {
        row = { line: Number(attributes.r ?? row.line + 1), cells: new Map() };
        isHidden = isYes(attributes.hidden);
        next = 0;
      } else if (name === 's:c') {
        const column = attributes.r === undefined ? next : parseReference(attributes.r)[0];
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), text: '', isFormula: false };
        next = column + 1;
      } else if (name === 's:f') cell.isFormula = true;
      else if (name === 's:rPh') isPronounced = true;
      else if (name === 's:col' && isYes(attributes.hidden)) {
        const to = Math.min(Number(attributes.max), maxHiddenSpan);
        for (let at = Number(attributes.min); at <= to; at += 1) sheet.hiddenColumns.add(at - 1);
      } else if (name === 's:mergeCell') {
        const [first = '', last = first] = (attributes.ref ?? '').split(':');
        const [[from, top], [to, bottom]] = [parseReference(first), parseReference(last)];
        sheet.merged.push([from, to, top, bottom]);
      }
    },
    close(name) {
      isValue = false;
      if (name === 's:rPh') isPronounced = false;
      if (name === 's:c') {
        const text = getShownText();
        if (text.trim() === '') return;
        count += 1;
        if (count > maxCells) throw new DocumentError('tooLarge');
        row.cells.set(cell.column, text);
      }
      if (name === 's:row' && row.cells.size > 0) {
        if (isHidden) warnings.add('hiddenContent');
        else sheet.rows.push(row);
      }
    },
    text(piece) {
      if (isValue) cell.text += piece;
    },
  });
  return sheet;
}

/** Repeats a merged value in each row of its area, so that every row is complete. */
function repeatMerged({ rows, merged }: Sheet): void {
  const byLine = new Map(rows.map((row) => [row.line, row]));
  for (const [from, , top, bottom] of merged) {
    const value = byLine.get(top)?.cells.get(from);
    if (value === undefined || bottom - top > rows.length * 2 + 10_000) continue;
    for (let line = top + 1; line <= bottom; line += 1) {
      const row = byLine.get(line);
      if (row && !row.cells.has(from)) row.cells.set(from, value);
    }
  }
}

/** Formats a sheet as a section. Single-cell rows above the table are text; the first row with several cells is the header. */
function formatSheet(name: string, sheet: Sheet, warnings: Set<DocumentWarning>): string {
  repeatMerged(sheet);
  const used = new Set(sheet.rows.flatMap(({ cells }) => [...cells.keys()]));
  if ([...used].some((column) => sheet.hiddenColumns.has(column))) warnings.add('hiddenContent');
  const columns = [...used].filter((column) => !sheet.hiddenColumns.has(column)).sort((one, other) => one - other);
  if (columns.length > maxColumns) throw new DocumentError('tooLarge');
  const rows = sheet.rows.map(({ cells }) => columns.map((column) => cells.get(column) ?? ''));
  const omitEmptyCells = (row: readonly string[]) => row.filter((cell) => cell !== '');
  const head = rows.findIndex((row) => omitEmptyCells(row).length > 1);
  const titles = rows.slice(0, head < 0 ? rows.length : head).flatMap(omitEmptyCells);
  const table = head < 0 ? '' : toTable(rows.slice(head));
  const blocks = [...titles, table].filter((block) => block !== '');
  return blocks.length === 0 ? '' : [toHeading(1, name.replace(/\s+/g, ' ')), ...blocks].join('\n\n');
}

/** Reads the visible sheets of a workbook, one page each, with values as displayed. Throws DocumentError. */
export function readXlsx(bytes: Buffer, { maxBytes, maxPages, maxText }: ReadLimits): ReadPages {
  const office = new OfficePackage(bytes, maxBytes);
  const main = office.findMainPart();
  const workbook = office.read(main);
  const relations = office.readRelations(main);
  const getPart = (type: string) => [...relations.values()].find((one) => one.type === type)?.target;
  const warnings = new Set<DocumentWarning>();
  const book: Book = {
    shared: readShared(office, getPart('sharedStrings')),
    formats: readFormats(office, getPart('styles')),
    is1904: isYes(findElement(workbook, 's:workbookPr')?.attributes.date1904),
  };
  const pages: string[] = [];
  let length = 0;
  for (const { attributes } of getElements(findElement(workbook, 's:sheets'))) {
    const relation = relations.get(attributes['r:id'] ?? '');
    if (relation?.type !== 'worksheet') {
      warnings.add('embeddedContent');
      continue;
    }
    if ((attributes.state ?? 'visible') !== 'visible') {
      warnings.add('hiddenContent');
      continue;
    }
    if (pages.length >= maxPages) throw new DocumentError('tooManyPages');
    const text = formatSheet(attributes.name ?? '', readSheet(office, relation.target, book, warnings), warnings);
    length += text.length;
    if (length > maxText) throw new DocumentError('tooLarge');
    if (text !== '') pages.push(text);
  }
  return { pages: pages.length === 0 ? [''] : pages, warnings: [...warnings] };
}
