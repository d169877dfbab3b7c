import { aiModel, type FieldErrors, miniAppCategory, refusalWords, say, tableName, vipPlan } from '@gantry/core';
import { categoryIdsIn, modelIdsIn } from '../../membership/plan-benefits.ts';
import type { Tx } from '../../store/database.ts';
import type { Guarded, Rule } from '../catalogue/guarded-writes.ts';

async function isThere(tx: Tx, table: string, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const found = await tx
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return found.length === new Set(ids).size;
}

/** A plan names models and app categories that there are; what it named before may be gone since. */
export const planRule: Rule = async ({ tx, row, values, caller }: Guarded): Promise<FieldErrors | null> => {
  const lists = [
    ['allowModels', 'allow_models', modelIdsIn, aiModel],
    ['allowAppCategories', 'allow_app_categories', categoryIdsIn, miniAppCategory],
  ] as const;
  const errors: Record<string, readonly string[]> = {};
  for (const [name, column, idsIn, resource] of lists) {
    const known = typeof row?.[column] === 'string' ? (idsIn(JSON.parse(row[column])) ?? []) : [];
    const named = (idsIn(values[name]) ?? []).filter((id) => !known.includes(id));
    if (await isThere(tx, tableName(resource.name), named)) continue;
    errors[name] = [refusalWords('reference', say(vipPlan.fields[name].label, caller.locale), caller.t)];
  }
  return Object.keys(errors).length > 0 ? errors : null;
};
