import { SpreadsheetError } from './sheet-refused.ts';
import type { XmlListener } from './xml-scanner.ts';

/** A code format such as `"A-"0000`: literal text around digits that are padded with zeros. */
interface CodeFormat {
  /** Literal texts, and `null` for each placeholder `0` or `#`, from left to right. */
  readonly parts: readonly (string | null)[];
  /** Minimum number of digits. */
  readonly digits: number;
}

/** The meaning of a cell's number according to its format. */
type NumberKind = 'plain' | 'percent' | 'day' | 'clock' | CodeFormat;

const dayMs = 86_400_000;
const daysBefore1970 = 25_569;
/** Workbooks of old Macs count days from 1904. */
const daysTo1904 = 1_462;

const days = new Set([14, 15, 16, 17, ...getRange(27, 31), 34, 35, 36, ...getRange(50, 58)]);
const clocks = new Set([...getRange(18, 22), 32, 33, 45, 46, 47]);

function getRange(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

const literal = /"([^"]*)"|\\(.)/g;

/**
 * Parses a format that turns a number into a code: it pads to at minDigits two digits, or has letters, digits or dashes before them.
 * Units after a number and currency signs do not make a code.
 */
function parseCodeFormat(section: string): CodeFormat | null {
  const parts: (string | null)[] = [];
  const bare = section.replace(/\[(?!\$)[^\]]*\]/g, '');
  for (let at = 0; at < bare.length; ) {
    literal.lastIndex = at;
    const found = literal.exec(bare);
    if (found?.index === at) {
      parts.push(found[1] ?? found[2] ?? '');
      at = literal.lastIndex;
    } else {
      const sign = bare.charAt(at);
      if (sign === '0' || sign === '#') parts.push(sign === '0' ? null : '#');
      else if (/[-\s()/]/.test(sign)) parts.push(sign);
      else return null;
      at += 1;
    }
  }
  const isPlaceholder = (part: string | null) => part === null || part === '#';
  const digits = parts.filter((part) => part === null).length;
  const first = parts.findIndex(isPlaceholder);
  const before = parts.slice(0, Math.max(first, 0)).join('');
  if (first < 0 || (digits < 2 && !/[\p{L}\p{N}-]/u.test(before))) return null;
  return { parts: parts.map((part) => (part === '#' ? null : part)), digits };
}

/**
 * Returns the meaning of numbers in a format.
 * @param code the format code of the workbook; null for a built-in format
 */
export function getNumberKind(id: number, code: string | null): NumberKind {
  if (code === null) {
    if (id === 9 || id === 10) return 'percent';
    if (days.has(id)) return 'day';
    return clocks.has(id) ? 'clock' : 'plain';
  }
  const signs = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/^general/i.test(signs)) return 'plain';
  if (/[hs]/i.test(signs)) return 'clock';
  if (/[ymd]/i.test(signs)) return 'day';
  if (signs.includes('%')) return 'percent';
  return parseCodeFormat(code.split(';', 1)[0] ?? '') ?? 'plain';
}

/** Formats an integer as its code format shows it: `7` as `A-0007`. */
function formatCode(value: number, { parts, digits: minDigits }: CodeFormat): string {
  const all = String(value).padStart(minDigits, '0');
  const placeholders = parts.filter((part) => part === null).length;
  let rest = all;
  let left = placeholders;
  const shown = parts.map((part) => {
    if (part !== null) return part;
    // The first placeholder receives all remaining digits.
    left -= 1;
    const taken = rest.slice(0, Math.max(0, rest.length - left));
    rest = rest.slice(taken.length);
    return taken;
  });
  return shown.join('');
}

/** Formats a number with at most 15 digits, the precision of spreadsheets. */
const digits = (value: number) => String(Number(value.toPrecision(15)));

/** Formats a serial day number as `2026-01-31`, or with the time. */
function getMoment(value: number, kind: NumberKind, is1904: boolean): string {
  const ms = Math.round((value + (is1904 ? daysTo1904 : 0) - daysBefore1970) * 86_400) * 1000;
  const at = new Date(ms);
  if (Number.isNaN(at.getTime()) || value < 0) return digits(value);
  const shown = at.toISOString().slice(0, 19).replace('T', ' ');
  return kind === 'day' && ms % dayMs === 0 ? shown.slice(0, 10) : shown;
}

