import { Fault, type Locale, say, type Words } from '@gantry/core';
import type { Reader, Row } from '../store/database.ts';
import { mayUseModel, modelAsked, type Standing } from './may-use.ts';

/** What of the catalogue is used, where it is known. */
export interface Used {
  readonly modelId?: number | null;
  /** Of published content, as a small app or a template: refuses who may not use it. */
  readonly content?: ((read: Reader, standing: Standing) => Promise<void>) | null;
}

const words = {
  model: { zh: '当前会员不能使用这个模型', en: 'Your membership does not include this model' },
  modelAsks: {
    zh: '这个模型需要会员等级 {{level}} 或更高',
    en: 'This model needs a membership of level {{level}} or higher',
  },
} as const satisfies Record<string, Words>;

/** What of a model says who may use it and what it charges at least; undefined where none is named, or there is none. */
export async function usedModel(read: Reader, { modelId }: Used): Promise<Row | undefined> {
  if (!modelId) return undefined;
  return read
    .selectFrom('ai_models')
    .select(['id', 'required_vip_level', 'billing_mode', 'min_charge', 'key_group', 'rate_per_hour'])
    .where('id', '=', modelId)
    .executeTakeFirst();
}

/** Refuses, in the caller's language, a model or content that is not for somebody of this standing. */
export async function assertMayUse(
  read: Reader,
  standing: Standing,
  used: Used,
  model: Row | undefined,
  locale: Locale,
): Promise<void> {
  if (used.modelId) assertModel(model, standing, used.modelId, locale);
  if (used.content) await used.content(read, standing);
}

/** What the price of a model promises to charge at least for any use; 1 where no model is used. */
export function leastChargeOf(model: Row | undefined): number {
  return model === undefined || model.billing_mode === 'free' ? 1 : Math.max(1, Number(model.min_charge));
}

/** The key group of a model, by which quotas may be for some models alone; empty where no model is used. */
export const modelGroupOf = (model: Row | undefined): string => String(model?.key_group ?? '').trim();

function assertModel(row: Row | undefined, standing: Standing, modelId: number, locale: Locale): void {
  if (!row) throw new Fault('notFound', { data: { modelId } });
  const model = modelAsked(row);
  if (mayUseModel(standing, model)) return;
  const isNamed = standing.benefits.modelIds.length > 0;
  const message = say(isNamed ? words.model : words.modelAsks, locale);
  throw new Fault('denied', {
    message: message.replace('{{level}}', String(model.requiredVipLevel)),
    data: { state: 'membership', modelId, requiredVipLevel: model.requiredVipLevel },
  });
}
