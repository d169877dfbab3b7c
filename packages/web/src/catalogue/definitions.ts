import { type AnyResource, allResources, allSettings, type SettingsDefinition } from '@gantry/core';

type Loaders<T> = Readonly<Record<string, () => Promise<T>>>;

/** Every resource by its name. The build puts each into a file of its own. */
export const resourceLoaders: Loaders<AnyResource> = Object.fromEntries(
  allResources.map((resource) => [resource.name, async () => resource]),
);

/** Every settings page by its name, likewise. */
export const settingsLoaders: Loaders<SettingsDefinition> = Object.fromEntries(
  allSettings.map((page) => [page.name, async () => page]),
);
