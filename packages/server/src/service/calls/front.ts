import { defaultOf, type Field, frontSettings } from '@gantry/core';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

/** What stands on the page before anybody saved or published anything. */
function usualContent(): Record<string, Record<string, unknown>> {
  const entries = Object.entries(frontSettings.groups).map(([group, { fields }]) => {
    const values = Object.entries(fields).map(([name, field]) => [name, defaultOf(field as Field) ?? null] as const);
    return [group, Object.fromEntries(values)] as const;
  });
  return Object.fromEntries(entries);
}

/** The version of the front-end configuration that is in force; never the draft. */
export function frontHandlers({ database }: Pick<ServiceNeeds, 'database'>): ServiceHandlers<'configFront'> {
  return {
    async configFront() {
      const active = await database.read
        .selectFrom('front_versions')
        .select(['no', 'active_at', 'content'])
        .where('status', '=', 'active')
        .executeTakeFirst();
      if (!active) return { no: 0, activeAt: null, content: usualContent() };
      const content = JSON.parse(String(active.content)) as ReturnType<typeof usualContent>;
      return { no: Number(active.no), activeAt: Number(active.active_at), content };
    },
  };
}
