import {
  aiModel,
  type FieldErrors,
  formatRejection,
  type LocalizedText,
  localize,
  miniAppCategory,
  tableName,
  type Values,
  vipPlan,
} from '@gantry/core';
import type { Guarded, Rule } from '../../platform/engine/record-actions/guarded-writes.ts';
import { type Tx, withNamedTables } from '../../platform/store/database.ts';
import { parseCategoryIds, parseModelIds, parseQuotas } from '../memberships/index.ts';

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

const groupsIn = (quotas: unknown) => parseQuotas(quotas).flatMap(({ modelGroup }) => modelGroup ?? []);

/** The error of a group without models, which would cover nothing without anyone noticing; null when there is none. */
async function unknownGroup(tx: Tx, row: Guarded['row'], values: Values): Promise<string | null> {
  const known = typeof row?.quotas === 'string' ? groupsIn(JSON.parse(row.quotas)) : [];
  const named = groupsIn(values.quotas).filter((group) => !known.includes(group));
  if (named.length === 0) return null;
  const models = await tx.selectFrom('ai_models').select('key_group').where('key_group', 'in', named).execute();
  const there = models.map((model) => model.key_group);
  return named.find((group) => !there.includes(group)) ?? null;
}

/** A plan names models, their groups and app categories that there are; what it named before may be gone since. */
export const planRule: Rule = async ({ tx, row, values, caller }: Guarded): Promise<FieldErrors | null> => {
  const lists = [
    ['allowModels', 'allow_models', parseModelIds, aiModel],
    ['allowAppCategories', 'allow_app_categories', parseCategoryIds, miniAppCategory],
  ] as const;
  const errors: Record<string, readonly string[]> = {};
  for (const [name, column, idsIn, resource] of lists) {
    const known = typeof row?.[column] === 'string' ? (idsIn(JSON.parse(row[column])) ?? []) : [];
    const named = (idsIn(values[name]) ?? []).filter((id) => !known.includes(id));
    if (await isThere(tx, tableName(resource.name), named)) continue;
    errors[name] = [formatRejection('reference', localize(vipPlan.fields[name].label, caller.locale), caller.t)];
  }
  const unknown = await unknownGroup(tx, row, values);
  if (unknown !== null) errors.quotas = [localize(groupWords(unknown), caller.locale)];
  return Object.keys(errors).length > 0 ? errors : null;
};
