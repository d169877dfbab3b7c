import { Fault, type Locale, say, type Words } from '@gantry/core';
import type { Reader, Row } from '../store/database.ts';
import { mayUseCategory, mayUseModel, modelAsked, type Standing } from './may-use.ts';

/** What of the catalogue is used, where it is known. */
export interface Used {
  readonly modelId?: number | null;
  readonly appId?: number | null;
  /** Of a creative task: where its template is kept. */
  readonly template?: { readonly table: string; readonly id: number } | null;
}

const words = {
  model: { zh: '当前会员不能使用这个模型', en: 'Your membership does not include this model' },
  modelAsks: {
    zh: '这个模型需要会员等级 {{level}} 或更高',
    en: 'This model needs a membership of level {{level}} or higher',
  },
  app: { zh: '当前会员不能使用这个应用', en: 'Your membership does not include this app' },
  template: {
    zh: '这个模板需要会员等级 {{level}} 或更高',
    en: 'This template needs a membership of level {{level}} or higher',
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

/** Refuses, in the caller's language, a model, an app or a template that is not for somebody of this standing. */
export async function assertMayUse(
  read: Reader,
  standing: Standing,
  used: Used,
  model: Row | undefined,
  locale: Locale,
): Promise<void> {
  if (used.modelId) assertModel(model, standing, used.modelId, locale);
  if (used.appId) await assertApp(read, standing, used.appId, locale);
  if (used.template) await assertTemplate(read, standing, used.template, locale);
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

async function assertApp(read: Reader, standing: Standing, appId: number, locale: Locale): Promise<void> {
  const app = await read
    .selectFrom('mini_apps')
    .select(['id', 'category_id', 'required_vip_level'])
    .where('id', '=', appId)
    .where('status', '=', 'published')
    .executeTakeFirst();
  if (!app) throw new Fault('notFound', { data: { appId } });
  const category = await read
    .selectFrom('mini_app_categories')
    .select(['id', 'member_only'])
    .where('id', '=', app.category_id)
    .executeTakeFirst();
  const isOpen = category === undefined || mayUseCategory(standing, category);
  if (isOpen && standing.level >= Number(app.required_vip_level ?? 0)) return;
  const data = { state: 'membership', appId, requiredVipLevel: Number(app.required_vip_level ?? 0) };
  throw new Fault('denied', { message: say(words.app, locale), data });
}

/** One that is not there is refused by whoever writes it down. */
async function assertTemplate(
  read: Reader,
  { level }: Standing,
  { table, id }: NonNullable<Used['template']>,
  locale: Locale,
): Promise<void> {
  const row = await read.selectFrom(table).select('required_vip_level').where('id', '=', id).executeTakeFirst();
  const requiredVipLevel = Number(row?.required_vip_level ?? 0);
  if (level >= requiredVipLevel) return;
  const message = say(words.template, locale).replace('{{level}}', String(requiredVipLevel));
  throw new Fault('denied', { message, data: { state: 'membership', templateId: id, requiredVipLevel } });
}
