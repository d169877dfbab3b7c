import type { Locale } from '../definition/index.ts';
import { formatFen, formatNumber, formatShare } from '../fields/index.ts';

/** Whether the metric with this key is an amount of money. */
export function isMoneyFigure(key: string): boolean {
  return key.endsWith('Fen') || key.endsWith('Micros');
}

/** Formats a metric by the suffix of its key: `Fen` is an amount, `Micros` millionths of a yuan, `Bps` a percentage. */
export function formatMetric(key: string, value: number, locale: Locale, currency?: string): string {
  if (key.endsWith('Fen')) return formatFen(value, locale, currency);
  if (key.endsWith('Micros')) return formatFen(Math.round(value / 10_000), locale);
  if (key.endsWith('Bps')) return formatShare(value, locale, 1);
  return formatNumber(value, locale);
}

/**
 * Formats the change of a metric, in basis points, as `+2.8%` or `-100%`. Growth of 1000% and more becomes `>999%`, because the
 * exact figure mainly reflects a small start value.
 */
export function formatChange(bps: number): string {
  if (bps >= 100_000) return '>999%';
  return `${bps > 0 ? '+' : ''}${(bps / 100).toFixed(Math.abs(bps) < 10_000 ? 1 : 0)}%`;
}
