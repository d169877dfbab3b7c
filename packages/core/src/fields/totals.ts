import { type AnyResource, type Field, type Locale, say } from '../definition/index.ts';
import { formatBytes } from './bytes.ts';
import { formatMoney } from './money.ts';
import { formatNumber } from './number-format.ts';

export interface TotalWords {
  readonly label: string;
  readonly text: string;
}

function sumText(value: number, field: Field, locale: Locale): string {
  if (field.kind === 'money') return formatMoney(value, field, locale);
  return field.kind === 'integer' && field.notation === 'bytes' ? formatBytes(value) : formatNumber(value, locale);
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
    return [{ label: say(field.label, locale), text: sumText(value, field, locale) }];
  });
}
