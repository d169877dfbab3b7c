import { type Field, type Fields, localize } from '../definition/index.ts';
import { baseFields } from './kinds/base-fields.ts';
import type { FormatContext } from './kinds/field-kind.ts';
import { formatValue } from './kinds/kinds.ts';

type Plain = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What an action answered as a person reads it: values by the labels of its output, in words. Lists of objects are told one
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
