/** How the numbers of a cell are shown, as far as it says what they are. */
export type NumberKind = 'plain' | 'percent' | 'day' | 'clock';

const dayMs = 86_400_000;
const daysBefore1970 = 25_569;
/** Workbooks of old Macs count from 1904. */
const daysTo1904 = 1_462;

const days = new Set([14, 15, 16, 17, ...range(27, 31), 34, 35, 36, ...range(50, 58)]);
const clocks = new Set([...range(18, 22), 32, 33, 45, 46, 47]);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** @param code of a format that the workbook defines; null of one that every spreadsheet knows */
export function getNumberKind(id: number, code: string | null): NumberKind {
  if (code === null) {
    if (id === 9 || id === 10) return 'percent';
    if (days.has(id)) return 'day';
    return clocks.has(id) ? 'clock' : 'plain';
  }
  const signs = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/[hs]/i.test(signs)) return 'clock';
  if (/[ymd]/i.test(signs)) return 'day';
  return signs.includes('%') ? 'percent' : 'plain';
}

/** Digits as somebody would type them: a spreadsheet keeps fifteen of them, and no more are meant. */
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
  if (kind === 'percent') return `${digits(value * 100)}%`;
  return kind === 'plain' ? digits(value) : moment(value, kind, is1904);
}
