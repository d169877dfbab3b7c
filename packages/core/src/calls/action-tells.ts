import { type Action, type AnyResource, localize } from '../definition/index.ts';
import { type FormatContext, findField, formatValue, withCurrencyOf } from '../fields/index.ts';

/** Formats the fields that the confirmation of an action shows, such as `Read by: 12`. Empty when there are none. */
export function describeActionEffects(
  resource: AnyResource,
  { confirmationFields = [] }: Action,
  record: Readonly<Record<string, unknown>> | null,
  context: FormatContext,
): string {
  const parts = confirmationFields.flatMap((name) => {
    const field = findField(resource, name);
    const value = record?.[name] ?? null;
    return field && value !== null
      ? [
          `${localize(field.label, context.locale)}: ${formatValue(value, field, withCurrencyOf(context, field, record ?? {}))}`,
        ]
      : [];
  });
  return parts.join('; ');
}
