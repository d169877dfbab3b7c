import { SpreadsheetError } from './sheet-refused.ts';
import type { XmlListener } from './xml-scanner.ts';

/** A code such as `"A-"0000`: text around digits, of which those that are missing are zeros. */
interface CodeFormat {
  /** Literal text, and `0` or `#` placeholders as `null`, from the left. */
  readonly parts: readonly (string | null)[];
  /** Digits at least. */
  readonly digits: number;
}

/** How the numbers of a cell are shown, as far as it says what they are. */
type NumberKind = 'plain' | 'percent' | 'day' | 'clock' | CodeFormat;

const dayMs = 86_400_000;
const daysBefore1970 = 25_569;
/** Workbooks of old Macs count from 1904. */
const daysTo1904 = 1_462;

const days = new Set([14, 15, 16, 17, ...range(27, 31), 34, 35, 36, ...range(50, 58)]);
const clocks = new Set([...range(18, 22), 32, 33, 45, 46, 47]);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

const literal = /"([^"]*)"|\\(.)/g;

/**
 * A format that makes a code of a number: at least two digits are always shown, or letters, digits or dashes come before them. A unit
 * behind a number and the sign of a currency are no code.
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

/** @param code of a format that the workbook defines; null of one that every spreadsheet knows */
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

/** A whole number as its format shows it: `7` as `A-0007`. */
function formatCode(value: number, { parts, digits: least }: CodeFormat): string {
  const all = String(value).padStart(least, '0');
  const placeholders = parts.filter((part) => part === null).length;
  let rest = all;
  let left = placeholders;
  const shown = parts.map((part) => {
    if (part !== null) return part;
    // The first placeholder takes what the others leave.
    left -= 1;
    const taken = rest.slice(0, Math.max(0, rest.length - left));
    rest = rest.slice(taken.length);
    return taken;
  });
  return shown.join('');
}

/** Digits as a user would type them: a spreadsheet stores fifteen of them, and no more are meant. */
const digits = (value: number) => String(Number(value.toPrecision(15)));

/** Days since the spreadsheets' first as `2026-01-31`, or with the clock behind it. */
function moment(value: number, kind: NumberKind, is1904: boolean): string {
  const ms = Math.round((value + (is1904 ? daysTo1904 : 0) - daysBefore1970) * 86_400) * 1000;
  const at = new Date(ms);
  if (Number.isNaN(at.getTime()) || value < 0) return digits(value);
  const shown = at.toISOString().slice(0, 19).replace('T', ' ');
  return kind === 'day' && ms % dayMs === 0 ? shown.slice(0, 10) : shown;
}

/** A number of a cell as it would be typed. What is no number stays as it is. */
export function formatNumber(raw: string, kind: NumberKind, is1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (typeof kind === 'object') return Number.isInteger(value) && value >= 0 ? formatCode(value, kind) : digits(value);
  if (kind === 'percent') return `${digits(value * 100)}%`;
  return kind === 'plain' ? digits(value) : moment(value, kind, is1904);
}

/** Whether a spreadsheet holds a whole number of more digits than it keeps: the last of them are others than were entered. */
export function isBeyondDigits(raw: string): boolean {
  const value = Math.abs(Number(raw));
  return raw.trim() !== '' && Number.isFinite(value) && value >= 1e15;
}

/** What the cells of a sheet refer to. */
export interface Book {
  readonly is1904: boolean;
  /** Texts that cells share, by their places. */
  readonly shared: readonly string[];
  /** What the numbers of a cell are, by its format. */
  kindOf(format: number): NumberKind;
}

/** Characters of all shared texts, which are held at once. */
const maxShared = 100 * 1024 * 1024;

/** `_x000D_` is how spreadsheets write what XML cannot hold; `_X000D_` is what someone wrote. */
export function stripByteOrderMark(text: string): string {
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const nothing = () => undefined;
const isYes = (value: string | undefined) => value === '1' || value === 'true';

/** A sheet that is shown, and the relation that leads to it. */
interface ListedSheet {
  readonly name: string;
  readonly id: string;
}

/** The sheets that are shown, in their order, and from when days are counted. */
function newWorkbook() {
  const found = { is1904: false, sheets: [] as ListedSheet[] };
  const listener: XmlListener = {
    open(name, attributes) {
      if (name === 'workbookPr') found.is1904 = isYes(attributes.date1904);
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      found.sheets.push({ name: attributes.name ?? '', id: attributes.id ?? '' });
    },
    close: nothing,
    text: nothing,
  };
  return { found, listener };
}

/** Texts that cells share: what stands in `t` of an `si`, without how it is pronounced. */
function newStrings() {
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

/** Formats of cells, each by the number of its format of numbers. */
function newStyles() {
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
    text: nothing,
  };
  const kinds = new Map<number, NumberKind>();
  const kindOf = (format: number) => {
    const known = kinds.get(format);
    if (known) return known;
    const id = formats[format] ?? 0;
    const kind = getNumberKind(id, codes.get(id) ?? null);
    kinds.set(format, kind);
    return kind;
  };
  return { kindOf, listener };
}

/** Listens to the parts of a workbook around its sheets. */
export function createBookReader() {
  const [workbook, strings, styles] = [newWorkbook(), newStrings(), newStyles()];
  const targets = new Map<string, string>();
  const relations: XmlListener = {
    open(name, { Id: id, Target: target }) {
      if (name === 'Relationship' && id !== undefined && target !== undefined) targets.set(id, target);
    },
    close: nothing,
    text: nothing,
  };
  return {
    workbook: workbook.listener,
    relations,
    styles: styles.listener,
    strings: strings.listener,
    /** The sheets that are shown, each with the name of the part that holds it. */
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
