import {
  cutMark,
  type Field,
  formatIsoTime,
  formatList,
  formatPlainMoney,
  formatValue,
  getAmountUnit,
  localize,
  localizeTotal,
  maxCellLength,
  parseMoment,
  parseValue,
  toShownMoment,
} from '@gantry/core';
import { zipPieces } from '../../storage/zip-writer.ts';
import type { FileForm, FileRecord, RecordFile } from './record-file.ts';
import { formatMoment } from './text-forms.ts';

/** Places in the list of cell formats of a workbook. */
const appearance = { text: 1, full: 2, money: 3, parts: 4, time: 5, day: 6, percent: 7, head: 8 } as const;
type Look = (typeof appearance)[keyof typeof appearance];

/** A number that a spreadsheet keeps to the last digit has this many at most. */
const maxDigits = 15;
const dayMs = 86_400_000;
/** Days from the one that spreadsheets count from to 1970-01-01. */
const daysBefore1970 = 25_569;
/** 1900-03-01: spreadsheets take the day before it for one that never was. */
const firstDay = 61;

type SheetContext = Pick<RecordFile, 'locale' | 'timeZone' | 'timeFormat'>;

const rejected = /[\0-\x08\x0b\x0c\x0e-\x1f\r\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in XML. What XML cannot hold stands as `_x0007_`, as spreadsheets write it. */
function escapeXml(text: string): string {
  const held = text.replace(rejected, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
  return held.toWellFormed().replace(/[&<>"]/g, (sign) => marks[sign] ?? sign);
}

/** 0 -> `A`, 26 -> `AA`. */
function getColumnName(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? getColumnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}

/**
 * A cell that is text whatever it looks like: no spreadsheet takes it for a formula. A text that is longer than a cell can be is cut and
 * marked, so that no import takes it for all of the text.
 */
function createTextCell(place: string, text: string, look: Look = appearance.text): string {
  const full =
    text.length > maxCellLength ? text.slice(0, maxCellLength - cutMark.length).toWellFormed() + cutMark : text;
  return `<c r="${place}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(full)}</t></is></c>`;
}

/** @param digits a decimal number, written out */
function numberCell(place: string, digits: string, look: Look): string {
  if (digits.replace(/\D/g, '').length > maxDigits) return createTextCell(place, digits);
  return `<c r="${place}" s="${look}"><v>${digits}</v></c>`;
}

/** @param ms that clocks in UTC show: spreadsheets compute with the days since their first */
function clockCell(place: string, ms: number, look: Look): string | null {
  const days = ms / dayMs + daysBefore1970;
  return days >= firstDay ? `<c r="${place}" s="${look}"><v>${days}</v></c>` : null;
}

function formatIntegerCell(place: string, value: number, field: Field | undefined): string {
  if (field?.kind === 'integer' && field.notation === 'percent')
    return numberCell(place, String(value / 10_000), appearance.percent);
  return numberCell(place, String(value), appearance.full);
}

/**
 * A value of a record as a cell of a sheet: money in yuan, times on the site's clocks, choices in words, all else that is no
 * number as text. An import reads each of them back.
 */
function createSheetCell(place: string, value: unknown, field: Field | undefined, context: SheetContext): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    if (field?.kind === 'money')
      return numberCell(
        place,
        formatPlainMoney(value, field),
        field.decimals === 6 ? appearance.parts : appearance.money,
      );
    if (field?.kind === 'time') return createTimeCell(place, value, field, context);
    return formatIntegerCell(place, value, field);
  }
  if (field?.kind === 'date')
    return clockCell(place, Date.parse(String(value)), appearance.day) ?? createTextCell(place, String(value));
  if (field?.kind === 'json') return createTextCell(place, JSON.stringify(value));
  return createTextCell(place, field ? formatCellText(value, field, context) : String(value));
}

/** A moment on the site's clocks. One that an import reads, and that they show twice or not to the millisecond, is written with its offset. */
function createTimeCell(place: string, ms: number, field: Field, context: SheetContext): string {
  const { timeZone, timeFormat = 'local' } = context;
  if (timeFormat !== 'local') {
    const moment = formatMoment(ms, context, 'iso');
    return typeof moment === 'number'
      ? numberCell(place, String(moment), appearance.full)
      : createTextCell(place, moment);
  }
  const shown = toShownMoment(ms, timeZone);
  const isExact = field.write === 'never' || parseMoment(new Date(shown).toISOString().slice(0, 19), timeZone) === ms;
  const cell = isExact ? clockCell(place, shown, appearance.time) : null;
  return cell ?? createTextCell(place, formatIsoTime(ms, timeZone));
}

/** A value in words where they are read back as the value, else as it is stored. */
function formatCellText(value: unknown, field: Field, context: SheetContext): string {
  if (field.kind === 'tags') return formatList((value as readonly unknown[]).map(String), ', ');
  if (field.kind === 'choices') {
    const { label, options } = field;
    const option = { kind: 'choice', label, options } as const;
    return formatList(
      (value as readonly unknown[]).map((item) => formatCellText(item, option, context)),
      ', ',
    );
  }
  const text = formatValue(value, field, context);
  const isRead = field.write === 'never' && field.kind !== 'state';
  return isRead || parseValue(text, field, context.timeZone) === value ? text : String(value);
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageKinds = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`;
const relationList = (...lines: readonly string[]) =>
  `${head}<Relationships xmlns="${packageKinds}/relationships">${lines.join('')}</Relationships>`;

/** Cell formats in the order of `looks`: numbers of those that every spreadsheet knows, and three of our own. */
const formats = [0, 49, 1, 2, 164, 165, 166, 10];
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="0.00####"/>\
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${formats.length + 1}">${formats
  .map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
  .join(
    '',
  )}<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** What a sheet may be called: none of some signs, and 31 characters. */
const sheetName = (title: string) =>
  title
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .toWellFormed();

/** The parts of a workbook around its only sheet, by their names in the zip. */
function createBookParts(title: string): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packageKinds}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
    '_rels/.rels': relationList(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>\
<sheet name="${escapeXml(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationList(
      relationship('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relationship('rId2', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styles,
  };
}

const sheetPart = 'xl/worksheets/sheet1.xml';
/** The first row stays in sight. */
const sheetStart = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
const sheetEnd = '</sheetData></worksheet>';

/** Rows of one sheet, without its heading and its totals. */
export const maxSheetRows = 1_048_574;

export const tooManyRows = {
  zh: `超出单个工作表的容量（最多 ${maxSheetRows} 条）：请缩小范围，或选择 CSV`,
  en: `A sheet can contain at most ${maxSheetRows} rows. Narrow the list, or choose CSV.`,
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
function headings({ names, fields, locale, currency }: RecordFile): string[] {
  const words = Object.values(fields).map(({ label }) => localize(label, locale));
  return names.map((name) => {
    const word = fields[name] ? localize(fields[name].label, locale) : name;
    const heading = words.indexOf(word) === words.lastIndexOf(word) ? word : name;
    const unit = getAmountUnit(name, { fields, ...(currency === undefined ? {} : { currency }) });
    return unit === null ? heading : `${heading} (${unit})`;
  });
}

const rowOf = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`;

function lastRows({ names, fields, sums, ...context }: RecordFile, first: number): string {
  const rows = (sums?.lines() ?? []).map((line, nth) => {
    const number = first + nth;
    const labelled = names.findIndex((name) => !line.has(name));
    const cells = names.map((name, at) => {
      const place = getColumnName(at) + number;
      if (at === labelled) return createTextCell(place, localizeTotal(context.locale), appearance.head);
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
