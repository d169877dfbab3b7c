import { type AnyResource, type Locale, say } from '../definition/index.ts';

import { formatMoney } from './money.ts';
import { formatNumber } from './number-format.ts';

export interface TotalWords {
  readonly label: string;
  readonly text: string;
}

/** The sums of a list in words, in the order of the definition; none while nobody has added them up. */
export function totalWords(
  resource: AnyResource,
  summary: Readonly<Record<string, number>> | null,
  locale: Locale,
): TotalWords[] {
  return (resource.list.totals ?? []).flatMap((name) => {
    const field = resource.fields[name];
    const value = summary?.[name];
    if (!field || value === undefined) return [];
    const text = field.kind === 'money' ? formatMoney(value, field, locale) : formatNumber(value, locale);
    return [{ label: say(field.label, locale), text }];
  });
}
