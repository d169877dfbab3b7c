import {
  currencyPack,
  type FieldErrors,
  powerPack,
  refusalWords,
  say,
  signRule,
  type Values,
  vipPlan,
  type Words,
} from '@gantry/core';
import type { Caller } from '../../context.ts';
import { categoriesRefusal, modelsRefusal } from '../../membership/plan-benefits.ts';
import { quotaRefusal } from '../../membership/plan-quotas.ts';
import type { RecordChecks } from '../../resources/engine.ts';

const words = {
  originalPrice: { zh: '原价不能低于价格', en: 'The list price is not below the price' },
  years: { zh: '最多 100 年；更久请选“永久”', en: 'At most 100 years; choose “for ever” for longer' },
  extra: { zh: '不能超过随机加赠货币', en: 'Not more than the random extra coins' },
  sold: { zh: '销售时间', en: 'The time on sale' },
} as const satisfies Record<string, Words>;

function priceErrors({ price, originalPrice }: Values, { locale }: Caller): FieldErrors | null {
  if (typeof price !== 'number' || typeof originalPrice !== 'number' || originalPrice >= price) return null;
  return { originalPrice: [say(words.originalPrice, locale)] };
}

/** Years that a calendar can count, also for a hundred of a plan at once. */
const mostYears = 100;

/** The lists of a plan, each with what says why it is none. */
const planLists = [
  ['quotas', quotaRefusal],
  ['allowModels', modelsRefusal],
  ['allowAppCategories', categoriesRefusal],
] as const;

/** What a plan holds together: quotas in their form, prices and times in their order. */
function planErrors(values: Values, caller: Caller): FieldErrors | null {
  const { visibleFrom, visibleTo, durationUnit, durationValue } = values;
  const errors: Record<string, readonly string[]> = { ...priceErrors(values, caller) };
  if (typeof visibleFrom === 'number' && typeof visibleTo === 'number' && visibleFrom >= visibleTo)
    errors.visibleTo = [refusalWords('range', say(words.sold, caller.locale), caller.t)];
  if (durationUnit === 'year' && Number(durationValue) > mostYears)
    errors.durationValue = [say(words.years, caller.locale)];
  for (const [name, refusalOf] of planLists) {
    const refusal = refusalOf(values[name] ?? null);
    if (refusal) errors[name] = [say(refusal, caller.locale)];
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

function extraErrors({ extraCoinMin, extraCoin }: Values, { locale }: Caller): FieldErrors | null {
  if (Number(extraCoinMin ?? 0) <= Number(extraCoin ?? 0)) return null;
  return { extraCoinMin: [say(words.extra, locale)] };
}

/** What plans, packs and sign-in rewards must hold beyond their fields, whoever writes them. */
export const marketChecks: RecordChecks = {
  [vipPlan.name]: planErrors,
  [currencyPack.name]: priceErrors,
  [powerPack.name]: priceErrors,
  [signRule.name]: extraErrors,
};
