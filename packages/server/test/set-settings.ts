import type { Foundation } from '../src/bootstrap.ts';

/** Saves values of a settings group (of the system page by default) as an admin would; every other key has its default. */
export async function setSettings(
  { database, settings }: Pick<Foundation, 'database' | 'settings'>,
  group: string,
  values: Readonly<Record<string, unknown>>,
  page = 'system',
): Promise<void> {
  const content = JSON.stringify(values);
  const row = { page, group_name: group, version: 1, content, updated_at: 1, updated_by: null };
  await database.transaction((tx) =>
    tx
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.columns(['page', 'group_name']).doUpdateSet({ content }))
      .execute(),
  );
  settings.purge();
}
