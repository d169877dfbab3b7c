import { ApiError, fillText, type Locale, type LocalizedText } from '@gantry/core';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import { canUseModel, type Eligibility, toModelRequest } from './may-use.ts';

/** What of the catalogue is used, where it is known. */
export interface Used {
  readonly modelId?: number | null;
  /** The model, where the caller remembers it; looked up when left out. */
  readonly model?: UsedModel | undefined;
  /** Rejects a user who may not use published content, such as a mini app or a template. */
  readonly content?: ((read: Reader, status: Eligibility) => Promise<void>) | null;
}

const words = {
  model: { zh: '当前会员不能使用这个模型', en: 'Your membership does not include this model.' },
  modelRequest: {
    zh: '这个模型需要会员等级 {level} 或更高',
    en: 'This model requires membership level {level} or higher.',
  },
} as const satisfies Record<string, LocalizedText>;

/** The columns that decide who may use a model, how often and at which minimum charge. */
export type UsedModel = Pick<
  RowOf<'ai_models'>,
  'id' | 'name' | 'required_vip_level' | 'billing_mode' | 'min_charge' | 'key_group' | 'rate_per_hour'
>;

/** What of a model says who may use it and what it charges at least; undefined where none is named, or there is none. */
export async function findUsedModel(read: Reader, { modelId, model }: Used): Promise<UsedModel | undefined> {
  if (!modelId || model) return model;
  return read
    .selectFrom('ai_models')
    .select(['id', 'name', 'required_vip_level', 'billing_mode', 'min_charge', 'key_group', 'rate_per_hour'])
    .where('id', '=', modelId)
    .executeTakeFirst();
}

/** Rejects, in the caller's language, a model or content that a user of this eligibility may not use. */
export async function assertMayUse(
  read: Reader,
  status: Eligibility,
  used: Used,
  model: UsedModel | undefined,
  locale: Locale,
): Promise<void> {
  if (used.modelId) assertModel(model, status, used.modelId, locale);
  if (used.content) await used.content(read, status);
}

/** What the price of a model promises to charge at least for any use; 1 where no model is used. */
export function getMinCharge(model: UsedModel | undefined): number {
  return model === undefined || model.billing_mode === 'free' ? 1 : Math.max(1, model.min_charge);
}

/** The key group of a model, by which quotas may be for some models alone; empty where no model is used. */
export const getModelGroup = (model: UsedModel | undefined): string => (model?.key_group ?? '').trim();

function assertModel(row: UsedModel | undefined, status: Eligibility, modelId: number, locale: Locale): void {
  if (!row) throw new ApiError('notFound', { data: { modelId } });
  const model = toModelRequest(row);
  if (canUseModel(status, model)) return;
  const isNamed = status.benefits.modelIds.length > 0;
  throw new ApiError('denied', {
    message: fillText(isNamed ? words.model : words.modelRequest, { level: model.requiredVipLevel }, locale),
    data: { state: 'membership', modelId, requiredVipLevel: model.requiredVipLevel },
  });
}
