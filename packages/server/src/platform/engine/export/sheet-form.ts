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

/** Indexes of the cell styles in the workbook. */
const cellStyles = { text: 1, integer: 2, money: 3, decimal: 4, time: 5, day: 6, percent: 7, heading: 8 } as const;
type CellStyle = (typeof cellStyles)[keyof typeof cellStyles];

/** Maximum number of digits that a spreadsheet stores exactly. */
const maxDigits = 15;
const dayInMs = 86_400_000;
/** Days from the epoch of spreadsheets to 1970-01-01. */
const epochOffsetDays = 25_569;
/** 1900-03-01: spreadsheets count a day before it that did not exist. */
const firstValidDay = 61;

type SheetContext = Pick<RecordFile, 'locale' | 'timeZone' | 'timeFormat'>;

const invalidInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\r\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;
const xmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML. Characters that XML does not allow become `_x0007_`, as spreadsheets write them. */
function escapeXml(text: string): string {
  const escaped = text.replace(
    invalidInXml,
    (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
  return escaped.toWellFormed().replace(/[&<>"]/g, (sign) => xmlEntities[sign] ?? sign);
}

/** 0 -> `A`, 26 -> `AA`. */
function getColumnName(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? getColumnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}

/**
 * Returns a text cell, which no spreadsheet runs as a formula. A text that is too long for a cell is cut and marked, so that no
 * import takes it for the full text.
 */
function createTextCell(cell: string, text: string, style: CellStyle = cellStyles.text): string {
  const cellText =
    text.length > maxCellLength ? text.slice(0, maxCellLength - cutMark.length).toWellFormed() + cutMark : text;
  return `<c r="${cell}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cellText)}</t></is></c>`;
}

/**
 * Returns a number cell; a number with too many digits becomes text.
 * @param digits a decimal number without exponent
 */
function createNumberCell(place: string, digits: string, look: CellStyle): string {
  if (digits.replace(/\D/g, '').length > maxDigits) return createTextCell(place, digits);
  return `<c r="${place}" s="${look}"><v>${digits}</v></c>`;
}

/**
 * Returns a date cell; null for dates before 1900-03-01.
 * @param ms local time as if it were UTC: spreadsheets store days since their epoch
 */
function createDateCell(place: string, ms: number, look: CellStyle): string | null {
  const days = ms / dayInMs + epochOffsetDays;
  return days >= firstValidDay ? `<c r="${place}" s="${look}"><v>${days}</v></c>` : null;
}

function formatIntegerCell(place: string, value: number, field: Field | undefined): string {
  if (field?.kind === 'integer' && field.notation === 'percent')
    return createNumberCell(place, String(value / 10_000), cellStyles.percent);
  return createNumberCell(place, String(value), cellStyles.integer);
}

/**
 * Returns the cell of a value: money in yuan, times in the site's time zone, choices as labels, everything else that is not a
 * number as text. An import can read all of them.
 */
function createSheetCell(place: string, value: unknown, field: Field | undefined, context: SheetContext): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    if (field?.kind === 'money')
      return createNumberCell(
        place,
        formatPlainMoney(value, field),
        field.decimals === 6 ? cellStyles.decimal : cellStyles.money,
      );
    if (field?.kind === 'time') return createTimeCell(place, value, field, context);
    return formatIntegerCell(place, value, field);
  }
  if (field?.kind === 'date')
    return createDateCell(place, Date.parse(String(value)), cellStyles.day) ?? createTextCell(place, String(value));
  if (field?.kind === 'json') return createTextCell(place, JSON.stringify(value));
  return createTextCell(place, field ? formatCellText(value, field, context) : String(value));
}

/**
 * Returns the cell of a time in the site's time zone. A writable time that this does not represent exactly (ambiguous, or with
 * milliseconds) is written as text with its offset.
 */
function createTimeCell(place: string, ms: number, field: Field, context: SheetContext): string {
  const { timeZone, timeFormat = 'local' } = context;
  if (timeFormat !== 'local') {
    const moment = formatMoment(ms, field, context, 'iso');
    return typeof moment === 'number'
      ? createNumberCell(place, String(moment), cellStyles.integer)
      : createTextCell(place, moment);
  }
  const localMs = toShownMoment(ms, timeZone);
  const isExact = field.write === 'never' || parseMoment(new Date(localMs).toISOString().slice(0, 19), timeZone) === ms;
  const cell = isExact ? createDateCell(place, localMs, cellStyles.time) : null;
  return cell ?? createTextCell(place, formatIsoTime(ms, timeZone));
}

/** Returns the label of a value if an import reads it back as the value; otherwise the stored value. */
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
  const isReadOnly = field.write === 'never' && field.kind !== 'state';
  return isReadOnly || parseValue(text, field, context.timeZone) === value ? text : String(value);
}

const xmlHeader = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const relationNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const getRelationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${relationNamespace}/${kind}" Target="${target}"/>`;
const getRelationList = (...lines: readonly string[]) =>
  `${xmlHeader}<Relationships xmlns="${packageNamespace}/relationships">${lines.join('')}</Relationships>`;

/** Number formats in the order of `cellStyles`: built-in ones, and three custom ones. */
const formats = [0, 49, 1, 2, 164, 165, 166, 10];
const styles = `${xmlHeader}<styleSheet xmlns="${mainNamespace}"><numFmts count="3"><numFmt numFmtId="164" formatCode="0.00####"/>\
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

/** Returns a valid sheet name: without some characters, and at most 31 characters long. */
const toSheetName = (title: string) =>
  title
    .replace(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .toWellFormed();

/** Returns the files of a workbook other than its sheet, by their paths in the ZIP file. */
function createBookParts(title: string): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': `${xmlHeader}<Types xmlns="${packageNamespace}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
    '_rels/.rels': getRelationList(getRelationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${xmlHeader}<workbook xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><sheets>\
<sheet name="${escapeXml(toSheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': getRelationList(
      getRelationship('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      getRelationship('rId2', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': styles,
  };
}

const sheetPart = 'xl/worksheets/sheet1.xml';
/** The first row is frozen. */
const sheetStart = `${xmlHeader}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
const sheetEnd = '</sheetData></worksheet>';

/** Maximum number of records in a sheet, without the headings and the totals. */
export const maxSheetRows = 1_048_574;

export const tooManyRows = {
  zh: `超出单个工作表的容量（最多 ${maxSheetRows} 条）：请缩小范围，或选择 CSV`,
  en: `A sheet can contain at most ${maxSheetRows} rows. Narrow the list, or choose CSV.`,
} as const;

/** Thrown when records were added during the export and exceed the size of a sheet. */
class SheetFull extends Error {
  override readonly name = 'SheetFull';
}

/** Widths in characters by field kind. */
const widths: Partial<Record<Field['kind'], number>> = { time: 20, date: 12, integer: 12, money: 14, boolean: 8 };
const defaultWidth = 24;

function createColumnWidths({ names, fields }: RecordFile): string {
  const columns = names.map((name, at) => {
    const width = widths[fields[name]?.kind ?? 'text'] ?? defaultWidth;
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  return `<cols>${columns.join('')}</cols>`;
}

/**
 * Returns the headings as labels, which an import reads. Fields with the same label get their API names instead: the mask of a
 * secret must not be imported as the secret.
 */
function createHeadings({ names, fields, locale, currency }: RecordFile): string[] {
  const labels = Object.values(fields).map(({ label }) => localize(label, locale));
  return names.map((name) => {
    const label = fields[name] ? localize(fields[name].label, locale) : name;
    const heading = labels.indexOf(label) === labels.lastIndexOf(label) ? label : name;
    const unit = getAmountUnit(name, { fields, ...(currency === undefined ? {} : { currency }) });
    return unit === null ? heading : `${heading} (${unit})`;
  });
}

const createSheetRow = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`;

function createTotalRows({ names, fields, sums, ...context }: RecordFile, first: number): string {
  const rows = (sums?.lines() ?? []).map((line, index) => {
    const number = first + index;
    const labelIndex = names.findIndex((name) => !line.has(name));
    const cells = names.map((name, at) => {
      const place = getColumnName(at) + number;
      if (at === labelIndex) return createTextCell(place, localizeTotal(context.locale), cellStyles.heading);
      return line.has(name) ? createSheetCell(place, line.get(name), fields[name], context) : '';
    });
    return createSheetRow(number, cells);
  });
  return rows.join('');
}

async function* writeSheetXml(file: RecordFile): AsyncGenerator<string> {
  const columns = file.names.map((name, at) => ({ name, field: file.fields[name], letters: getColumnName(at) }));
  const writeRow = (record: FileRecord, number: number) =>
    createSheetRow(
      number,
      columns.map(({ name, field, letters }) => createSheetCell(letters + number, record[name], field, file)),
    );
  const heading = createHeadings(file).map((word, at) =>
    createTextCell(`${getColumnName(at)}1`, word, cellStyles.heading),
  );
  yield `${sheetStart}${createColumnWidths(file)}<sheetData>${createSheetRow(1, heading)}`;
  let next = 2;
  for await (const records of file.pages) {
    if (next + records.length > maxSheetRows + 2) throw new SheetFull();
    const first = next;
    next += records.length;
    yield records.map((record, at) => writeRow(record, first + at)).join('');
  }
  yield createTotalRows(file, next) + sheetEnd;
}

/** Writes a workbook with one sheet, compressed while it is read. */
export const writeSheet: FileForm = (file) => {
  const parts = Object.entries(createBookParts(file.title)).map(([name, text]) => ({
    name,
    pack: true,
    pieces: () => [text],
  }));
  return zipPieces([...parts, { name: sheetPart, pack: true, pieces: () => writeSheetXml(file) }], Date.now());
};
