import type { AnyResource } from './resource.ts';

/** An amount of one currency among several. */
export interface CurrencySum {
  /** ISO 4217 code. */
  readonly currency: string;
  /** In hundredths. */
  readonly amount: number;
}

/** What a list adds up, by field: a number, or of amounts in a currency of their own a sum for each currency. */
export type ListSummary = Readonly<Record<string, number | readonly CurrencySum[]>>;

/** The field that names the currency of an amount; null for what is no amount, or in the currency of the site. */
export function getCurrencyField({ fields }: Pick<AnyResource, 'fields'>, name: string): string | null {
  const field = fields[name];
  if (field?.kind !== 'money' || field.decimals === 6) return null;
  const named = field.currencyFrom ?? 'currency';
  return fields[named] ? named : null;
}
