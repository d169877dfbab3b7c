import { type AiConfig, aiModel, type OfferedModel } from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createRecordReader } from '../../platform/store/columns.ts';
import type { Reader, RowOf } from '../../platform/store/database.ts';
import { toPrice } from './price.ts';

const listsOf = createRecordReader(aiModel, ['tags', 'caps']);
const getWords = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);
const getId = (value: unknown) => (value === null || value === undefined ? [] : [Number(value)]);

/** Returns the models that the platform offers, in order, with prices and fallbacks. */
export async function listOfferedModels(read: Reader): Promise<OfferedModel[]> {
  const rows = await read
    .selectFrom('ai_models as m')
    .leftJoin('ai_icons as i', 'i.id', 'm.icon_id')
    .selectAll('m')
    .select('i.picture as icon')
    .where('m.status', '=', 'enabled')
    .orderBy('m.sort')
    .orderBy('m.id')
    .execute();
  return rows.map(offered);
}

function offered(row: RowOf<'ai_models'> & { readonly icon: string | null }): OfferedModel {
  const { tags, caps } = listsOf(row);
  const getText = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    type: row.type,
    provider: row.provider,
    keyGroup: row.key_group,
    icon: getText(row.icon),
    description: getText(row.description),
    tags: getWords(tags),
    price: toPrice(row),
    maxContext: row.max_context,
    maxOutput: row.max_output,
    timeoutS: row.timeout_s,
    ratePerHour: row.rate_per_hour,
    caps: getWords(caps),
    systemPrompt: getText(row.system_prompt),
    fallbackIds: [...getId(row.fallback_id), ...getId(row.second_fallback_id)],
    requiredVipLevel: row.required_vip_level,
    visible: row.visible === 1,
  };
}

/** Returns the AI settings for services; a default model that is not offered is omitted. */
export async function readAiConfig(settings: SettingsReader, models: readonly OfferedModel[]): Promise<AiConfig> {
  const chosen = await settings.read('ai', 'defaults');
  const offered = (id: number | null) => (models.some((model) => model.id === id) ? id : null);
  return {
    defaults: {
      chatModelId: offered(chosen.chatModelId),
      titleModelId: offered(chosen.titleModelId),
      assistModelId: offered(chosen.assistModelId),
      embeddingModelId: offered(chosen.embeddingModelId),
      rerankModelId: offered(chosen.rerankModelId),
      ttsModelId: offered(chosen.ttsModelId),
      sttModelId: offered(chosen.sttModelId),
    },
    chat: await settings.read('ai', 'chat'),
    file: await settings.read('ai', 'file'),
    web: await settings.read('ai', 'web'),
    think: await settings.read('ai', 'think'),
    safety: await settings.read('ai', 'safety'),
  };
}
