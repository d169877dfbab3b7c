import { type Action, type AnyResource, localize } from '../definition/index.ts';
import { type FormatContext, findField, formatValue, withCurrencyOf } from '../fields/index.ts';

/** What a confirmation says of a record before an action, such as `Read by: 12`; empty for nothing. */
export function describeActionEffects(
  resource: AnyResource,
  { confirmationFields = [] }: Action,
  record: Readonly<Record<string, unknown>> | null,
  context: FormatContext,
): string {
  const reported = confirmationFields.flatMap((name) => {
    const field = findField(resource, name);
    const value = record?.[name] ?? null;
    return field && value !== null
      ? [
          `${localize(field.label, context.locale)}: ${formatValue(value, field, withCurrencyOf(context, field, record ?? {}))}`,
        ]
      : [];
  });
  return reported.join('; ');
}
