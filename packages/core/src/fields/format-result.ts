import { type Field, type Fields, localize } from '../definition/index.ts';
import { baseFields } from './kinds/base-fields.ts';
import type { FormatContext } from './kinds/field-kind.ts';
import { formatValue } from './kinds/kinds.ts';
import { isObject } from './record-schema.ts';

/**
 * Formats the response of an action for a reader: values by the labels of the output fields, in the reader's language. The items
 * of lists are formatted one by one. Values without a field are unchanged.
 */
export function formatResult(answer: unknown, output: Fields | undefined, context: FormatContext): unknown {
  if (output === undefined) return answer;
  if (Array.isArray(answer)) return answer.map((one: unknown) => formatResult(one, output, context));
  if (!isObject(answer)) return answer;
  const fields: Fields = { id: baseFields.id, ...output };
  // The currency of the response also applies to the amounts inside it.
  const own = typeof answer.currency === 'string' ? { ...context, currency: answer.currency } : context;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [field ? localize(field.label, context.locale) : name, formatResultValue(value, field, output, own)];
    }),
  );
}

function formatResultValue(value: unknown, field: Field | undefined, output: Fields, context: FormatContext): unknown {
  if (isObject(value) || (Array.isArray(value) && value.some(isObject))) return formatResult(value, output, context);
  return field ? formatValue(value, field, context) || null : value;
}

/** Totals over the responses of many records, by the names of the output fields that are summed. */
export type Sums = Readonly<Record<string, number>>;

/** Adds two totals. */
export function addSums(one: Sums | undefined, other: Sums | undefined): Sums {
  const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  return Object.fromEntries(names.map((name) => [name, (one?.[name] ?? 0) + (other?.[name] ?? 0)]));
}

/** Sums the output fields marked with `summed` over the responses of an action. Returns an empty object when there are none. */
export function computeSums(answers: Iterable<unknown>, output: Fields | undefined): Sums {
  const names = Object.entries(output ?? {}).flatMap(([name, field]) =>
    'summed' in field && field.summed ? [name] : [],
  );
  if (names.length === 0) return {};
  const sums = new Map(names.map((name) => [name, 0]));
  for (const answer of answers) {
    const reported = (answer ?? {}) as Readonly<Record<string, unknown>>;
    for (const name of names)
      if (typeof reported[name] === 'number') sums.set(name, (sums.get(name) ?? 0) + reported[name]);
  }
  return Object.fromEntries(sums);
}

/** Formats totals in one line by their labels: `Incomes 3, Total ¥12.00`. Empty when there are none. */
export function formatResultSums(sums: Sums | undefined, output: Fields | undefined, context: FormatContext): string {
  const parts = Object.entries(sums ?? {}).flatMap(([name, sum]) => {
    const field = output?.[name];
    return field ? [`${localize(field.label, context.locale)} ${formatValue(sum, field, context)}`] : [];
  });
  return parts.join(context.locale === 'zh-CN' ? '，' : ', ');
}
