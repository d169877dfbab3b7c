import { frontSettings } from '@gantry/core';
import { mergedValues } from '../../settings/settings-store.ts';
import type { Reader, Row } from '../../store/database.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

type Content = Record<string, Record<string, unknown>>;

/** What stands on the page before anybody saved or published anything. */
function usualContent(): Content {
  const groups = Object.entries(frontSettings.groups);
  return Object.fromEntries(groups.map(([group, { fields }]) => [group, mergedValues(fields, {})]));
}

/** The version of the front-end configuration that is in force; never the draft. */
export function activeFront(read: Reader): Promise<Row | undefined> {
  return read
    .selectFrom('front_versions')
    .select(['no', 'active_at', 'content'])
    .where('status', '=', 'active')
    .executeTakeFirst();
}

export function frontHandlers({ database }: Pick<ServiceNeeds, 'database'>): ServiceHandlers<'configFront'> {
  return {
    async configFront() {
      const active = await activeFront(database.read);
      if (!active) return { no: 0, activeAt: null, content: usualContent() };
      const content = JSON.parse(String(active.content)) as Content;
      return { no: Number(active.no), activeAt: Number(active.active_at), content };
    },
  };
}
