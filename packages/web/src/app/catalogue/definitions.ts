import {
  type AnyResource,
  allResources,
  allSettings,
  createLoaders,
  type Loaders,
  type SettingsDefinition,
} from '@gantry/core';

/** Every resource by its name. The build puts each into a file of its own. */
export const resourceLoaders: Loaders<AnyResource> = createLoaders(allResources);

/** Every settings page by its name, likewise. */
export const settingsLoaders: Loaders<SettingsDefinition> = createLoaders(allSettings);
