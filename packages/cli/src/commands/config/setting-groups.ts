import { type Client, getGivenFields, type SettingsDefinition } from '@gantry/core';

export type Values = Record<string, unknown>;
interface GroupAnswer {
  readonly version: number;
  readonly values: Values;
}
export interface PageAnswer {
  readonly groups: Readonly<Record<string, GroupAnswer>>;
}

/** A page of settings, each group with its version. */
export const readPage = (client: Client, page: string) => client.call<PageAnswer>('/settings/get', { page });

/** Saves a whole group; refused when it has another version by now. */
export async function saveGroup(
  client: Client,
  page: string,
  group: string,
  version: number,
  values: Values,
): Promise<void> {
  await client.call('/settings/save', { page, group, version, values }, { idempotencyKey: crypto.randomUUID() });
}

/** What may be given of a group: fields that it has and that are not only shown. */
export function pickKnown(values: Values, page: SettingsDefinition, group: string): Values {
  const fields = getGivenFields(page.groups[group]?.fields ?? {});
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] !== undefined));
}
