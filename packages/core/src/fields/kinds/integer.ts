import * as z from 'zod/mini';
import {
  type CurrencySum,
  type Field,
  type FieldOf,
  type Fields,
  getCurrencyField,
  type Locale,
  type LocalizedText,
  localize,
} from '../../definition/index.ts';
import { formatBytes } from '../bytes.ts';
import { formatNumber, formatShare } from '../number-format.ts';
import type { Extra, FieldKindDefinition, FormatContext } from './field-kind.ts';

/** A whole number within the safe range of JSON. */
export function integer<const O extends Extra<'integer'>>(label: LocalizedText, options?: O) {
  return { kind: 'integer', label, ...(options as O) } as const;
}

/** The number of a record, or of something outside: read and copied as it is. */
export function identifier<const O extends Extra<'integer'>>(label: LocalizedText, options?: O) {
  return { kind: 'integer', label, notation: 'plain', ...(options as O) } as const;
}

/** Options of a share in ten-thousandths: read as a percentage, and typed as one (`12.5%`) or as a whole number of them. */
export const basisPoints = { unit: { zh: '‱', en: '‱' }, notation: 'percent' } as const;

/** Options of a size in bytes, read in the unit that suits it. */
export const byteCount = { unit: { zh: '字节', en: 'bytes' }, notation: 'bytes' } as const;

/** @param kind the error for text that is not a number, by what the number means */
export function createIntegerSchema(min: number, max: number, kind: 'number' | 'time' = 'number') {
  return z.number(kind).check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
}

/** A number as it is written in full width (`￥１２．５`, `16。5`), in half. */
function toHalfWidth(given: string): string {
  return given
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[￥。−\u3000]/g, (sign) => ({ '￥': '¥', '。': '.', '−': '-' })[sign] ?? ' ')
    .trim();
}

/** A number without the commas that part it into groups of three; other commas stay, since they could mean a point. */
function withoutGroups(number: string): string {
  return /^\D*\d{1,3}(?:,\d{3})+(?!\d|,)/.test(number) ? number.replaceAll(',', '') : number;
}

/**
 * Digits with an optional sign, in either width, else the text as it was. A fraction is a number as well, so that it is rejected as
 * one that is not whole.
 */
export function parseInteger(given: string): unknown {
  const digits = toHalfWidth(given);
  if (/^[+-]?\d{1,16}$/.test(digits)) return Number(digits);
  const isFraction = /^[+-]?\d{1,12}\.\d{1,3}$/.test(digits) && !Number.isInteger(Number(digits));
  return isFraction ? Number(digits) : given;
}

/** The same, also in groups: `1,234`. */
function parseCount(given: string): unknown {
  const number = parseInteger(withoutGroups(toHalfWidth(given)));
  return typeof number === 'number' ? number : given;
}

/** A share in ten-thousandths as a percentage is typed, without its sign: `12.5`. */
export function formatPlainPercent(share: number): string {
  return String(share / 100);
}

/** A percentage of at most two decimals in ten-thousandths; a whole number is these already. */
function parseShare(given: string): unknown {
  const [, full, decimals = ''] = /^(\d{1,8})(?:\.(\d{1,2}))?\s*%$/.exec(withoutGroups(toHalfWidth(given))) ?? [];
  return full === undefined ? parseCount(given) : Number(full) * 100 + Number(decimals.padEnd(2, '0'));
}

/** Units are defined in the plural: `days` is `day` behind 1 or -1. Abbreviations, such as `ms`, have no plural. */
export function formatUnit(count: number, unit: LocalizedText, locale: Locale): string {
  const words = localize(unit, locale);
  return locale === 'en-US' && Math.abs(count) === 1 ? words.replace(/^(\p{L}{3,})s$/u, '$1') : words;
}

export const integerKind: FieldKindDefinition<'integer'> = {
  kind: 'integer',
  filter: 'range',
  schema: (field) => createIntegerSchema(field.min ?? Number.MIN_SAFE_INTEGER, field.max ?? Number.MAX_SAFE_INTEGER),
  format: (value, field, { locale }) => {
    if (field.notation === 'plain') return String(value);
    if (field.notation === 'bytes') return formatBytes(Number(value));
    if (field.notation === 'percent') return formatShare(Number(value), locale, 2);
    const digits = formatNumber(Number(value), locale);
    return field.unit ? `${digits} ${formatUnit(Number(value), field.unit, locale)}` : digits;
  },
  parse: (given, { notation }) => {
    if (notation === 'plain') return parseInteger(given);
    return notation === 'percent' ? parseShare(given) : parseCount(given);
  },
};

/** An amount in a whole number of hundredths of its currency, or of millionths of a yuan. */
export function money<const O extends Extra<'money'>>(label: LocalizedText, options?: O) {
  return { kind: 'money', label, ...(options as O) } as const;
}

