import { type Field, type Fields, localize } from '../definition/index.ts';
import { baseFields } from './kinds/base-fields.ts';
import type { FormatContext } from './kinds/field-kind.ts';
import { formatValue } from './kinds/kinds.ts';
import { isObject } from './record-schema.ts';

/**
 * What an action answered as a person reads it: values by the labels of its output, in words. Lists of objects are written one
 * by one; what no field names stays as it came.
 */
export function formatResult(answer: unknown, output: Fields | undefined, context: FormatContext): unknown {
  if (output === undefined) return answer;
  if (Array.isArray(answer)) return answer.map((one: unknown) => formatResult(one, output, context));
  if (!isObject(answer)) return answer;
  const fields: Fields = { id: baseFields.id, ...output };
  // Amounts are in the currency that the answer names, and so are those inside of it.
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

/** What came of many records, added up: figures by the names of the fields of the answer that say so. */
export type Sums = Readonly<Record<string, number>>;

/** Two such sums as one. */
export function addSums(one: Sums | undefined, other: Sums | undefined): Sums {
  const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
  return Object.fromEntries(names.map((name) => [name, (one?.[name] ?? 0) + (other?.[name] ?? 0)]));
}

/** Adds up what each answer of an action holds in the fields that are to be added up; nothing where it has none. */
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

/** In a line, by the labels of the answer: `Incomes 3, Total ¥12.00`; empty where nothing is added up. */
export function formatResultSums(sums: Sums | undefined, output: Fields | undefined, context: FormatContext): string {
  const said = Object.entries(sums ?? {}).flatMap(([name, sum]) => {
    const field = output?.[name];
    return field ? [`${localize(field.label, context.locale)} ${formatValue(sum, field, context)}`] : [];
  });
  return said.join(context.locale === 'zh-CN' ? '，' : ', ');
}
