import { type AnyResource, allFields, type Field } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { setSiteCurrency } from '../../output/print.ts';
import { applySiteZone, readSite } from '../../profile/site-config.ts';

let isKnown = false;

/** Amounts of a record without a currency of its own are in that of the site. */
function isInSiteCurrency(resource: AnyResource, field: Field): boolean {
  if (field.kind !== 'money' || field.decimals === 6 || field.unsigned) return false;
  return !Object.hasOwn(resource.fields, field.currencyFrom ?? 'currency');
}

/** Asks the server once which currency it sells in, where that is needed to show amounts of a resource. */
export async function learnSiteCurrency(resource: AnyResource, context: Context): Promise<void> {
  await applySiteZone(context);
  if (isKnown || !Object.values(allFields(resource)).some((field) => isInSiteCurrency(resource, field))) return;
  isKnown = true;
  setSiteCurrency((await readSite(await context.server())).currency);
}