type Parts = Pick<FieldOf<'money'>, 'decimals' | 'unsigned'>;

const yuan = { 2: /^([+-]?)(\d{1,12})(?:\.(\d{1,2}))?$/, 6: /^([+-]?)(\d{1,12})(?:\.(\d{1,6}))?$/ } as const;

/** `12.5` or `￥1,234.50` yuan -> 1250 or 123450 fen; more decimals than are stored are rejected, not rounded. */
function parseYuan(given: string, { decimals = 2 }: Parts): unknown {
  const number = withoutGroups(toHalfWidth(given)).replace(/^(?:[A-Z]{0,3}[¥$€£₩₹฿₫]|[A-Z]{3}\s)\s*/, '');
  const match = yuan[decimals].exec(number);
  if (!match) return given;
  const amount = Number(match[2]) * 10 ** decimals + Number((match[3] ?? '').padEnd(decimals, '0'));
  return match[1] === '-' ? -amount : amount;
}

/** Whole yuan and what follows the point: two decimals, or as many more as say something. By integer arithmetic. */
function partsOf(amount: number, { decimals = 2 }: Parts): readonly [full: number, rest: string] {
  const parts = 10 ** decimals;
  const rest = String(Math.abs(amount) % parts).padStart(decimals, '0');
  return [Math.trunc(Math.abs(amount) / parts), rest.slice(0, 2) + rest.slice(2).replace(/0+$/, '')];
}

/** 1250 fen -> `12.50`, as it is typed in. */
export function formatPlainMoney(amount: number, field: Parts = {}): string {
  const [full, rest] = partsOf(amount, field);
  return `${amount < 0 ? '-' : ''}${full}.${rest}`;
}

/** What stands before an amount. Each sign is of one currency; a currency without a sign is named by its code. */
const signs: Readonly<Record<string, string>> = {
  CNY: '¥',
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: 'JP¥',
  HKD: 'HK$',
  TWD: 'NT$',
  SGD: 'S$',
  AUD: 'A$',
  CAD: 'C$',
  NZD: 'NZ$',
  KRW: '₩',
  INR: '₹',
  THB: '฿',
  VND: '₫',
};

/** What stands before amounts of a currency: `¥`, `$`, `CHF `. */
export function currencySign(currency: string): string {
  return Object.hasOwn(signs, currency) ? (signs[currency] ?? '') : `${currency} `;
}

/** The currency where none is named. */
export const defaultCurrency = 'CNY';

/**
 * What the amounts of a column are in, in a file that people read: a currency, or the column that names it. Null for what is no amount.
 * @param currency of the site
 */
export function getAmountUnit(
  name: string,
  { fields, currency = defaultCurrency }: { readonly fields: Fields; readonly currency?: string },
): string | null {
  const field = fields[name];
  if (field?.kind !== 'money') return null;
  return field.decimals === 6 ? defaultCurrency : (getCurrencyField({ fields }, name) ?? currency);
}

/** 1250 -> `¥12.50`, `$12.50`; millionths are of a yuan, whatever the currency of the site is. */
export function formatMoney(amount: number, field: Parts, locale: string, currency: string = defaultCurrency): string {
  const [full, rest] = partsOf(amount, field);
  const sign = field.unsigned ? '' : currencySign(field.decimals === 6 ? defaultCurrency : currency);
  return `${amount < 0 ? '-' : ''}${sign}${formatNumber(full, locale)}.${rest}`;
}

/** An amount in hundredths of its currency. */
export function formatFen(amount: number, locale: string, currency: string = defaultCurrency): string {
  return formatMoney(amount, {}, locale, currency);
}

/** Amounts by currency: `¥12.00 + $3.00`, the larger number of records first as given; 0 in the site's currency when there are none. */
export function formatSums(sums: readonly CurrencySum[], locale: string, currency: string = defaultCurrency): string {
  if (sums.length === 0) return formatFen(0, locale, currency);
  return sums.map((sum) => formatFen(sum.amount, locale, sum.currency)).join(' + ');
}

/** A context for the values of a record: its amounts are in the currency that it names. */
export function inCurrencyOf<C extends Pick<FormatContext, 'currency'>>(
  context: C,
  field: Field,
  record: Readonly<Record<string, unknown>>,
): C {
  if (field.kind !== 'money') return context;
  const named = record[field.currencyFrom ?? 'currency'];
  return typeof named === 'string' && named !== '' ? { ...context, currency: named } : context;
}

export const moneyKind: FieldKindDefinition<'money'> = {
  kind: 'money',
  filter: 'range',
  schema: (field) => createIntegerSchema(field.min ?? 0, field.max ?? 1_000_000_000_000),
  format: (value, field, { locale, currency }) => formatMoney(Number(value), field, locale, currency),
  parse: parseYuan,
};
