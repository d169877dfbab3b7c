import {
  currencyPack,
  type FieldErrors,
  formatRejection,
  type LocalizedText,
  localize,
  powerPack,
  type Values,
  vipPlan,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import { validateCategories, validateModels, validateQuota } from '../memberships/index.ts';

const words = {
  originalPrice: { zh: '原价不能低于价格', en: 'The list price must be above the price.' },
  years: { zh: '最多 100 年；更久请选“永久”', en: 'At most 100 years. Choose “Lifetime” for longer.' },
  sold: { zh: '销售时间', en: 'The sale period' },
} as const satisfies Record<string, LocalizedText>;

function priceErrors({ price, originalPrice }: Values, { locale }: Caller): FieldErrors | null {
  if (typeof price !== 'number' || typeof originalPrice !== 'number' || originalPrice >= price) return null;
  return { originalPrice: [localize(words.originalPrice, locale)] };
}

/** Years that a calendar can count, also for a hundred of a plan at once. */
const maxYears = 100;

/** The lists of a plan, each with what says why it is none. */
const planLists = [
  ['quotas', validateQuota],
  ['allowModels', validateModels],
  ['allowAppCategories', validateCategories],
] as const;

/** What a plan holds together: quotas in their form, prices and times in their order. */
function planErrors(values: Values, caller: Caller): FieldErrors | null {
  const { visibleFrom, visibleTo, durationUnit, durationValue } = values;
  const errors: Record<string, readonly string[]> = { ...priceErrors(values, caller) };
  if (typeof visibleFrom === 'number' && typeof visibleTo === 'number' && visibleFrom >= visibleTo)
    errors.visibleTo = [formatRejection('range', localize(words.sold, caller.locale), caller.t)];
  if (durationUnit === 'year' && Number(durationValue) > maxYears)
    errors.durationValue = [localize(words.years, caller.locale)];
  for (const [name, toRejection] of planLists) {
    const rejection = toRejection(values[name] ?? null);
    if (rejection) errors[name] = [localize(rejection, caller.locale)];
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

/** What plans and packs must hold beyond their fields, whoever writes them. */
export const productChecks: RecordChecks = {
  [vipPlan.name]: planErrors,
  [currencyPack.name]: priceErrors,
  [powerPack.name]: priceErrors,
};
