import {
  aiModel,
  allowWord,
  apiKey,
  bannedWord,
  currencyPack,
  modelPrice,
  notice,
  powerPack,
  redemption,
  type ServiceEventKind,
  user,
  userMembership,
  vipPlan,
} from '@gantry/core';
import { contentSources } from '../../content/delivery/content-sources.ts';

const contents = Object.values(contentSources).map(({ resource }) => [resource.name, 'content.changed'] as const);

/** What a change of a resource means to a service. */
const kinds: Readonly<Record<string, ServiceEventKind>> = {
  ...Object.fromEntries(contents),
  [bannedWord.name]: 'lexicon.changed',
  [allowWord.name]: 'lexicon.changed',
  [aiModel.name]: 'model.changed',
  [modelPrice.name]: 'model.changed',
  [apiKey.name]: 'key.changed',
  [vipPlan.name]: 'product.changed',
  [currencyPack.name]: 'product.changed',
  [powerPack.name]: 'product.changed',
  [notice.name]: 'notice.changed',
  [user.name]: 'user.changed',
  [userMembership.name]: 'user.changed',
  [redemption.name]: 'user.changed',
};

/** Resources whose changes services are told of. */
export const watched: readonly string[] = Object.keys(kinds);

export function getEventKind(resource: string, action: string): ServiceEventKind {
  if (resource.startsWith('settings/')) return 'settings.changed';
  if (resource === user.name && action === 'ban') return 'user.banned';
  if (resource === redemption.name && action === 'reverse') return 'redemption.reversed';
  return kinds[resource] ?? 'content.changed';
}
