import { type Field, formatPlainMoney, formatValue, type Locale, toShownMoment } from '@gantry/core';

/** Places in the list of cell formats of a workbook. */
export const appearance = { text: 1, full: 2, money: 3, parts: 4, time: 5, day: 6, percent: 7, head: 8 } as const;
type Look = (typeof appearance)[keyof typeof appearance];

/** A number that a spreadsheet keeps to the last digit has this many at most. */
const maxDigits = 15;
/** UTF-16 units that one cell holds. */
const maxTextLength = 32_767;
const dayMs = 86_400_000;
/** Days from the one that spreadsheets count from to 1970-01-01. */
const daysBefore1970 = 25_569;
/** 1900-03-01: spreadsheets take the day before it for one that never was. */
const firstDay = 61;

export interface SheetContext {
  readonly locale: Locale;
  readonly timeZone: string;
}

const rejected = /[\0-\x08\x0b\x0c\x0e-\x1f\r\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in XML. What XML cannot hold stands as `_x0007_`, as spreadsheets write it. */
export function escapeXml(text: string): string {
  const held = text.replace(rejected, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
  return held.toWellFormed().replace(/[&<>"]/g, (sign) => marks[sign] ?? sign);
}

/** 0 -> `A`, 26 -> `AA`. */
export function getColumnName(at: number): string {
  const rest = Math.floor(at / 26);
  return (rest > 0 ? getColumnName(rest - 1) : '') + String.fromCharCode(65 + (at % 26));
}

/** A cell that is text whatever it looks like: no spreadsheet takes it for a formula. */
export function createTextCell(place: string, text: string, look: Look = appearance.text): string {
  const full = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1).toWellFormed()}…` : text;
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
export function createSheetCell(
  place: string,
  value: unknown,
  field: Field | undefined,
  context: SheetContext,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    if (field?.kind === 'money')
      return numberCell(
        place,
        formatPlainMoney(value, field),
        field.decimals === 6 ? appearance.parts : appearance.money,
      );
    if (field?.kind === 'time') return clockCell(place, toShownMoment(value, context.timeZone), appearance.time) ?? '';
    return formatIntegerCell(place, value, field);
  }
  if (field?.kind === 'date')
    return clockCell(place, Date.parse(String(value)), appearance.day) ?? createTextCell(place, String(value));
  if (field?.kind === 'json') return createTextCell(place, JSON.stringify(value));
  return createTextCell(place, field ? formatValue(value, field, context) : String(value));
}
