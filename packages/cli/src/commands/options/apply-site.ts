import { type AnyResource, allFields, type Field, type FormatContext } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { formatContext, setSiteCurrency } from '../../output/print.ts';
import { applySiteZone } from '../../profile/site-config.ts';

/** Whether amounts of a field are in the currency of the site, because the record has none of its own. */
function isInSiteCurrency(resource: AnyResource, field: Field): boolean {
  if (field.kind !== 'money' || field.decimals === 6 || field.unsigned) return false;
  return !Object.hasOwn(resource.fields, field.currencyFrom ?? 'currency');
}

/** The format of values on this machine, with times in the time zone of the site. */
export async function loadFormatContext(context: Context): Promise<FormatContext> {
  await applySiteZone(context);
  return formatContext(context.locale);
}

/** Uses the time zone of the site, and its currency for amounts of a resource without one. */
export async function applySite(resource: AnyResource, context: Context): Promise<void> {
  const { currency } = await applySiteZone(context);
  if (Object.values(allFields(resource)).some((field) => isInSiteCurrency(resource, field))) setSiteCurrency(currency);
}
