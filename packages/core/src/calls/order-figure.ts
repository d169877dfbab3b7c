import type { Locale } from '../definition/index.ts';
import { formatFen } from '../fields/index.ts';

/** A figure of the order panel as a person reads it: a key that ends in `Fen` is money, in `Bps` a share. */
export function tellOrderFigure(key: string, value: number, locale: Locale): string {
  if (key.endsWith('Fen')) return formatFen(value, locale);
  if (key.endsWith('Bps'))
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 10_000);
  return new Intl.NumberFormat(locale).format(value);
}
