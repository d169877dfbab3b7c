import {
  type AnyResource,
  type CurrencySum,
  type Field,
  type ListSummary,
  type Locale,
  localize,
} from '../definition/index.ts';
import { formatBytes } from './bytes.ts';
import type { FormatContext } from './kinds/field-kind.ts';
import { formatMoney, formatSums } from './kinds/integer.ts';
import { formatNumber } from './number-format.ts';

export interface FormattedTotal {
  readonly label: string;
  readonly text: string;
}

function formatSum(value: number, field: Field, locale: Locale, currency?: string): string {
  if (field.kind === 'money') return formatMoney(value, field, locale, currency);
  return field.kind === 'integer' && field.notation === 'bytes' ? formatBytes(value) : formatNumber(value, locale);
}

/** Formats the totals of a list in the order of the definition. Empty until they are calculated. */
export function formatTotals(
  resource: AnyResource,
  summary: ListSummary | null,
  { locale, currency }: Pick<FormatContext, 'locale' | 'currency'>,
): FormattedTotal[] {
  return (resource.list.totals ?? []).flatMap((name) => {
    const field = resource.fields[name];
    const value = summary?.[name];
    if (!field || value === undefined) return [];
    const text = Array.isArray(value)
      ? formatSums(value as readonly CurrencySum[], locale, currency)
      : formatSum(value as number, field, locale, currency);
    return [{ label: localize(field.label, locale), text }];
  });
}
