import type { Locale } from '../definition/index.ts';
import { formatFen, formatNumber, formatShare } from '../fields/index.ts';

/** A figure of a panel as a person reads it: a key that ends in `Fen` is money, in `Bps` a share. */
export function tellFigure(key: string, value: number, locale: Locale): string {
  if (key.endsWith('Fen')) return formatFen(value, locale);
  if (key.endsWith('Bps')) return formatShare(value, locale, 1);
  return formatNumber(value, locale);
}
