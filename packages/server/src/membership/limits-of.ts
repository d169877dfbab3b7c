import type { ServiceLimits } from '@gantry/core';
import { openUses } from '../money/hold-rows.ts';
import type { Reader } from '../store/database.ts';
import { mayUseCategory, mayUseModel, modelAsked, type Standing } from './may-use.ts';

/** What somebody of a standing may do and use now, of what the platform offers. */
export async function limitsOf(
  read: { readonly tx: Reader; readonly at: number },
  userId: number,
  standing: Standing,
): Promise<ServiceLimits> {
  const models = await read.tx
    .selectFrom('ai_models')
    .select(['id', 'required_vip_level'])
    .where('status', '=', 'enabled')
    .orderBy('id')
    .execute();
  const categories = await read.tx
    .selectFrom('mini_app_categories')
    .select(['id', 'member_only'])
    .where('status', '=', 'enabled')
    .orderBy('id')
    .execute();
  const { concurrency, rateMultiplier } = standing.benefits;
  return {
    concurrency,
    open: await openUses(read, userId),
    rateMultiplier,
    modelIds: models.map(modelAsked).flatMap((model) => (mayUseModel(standing, model) ? [model.id] : [])),
    appCategoryIds: categories.flatMap((one) => (mayUseCategory(standing, one) ? [Number(one.id)] : [])),
  };
}
