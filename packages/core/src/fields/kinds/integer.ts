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

/** An integer field, within the safe range of JSON numbers. */
export function integer<const O extends Extra<'integer'>>(label: LocalizedText, options?: O) {
  return { kind: 'integer', label, ...(options as O) } as const;
}

/** An identifier field, such as the ID of a record. It is shown without digit grouping. */
export function identifier<const O extends Extra<'integer'>>(label: LocalizedText, options?: O) {
  return { kind: 'integer', label, notation: 'plain', ...(options as O) } as const;
}

/** Options for a share in ten-thousandths. It is shown as a percentage and entered as one (`12.5%`) or as an integer. */
export const basisPoints = { unit: { zh: '‱', en: '‱' }, notation: 'percent' } as const;

/** Options for a size in bytes, shown with a suitable unit. */
export const byteCount = { unit: { zh: '字节', en: 'bytes' }, notation: 'bytes' } as const;

/**
 * Creates a schema for integers.
 * @param kind the validation message for values that are not a number
 */
export function createIntegerSchema(min: number, max: number, kind: 'number' | 'time' = 'number') {
  return z.number(kind).check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
}

/** Converts a full-width number (`￥１２．５`, `16。5`) to half width. */
function toHalfWidth(given: string): string {
  return given
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[￥。−\u3000]/g, (sign) => ({ '￥': '¥', '。': '.', '−': '-' })[sign] ?? ' ')
    .trim();
}

/** Removes commas that separate groups of three digits. Other commas remain, because they could be decimal separators. */
function withoutGroups(number: string): string {
  return /^\D*\d{1,3}(?:,\d{3})+(?!\d|,)/.test(number) ? number.replaceAll(',', '') : number;
}

/**
 * Parses digits with an optional sign, in half or full width. Returns other text unchanged. A fraction is returned as a number,
 * so that it is rejected for not being an integer.
 */
export function parseInteger(given: string): unknown {
  const digits = toHalfWidth(given);
  if (/^[+-]?\d{1,16}$/.test(digits)) return Number(digits);
  const isFraction = /^[+-]?\d{1,12}\.\d{1,3}$/.test(digits) && !Number.isInteger(Number(digits));
  return isFraction ? Number(digits) : given;
}

/** Parses an integer that may have digit groups: `1,234`. */
function parseCount(given: string): unknown {
  const number = parseInteger(withoutGroups(toHalfWidth(given)));
  return typeof number === 'number' ? number : given;
}

/** Formats ten-thousandths as a percentage without its sign, as it is entered: `12.5`. */
export function formatPlainPercent(share: number): string {
  return String(share / 100);
}

/**
 * Parses a percentage with at most two decimals as ten-thousandths. A number without a percent sign is already in
 * ten-thousandths.
 */
function parseShare(given: string): unknown {
  const [, full, decimals = ''] = /^(\d{1,8})(?:\.(\d{1,2}))?\s*%$/.exec(withoutGroups(toHalfWidth(given))) ?? [];
  return full === undefined ? parseCount(given) : Number(full) * 100 + Number(decimals.padEnd(2, '0'));
}

/**
 * Returns a unit in the singular for 1 and -1. Units are defined in the plural (`days`); abbreviations such as `ms` have no
 * plural.
 */
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

/** An amount field, in hundredths of its currency or in millionths of a yuan. */
export function money<const O extends Extra<'money'>>(label: LocalizedText, options?: O) {
  return { kind: 'money', label, ...(options as O) } as const;
}

type Parts = Pick<FieldOf<'money'>, 'decimals' | 'unsigned'>;

const yuan = { 2: /^([+-]?)(\d{1,12})(?:\.(\d{1,2}))?$/, 6: /^([+-]?)(\d{1,12})(?:\.(\d{1,6}))?$/ } as const;

/**
 * Parses `12.5` or `￥1,234.50` as hundredths (1250 or 123450). Text with more decimals than are stored is rejected, not rounded.
 */
function parseYuan(given: string, { decimals = 2 }: Parts): unknown {
  const number = withoutGroups(toHalfWidth(given)).replace(/^(?:[A-Z]{0,3}[¥$€£₩₹฿₫]|[A-Z]{3}\s)\s*/, '');
  const match = yuan[decimals].exec(number);
  if (!match) return given;
  const amount = Number(match[2]) * 10 ** decimals + Number((match[3] ?? '').padEnd(decimals, '0'));
  return match[1] === '-' ? -amount : amount;
}

/**
 * Splits an amount into its integer part and its decimals by integer arithmetic: two decimals, or more when they are not zero.
 */
function getParts(amount: number, { decimals = 2 }: Parts): readonly [full: number, rest: string] {
  const parts = 10 ** decimals;
  const rest = String(Math.abs(amount) % parts).padStart(decimals, '0');
  return [Math.trunc(Math.abs(amount) / parts), rest.slice(0, 2) + rest.slice(2).replace(/0+$/, '')];
}

/** Formats an amount as it is entered: 1250 -> `12.50`. */
export function formatPlainMoney(amount: number, field: Parts = {}): string {
  const [full, rest] = getParts(amount, field);
  return `${amount < 0 ? '-' : ''}${full}.${rest}`;
}

/** Signs before amounts, each of one currency only. Other currencies use their code. */
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

/** Returns the text before amounts of a currency: `¥`, `$`, `CHF `. */
export function getCurrencySign(currency: string): string {
  return Object.hasOwn(signs, currency) ? (signs[currency] ?? '') : `${currency} `;
}

/** The currency of amounts that name none. */
export const defaultCurrency = 'CNY';

/**
 * Returns the unit of an amount column in an exported file: a currency code, or the name of the field that holds it. Null when
 * the field is not an amount.
 * @param currency the currency of the site
 */
export function getAmountUnit(
  name: string,
  { fields, currency = defaultCurrency }: { readonly fields: Fields; readonly currency?: string },
): string | null {
  const field = fields[name];
  if (field?.kind !== 'money') return null;
  return field.decimals === 6 ? defaultCurrency : (getCurrencyField({ fields }, name) ?? currency);
}

/** Formats an amount with its currency sign: 1250 -> `¥12.50` or `$12.50`. Millionths are always in yuan. */
export function formatMoney(amount: number, field: Parts, locale: string, currency: string = defaultCurrency): string {
  const [full, rest] = getParts(amount, field);
  const sign = field.unsigned ? '' : getCurrencySign(field.decimals === 6 ? defaultCurrency : currency);
  return `${amount < 0 ? '-' : ''}${sign}${formatNumber(full, locale)}.${rest}`;
}

/** Formats an amount in hundredths of its currency. */
export function formatFen(amount: number, locale: string, currency: string = defaultCurrency): string {
  return formatMoney(amount, {}, locale, currency);
}

/** Formats amounts by currency in the given order: `¥12.00 + $3.00`. Without amounts, it is 0 in the currency of the site. */
export function formatSums(sums: readonly CurrencySum[], locale: string, currency: string = defaultCurrency): string {
  if (sums.length === 0) return formatFen(0, locale, currency);
  return sums.map((sum) => formatFen(sum.amount, locale, sum.currency)).join(' + ');
}

/** Returns a format context with the currency of the record, if the field is an amount and the record names one. */
export function withCurrencyOf<C extends Pick<FormatContext, 'currency'>>(
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
