import {
  ApiError,
  aiModel,
  currencyPack,
  type FieldErrors,
  formatRejection,
  type LocalizedText,
  localize,
  miniAppCategory,
  order,
  powerPack,
  toTableName,
  type Values,
  vipPlan,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import { findUsages, runRemoval } from '../../platform/engine/delete.ts';
import type { RecordChecks } from '../../platform/engine/engine.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import type { Rule, RuleInput } from '../../platform/engine/record-actions/guarded-writes.ts';
import { getId, type Tx, withNamedTables } from '../../platform/store/database.ts';
import { removeRecords } from '../../platform/store/records.ts';
import {
  parseCategoryIds,
  parseModelIds,
  parseQuotas,
  validateCategories,
  validateModels,
  validateQuota,
} from '../memberships/index.ts';
import type { ProductKind } from './product-snapshot.ts';

/** Deletes a product that no user holds, has bought or is about to pay for; an order names its product by kind and number. */
export function deleteProduct(kind: ProductKind): Operation {
  return {
    canReverse: true,
    isRestorable: true,
    async run({ tx, services, resource, row, name }) {
      const id = getId(row);
      const { catalogue, database } = services;
      const referring = (await findUsages(catalogue, tx, resource, [id])).get(id) ?? [];
      const { orders } = await tx
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('orders'))
        .where('product_type', '=', kind)
        .where('product_id', '=', id)
        .where('status', '!=', 'closed')
        .executeTakeFirstOrThrow();
      const ordered = orders > 0 ? [{ resource: order.name, field: 'productId', count: orders }] : [];
      const usages = [...referring, ...ordered];
      if (usages.length > 0) throw new ApiError('inUse', { data: { usages } });
      await runRemoval(database.dialect, () => removeRecords(tx, database.dialect, resource, [id]));
      return { data: null, audit: { ...createDeletedDraft(resource, row ?? {}), action: name } };
    },
  };
}

const words = {
  originalPrice: { zh: '原价不能低于价格', en: 'The list price must be above the price.' },
  years: { zh: '最多 100 年；更久请选“永久”', en: 'At most 100 years. Choose “Lifetime” for longer.' },
  sold: { zh: '销售时间', en: 'The sale period' },
} as const satisfies Record<string, LocalizedText>;

function getPriceErrors({ price, originalPrice }: Values, { locale }: Caller): FieldErrors | null {
  if (typeof price !== 'number' || typeof originalPrice !== 'number' || originalPrice >= price) return null;
  return { originalPrice: [localize(words.originalPrice, locale)] };
}

/** The most years that dates can represent, also for a hundred terms of a plan. */
const maxYears = 100;

/** The list fields of a plan, each with its validator. */
const planLists = [
  ['quotas', validateQuota],
  ['allowModels', validateModels],
  ['allowAppCategories', validateCategories],
] as const;

/** Checks a plan as a whole: the form of its quotas, and the order of its prices and times. */
function planErrors(values: Values, caller: Caller): FieldErrors | null {
  const { visibleFrom, visibleTo, durationUnit, durationValue } = values;
  const errors: Record<string, readonly string[]> = { ...getPriceErrors(values, caller) };
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

/** Rules of plans and packs beyond those of their fields, on every path that writes them. */
export const productChecks: RecordChecks = {
  [vipPlan.name]: planErrors,
  [currencyPack.name]: getPriceErrors,
  [powerPack.name]: getPriceErrors,
};

async function isThere(tx: Tx, table: string, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const found = await withNamedTables(tx)
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return found.length === new Set(ids).size;
}

const groupWords = (group: string): LocalizedText => ({
  zh: `没有分组为“${group}”的模型`,
  en: `The group “${group}” has no models`,
});

const getGroupsIn = (quotas: unknown) => parseQuotas(quotas).flatMap(({ modelGroup }) => modelGroup ?? []);

/** The error of a group without models, which would cover nothing without anyone noticing; null when there is none. */
async function findUnknownGroup(tx: Tx, row: RuleInput['row'], values: Values): Promise<string | null> {
  const known = typeof row?.quotas === 'string' ? getGroupsIn(JSON.parse(row.quotas)) : [];
  const named = getGroupsIn(values.quotas).filter((group) => !known.includes(group));
  if (named.length === 0) return null;
  const models = await tx.selectFrom('ai_models').select('key_group').where('key_group', 'in', named).execute();
  const there = models.map((model) => model.key_group);
  return named.find((group) => !there.includes(group)) ?? null;
}

/** A plan may only name existing models, model groups and app categories, except those that it named before. */
export const planRule: Rule = async ({ tx, row, values, caller }: RuleInput): Promise<FieldErrors | null> => {
  const lists = [
    ['allowModels', 'allow_models', parseModelIds, aiModel],
    ['allowAppCategories', 'allow_app_categories', parseCategoryIds, miniAppCategory],
  ] as const;
  const errors: Record<string, readonly string[]> = {};
  for (const [name, column, idsIn, resource] of lists) {
    const known = typeof row?.[column] === 'string' ? (idsIn(JSON.parse(row[column])) ?? []) : [];
    const named = (idsIn(values[name]) ?? []).filter((id) => !known.includes(id));
    if (await isThere(tx, toTableName(resource.name), named)) continue;
    errors[name] = [formatRejection('reference', localize(vipPlan.fields[name].label, caller.locale), caller.t)];
  }
  const unknown = await findUnknownGroup(tx, row, values);
  if (unknown !== null) errors.quotas = [localize(groupWords(unknown), caller.locale)];
  return Object.keys(errors).length > 0 ? errors : null;
};
