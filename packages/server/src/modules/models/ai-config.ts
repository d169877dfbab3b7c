import type { AiConfig, OfferedModel } from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';

/** The settings of AI as services read them; a default model that is not offered is left out. */
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