/** Formats the number of a cell as a user would type it. Other text is unchanged. */
export function formatNumber(raw: string, kind: NumberKind, is1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (typeof kind === 'object') return Number.isInteger(value) && value >= 0 ? formatCode(value, kind) : digits(value);
  if (kind === 'percent') return `${digits(value * 100)}%`;
  return kind === 'plain' ? digits(value) : getMoment(value, kind, is1904);
}

/** Whether an integer has more digits than a spreadsheet stores, so that its last digits differ from the entered ones. */
export function isBeyondDigits(raw: string): boolean {
  const value = Math.abs(Number(raw));
  return raw.trim() !== '' && Number.isFinite(value) && value >= 1e15;
}

/** Shared data of a workbook that cells refer to. */
export interface Book {
  readonly is1904: boolean;
  /** Shared texts by index. */
  readonly shared: readonly string[];
  /** Returns the meaning of a cell's number by its format index. */
  kindOf(format: number): NumberKind;
}

/** Maximum characters of all shared texts, which are in memory together. */
const maxShared = 100 * 1024 * 1024;

/** Decodes `_x000D_`, as spreadsheets write characters that XML cannot contain. `_X000D_` is literal text. */
export function stripByteOrderMark(text: string): string {
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const doNothing = () => undefined;
const isYes = (value: string | undefined) => value === '1' || value === 'true';

/** A visible sheet with the ID of its relation. */
interface ListedSheet {
  readonly name: string;
  readonly id: string;
}

/** Reads the visible sheets in order, and the date system. */
function createWorkbook() {
  const found = { is1904: false, sheets: [] as ListedSheet[] };
  const listener: XmlListener = {
    open(name, attributes) {
      if (name === 'workbookPr') found.is1904 = isYes(attributes.date1904);
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      found.sheets.push({ name: attributes.name ?? '', id: attributes.id ?? '' });
    },
    close: doNothing,
    text: doNothing,
  };
  return { found, listener };
}

/** Reads the shared texts: the `t` elements of an `si`, without phonetic text. */
function createStrings() {
  const shared: string[] = [];
  let [text, isText, isAccessible, total] = ['', false, false, 0];
  const listener: XmlListener = {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isAccessible = true;
      isText = name === 't' && !isAccessible;
    },
    close(name) {
      if (name === 'rPh') isAccessible = false;
      if (name === 't') isText = false;
      if (name === 'si') shared.push(stripByteOrderMark(text));
    },
    text(piece) {
      if (!isText) return;
      text += piece;
      total += piece.length;
      if (total > maxShared) throw new SpreadsheetError('large');
    },
  };
  return { shared, listener };
}

/** Reads the cell formats with their number formats. */
function createStyles() {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isOfCells = false;
  const listener: XmlListener = {
    open(name, attributes) {
      if (name === 'cellXfs') isOfCells = true;
      const id = Number(attributes.numFmtId ?? 0);
      if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '');
      if (name === 'xf' && isOfCells) formats.push(id);
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
    text: doNothing,
  };
  const kinds = new Map<number, NumberKind>();
  const getKind = (format: number) => {
    const known = kinds.get(format);
    if (known) return known;
    const id = formats[format] ?? 0;
    const kind = getNumberKind(id, codes.get(id) ?? null);
    kinds.set(format, kind);
    return kind;
  };
  return { kindOf: getKind, listener };
}

/** Reads the parts of a workbook other than its sheets. */
export function createBookReader() {
  const [workbook, strings, styles] = [createWorkbook(), createStrings(), createStyles()];
  const targets = new Map<string, string>();
  const relations: XmlListener = {
    open(name, { Id: id, Target: target }) {
      if (name === 'Relationship' && id !== undefined && target !== undefined) targets.set(id, target);
    },
    close: doNothing,
    text: doNothing,
  };
  return {
    workbook: workbook.listener,
    relations,
    styles: styles.listener,
    strings: strings.listener,
    /** The visible sheets, each with the name of its part. */
    sheets: () =>
      workbook.found.sheets.map(({ name, id }) => {
        const target = targets.get(id) ?? '';
        return { name, part: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
      }),
    shared: strings.shared,
    kindOf: styles.kindOf,
    get is1904() {
      return workbook.found.is1904;
    },
  };
}
