import type { Locale } from '../definition/index.ts';
import { formatFen, formatNumber, formatShare } from '../fields/index.ts';

/** Is a figure of a panel money? */
export function isMoneyFigure(key: string): boolean {
  return key.endsWith('Fen') || key.endsWith('Micros');
}

/** A figure of a panel as a person reads it: a key that ends in `Fen` is money, in `Micros` millionths of a yuan, in `Bps` a share. */
export function formatMetric(key: string, value: number, locale: Locale, currency?: string): string {
  if (key.endsWith('Fen')) return formatFen(value, locale, currency);
  if (key.endsWith('Micros')) return formatFen(Math.round(value / 10_000), locale);
  if (key.endsWith('Bps')) return formatShare(value, locale, 1);
  return formatNumber(value, locale);
}

/**
 * By how much a figure changed, in basis points, as a person reads it: `+2.8%`, `-100%`. Growth of 1000% and more is not written
 * out, because it says more about the small start than about the change.
 */
export function formatChange(bps: number): string {
  if (bps >= 100_000) return '>999%';
  return `${bps > 0 ? '+' : ''}${(bps / 100).toFixed(Math.abs(bps) < 10_000 ? 1 : 0)}%`;
}
