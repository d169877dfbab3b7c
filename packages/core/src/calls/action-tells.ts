import { type Action, type AnyResource, say } from '../definition/index.ts';
import { type FormatContext, fieldNamed, formatValue, inCurrencyOf } from '../fields/index.ts';

/** What somebody is told of a record before they agree to an action, `Read by: 12`; empty for nothing. */
export function actionTells(
  resource: AnyResource,
  { tells = [] }: Action,
  record: Readonly<Record<string, unknown>> | null,
  context: FormatContext,
): string {
  const told = tells.flatMap((name) => {
    const field = fieldNamed(resource, name);
    const value = record?.[name] ?? null;
    return field && value !== null
      ? [
          `${say(field.label, context.locale)}: ${formatValue(value, field, inCurrencyOf(context, field, record ?? {}))}`,
        ]
      : [];
  });
  return told.join('; ');
}
