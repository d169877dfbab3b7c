import { type AnyResource, allFields, type Field, type FormatContext } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { formatContext, setSiteCurrency } from '../../output/print.ts';
import { applySiteZone } from '../../profile/site-config.ts';

/** Amounts of a record without a currency of its own are in that of the site. */
function isInSiteCurrency(resource: AnyResource, field: Field): boolean {
  if (field.kind !== 'money' || field.decimals === 6 || field.unsigned) return false;
  return !Object.hasOwn(resource.fields, field.currencyFrom ?? 'currency');
}

/** How values read here, with times in the zone of the site. */
export async function loadFormatContext(context: Context): Promise<FormatContext> {
  await applySiteZone(context);
  return formatContext(context.locale);
}

/** Shows times in the zone of the site, and amounts of a resource that names no currency in that of the site. */
export async function applySite(resource: AnyResource, context: Context): Promise<void> {
  const { currency } = await applySiteZone(context);
  if (Object.values(allFields(resource)).some((field) => isInSiteCurrency(resource, field))) setSiteCurrency(currency);
}
