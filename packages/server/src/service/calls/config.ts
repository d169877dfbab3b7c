import { createHash } from 'node:crypto';
import { productsOnSale } from '../../market/products-on-sale.ts';
import { readAiConfig } from '../../pricing/ai-config.ts';
import { offeredModels } from '../../pricing/offered-models.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

/** What the platform runs by, with a version that changes whenever any of it does. */
export function configHandlers({
  database,
  clock,
  settings,
  wordList,
  slides,
}: ServiceNeeds): ServiceHandlers<'configSnapshot'> {
  return {
    async configSnapshot() {
      const { name, timezone, defaultLocale } = await settings.read('system', 'site');
      const { bannedWordsEnabled, refusalText } = await settings.read('system', 'content');
      const { version: lexiconVersion } = await wordList.recent();
      const models = await offeredModels(database.read);
      const snapshot = {
        site: { name, timezone, defaultLocale },
        content: { bannedWordsEnabled, refusalText },
        mindMap: await settings.read('mindMap', 'maps'),
        lexiconVersion,
        models,
        ai: await readAiConfig(settings, models),
        carousel: { login: await slides('login'), home: await slides('home') },
        market: await productsOnSale(database.read, clock()),
      };
      const version = createHash('sha256').update(JSON.stringify(snapshot)).digest('hex').slice(0, 16);
      return { version, ...snapshot };
    },
  };
}
