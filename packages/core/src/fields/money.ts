import type { Words } from '../definition/index.ts';
import { wholeNumber } from './integer.ts';
import type { Extra, KindRoom } from './kind-room.ts';

/** An amount in integer fen, typed and shown in yuan. */
export function money<const O extends Extra<'money'>>(label: Words, options?: O) {
  return { kind: 'money', label, ...(options as O) } as const;
}

/** `12.5` yuan -> 1250 fen; no more than two decimals, no rounding. */
function parseYuan(given: string): unknown {
  const match = /^([+-]?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(given.trim().replace(/^¥/, ''));
  if (!match) return given;
  const fen = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0') || '0');
  return match[1] === '-' ? -fen : fen;
}

/** 1250 fen -> `¥12.50`, by integer arithmetic. */
export function formatFen(fen: number, locale: string): string {
  const whole = Math.trunc(Math.abs(fen) / 100);
  const cents = String(Math.abs(fen) % 100).padStart(2, '0');
  return `${fen < 0 ? '-' : ''}¥${new Intl.NumberFormat(locale).format(whole)}.${cents}`;
}

export const moneyKind: KindRoom<'money'> = {
  kind: 'money',
  filter: 'range',
  schema: (field) => wholeNumber(field.min ?? 0, field.max ?? 1_000_000_000_000),
  format: (value, _field, { locale }) => formatFen(Number(value), locale),
  parse: parseYuan,
};
