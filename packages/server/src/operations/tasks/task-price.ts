import { Fault, type Locale, say, type Words } from '@gantry/core';
import { bySettings } from './price-words.ts';
import type { TaskRules } from './task-kinds.ts';

interface AskedPrice {
  readonly asset?: 'coin' | 'power' | undefined;
  readonly amount?: number | undefined;
}

const refusal = (field: string, words: Words, locale: Locale) =>
  new Fault('invalid', { errors: { [field]: [say(words, locale)] } });

/** What is held: as the settings say where they do, whatever is asked for, else as it is asked for. */
export function priceOf({ price }: Pick<TaskRules, 'price'>, { asset, amount }: AskedPrice, locale: Locale) {
  if (price === null) {
    if (amount === undefined) throw refusal('amount', { zh: '未设定价格，请给出数量', en: 'is required' }, locale);
    return { asset: asset ?? 'power', amount } as const;
  }
  if (amount !== undefined && amount !== price.amount) throw refusal('amount', bySettings(price.amount), locale);
  if (asset !== undefined && asset !== price.asset) throw refusal('asset', bySettings(price.asset), locale);
  return price;
}
