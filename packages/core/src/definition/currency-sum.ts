import type { AnyResource } from './resource.ts';

/** A total in one currency. */
export interface CurrencySum {
  /** ISO 4217 code. */
  readonly currency: string;
  /** In hundredths of the currency. */
  readonly amount: number;
}

/** Totals of a list by field: a number, or one sum per currency for amounts that have a currency of their own. */
export type ListSummary = Readonly<Record<string, number | readonly CurrencySum[]>>;

/**
 * Returns the field that holds the currency of an amount. Null when the field is not an amount or is in the currency of the site.
 */
export function getCurrencyField({ fields }: Pick<AnyResource, 'fields'>, name: string): string | null {
  const field = fields[name];
  if (field?.kind !== 'money' || field.decimals === 6) return null;
  const named = field.currencyFrom ?? 'currency';
  return fields[named] ? named : null;
}
