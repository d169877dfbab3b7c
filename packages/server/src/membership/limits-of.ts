import type { ServiceLimits } from '@gantry/core';
import type { Reader, Row } from '../store/database.ts';
import { type ModelAsked, mayUseCategory, mayUseModel, modelAsked, type Standing } from './may-use.ts';

/** What there is to use. */
export interface Offered {
  readonly models: readonly ModelAsked[];
  readonly categories: readonly Row[];
}

export async function readOffered(read: Reader): Promise<Offered> {
  const models = await read
    .selectFrom('ai_models')
    .select(['id', 'required_vip_level'])
    .where('status', '=', 'enabled')
    .orderBy('id')
    .execute();
  const categories = await read
    .selectFrom('mini_app_categories')
    .select(['id', 'member_only'])
    .where('status', '=', 'enabled')
    .orderBy('id')
    .execute();
  return { models: models.map(modelAsked), categories };
}

/** What somebody of a standing, with so many uses open, may do and use now of what is offered. */
export function limitsOf({ models, categories }: Offered, standing: Standing, open: number): ServiceLimits {
  const { concurrency, rateMultiplier } = standing.benefits;
  return {
    concurrency,
    open,
    rateMultiplier,
    modelIds: models.flatMap((model) => (mayUseModel(standing, model) ? [model.id] : [])),
    appCategoryIds: categories.flatMap((one) => (mayUseCategory(standing, one) ? [Number(one.id)] : [])),
  };
}
