import type { ServiceLimits } from '@gantry/core';
import type { Reader, Row } from '../../../platform/store/database.ts';
import { canUseCategory, canUseModel, type Eligibility, type ModelRequest, toModelRequest } from './eligibility.ts';

/** The models and app categories that the site offers. */
export interface Offered {
  readonly models: readonly ModelRequest[];
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
  return { models: models.map(toModelRequest), categories };
}

/** Returns what a user with this eligibility and this number of open uses may use now. */
export function getLimits({ models, categories }: Offered, status: Eligibility, open: number): ServiceLimits {
  const { concurrency, rateMultiplier } = status.benefits;
  return {
    concurrency,
    open,
    rateMultiplier,
    modelIds: models.flatMap((model) => (canUseModel(status, model) ? [model.id] : [])),
    appCategoryIds: categories.flatMap((one) => (canUseCategory(status, one) ? [Number(one.id)] : [])),
  };
}
