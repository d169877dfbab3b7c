import { frontSettings } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { mergeValues } from '../../../platform/settings/settings-store.ts';
import type { Reader, Row } from '../../../platform/store/database.ts';

type Content = Record<string, Record<string, unknown>>;

/** The content of the page before anything is saved or published. */
function usualContent(): Content {
  const groups = Object.entries(frontSettings.groups);
  return Object.fromEntries(groups.map(([group, { fields }]) => [group, mergeValues(fields, {})]));
}

/** What was published; a field that came after that says what it usually says. */
function parsePublished(published: string): Content {
  const content = JSON.parse(published) as Content;
  const usual = Object.entries(usualContent());
  return {
    ...content,
    ...Object.fromEntries(usual.map(([group, values]) => [group, { ...values, ...content[group] }])),
  };
}

/** The version of the front-end configuration that is in force; never the draft. */
export function findActiveFront(read: Reader): Promise<Row | undefined> {
  return read
    .selectFrom('front_versions')
    .select(['no', 'active_at', 'content'])
    .where('status', '=', 'active')
    .executeTakeFirst();
}

export function createFrontHandlers({ database }: Pick<ServiceDeps, 'database'>): ServiceHandlers<'configFront'> {
  return {
    async configFront() {
      const active = await findActiveFront(database.read);
      if (!active) return { no: 0, activeAt: null, content: usualContent() };
      return {
        no: Number(active.no),
        activeAt: Number(active.active_at),
        content: parsePublished(String(active.content)),
      };
    },
  };
}
