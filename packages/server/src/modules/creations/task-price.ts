import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import { bySettings } from './price-words.ts';
import type { TaskRules } from './task-kinds.ts';

interface PriceRequest {
  readonly asset?: 'coin' | 'power' | undefined;
  readonly amount?: number | undefined;
}

const rejection = (field: string, words: LocalizedText, locale: Locale) =>
  new ApiError('invalid', { errors: { [field]: [localize(words, locale)] } });

/** What is held: as the settings say where they do, whatever is asked for, else as it is asked for. */
export function getTaskPrice({ price }: Pick<TaskRules, 'price'>, { asset, amount }: PriceRequest, locale: Locale) {
  if (price === null) {
    if (amount === undefined) throw rejection('amount', { zh: '未设定价格，请给出数量', en: 'is required' }, locale);
    return { asset: asset ?? 'power', amount } as const;
  }
  if (amount !== undefined && amount !== price.amount) throw rejection('amount', bySettings(price.amount), locale);
  if (asset !== undefined && asset !== price.asset) throw rejection('asset', bySettings(price.asset), locale);
  return price;
}
