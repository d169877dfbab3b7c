import type { FieldOf, Words } from '../definition/index.ts';
import { wholeNumber } from './integer.ts';
import type { Extra, KindRoom } from './kind-room.ts';
import { formatNumber } from './number-format.ts';

/** An amount in a whole number of fen, or of millionths of a yuan; typed and shown in yuan. */
export function money<const O extends Extra<'money'>>(label: Words, options?: O) {
  return { kind: 'money', label, ...(options as O) } as const;
}

type Parts = Pick<FieldOf<'money'>, 'decimals' | 'unsigned'>;

const yuan = { 2: /^([+-]?)(\d{1,12})(?:\.(\d{1,2}))?$/, 6: /^([+-]?)(\d{1,12})(?:\.(\d{1,6}))?$/ } as const;

/** `12.5` yuan -> 1250 fen; no more decimals than are kept, no rounding. */
function parseYuan(given: string, { decimals = 2 }: Parts): unknown {
  const match = yuan[decimals].exec(given.trim().replace(/^¥/, ''));
  if (!match) return given;
  const amount = Number(match[2]) * 10 ** decimals + Number((match[3] ?? '').padEnd(decimals, '0'));
  return match[1] === '-' ? -amount : amount;
}

/** Whole yuan and what follows the point: two decimals, or as many more as say something. By integer arithmetic. */
function partsOf(amount: number, { decimals = 2 }: Parts): readonly [whole: number, rest: string] {
  const parts = 10 ** decimals;
  const rest = String(Math.abs(amount) % parts).padStart(decimals, '0');
  return [Math.trunc(Math.abs(amount) / parts), rest.slice(0, 2) + rest.slice(2).replace(/0+$/, '')];
}

/** 1250 fen -> `12.50`, as it is typed in. */
export function plainMoney(amount: number, field: Parts = {}): string {
  const [whole, rest] = partsOf(amount, field);
  return `${amount < 0 ? '-' : ''}${whole}.${rest}`;
}

/** 1250 fen -> `¥12.50`. */
export function formatMoney(amount: number, field: Parts, locale: string): string {
  const [whole, rest] = partsOf(amount, field);
  const sign = `${amount < 0 ? '-' : ''}${field.unsigned ? '' : '¥'}`;
  return `${sign}${formatNumber(whole, locale)}.${rest}`;
}

export function formatFen(fen: number, locale: string): string {
  return formatMoney(fen, {}, locale);
}

export const moneyKind: KindRoom<'money'> = {
  kind: 'money',
  filter: 'range',
  schema: (field) => wholeNumber(field.min ?? 0, field.max ?? 1_000_000_000_000),
  format: (value, field, { locale }) => formatMoney(Number(value), field, locale),
  parse: parseYuan,
};
