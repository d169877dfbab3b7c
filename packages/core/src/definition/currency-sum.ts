/** An amount of one currency among several. */
export interface CurrencySum {
  /** ISO 4217 code. */
  readonly currency: string;
  /** In hundredths. */
  readonly amount: number;
}

/** What a list adds up, by field: a number, or of amounts in a currency of their own a sum for each currency. */
export type ListSummary = Readonly<Record<string, number | readonly CurrencySum[]>>;
