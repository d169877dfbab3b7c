import {
  type AnyResource,
  allResources,
  allSettings,
  createLoaders,
  type Loaders,
  type SettingsDefinition,
} from '@gantry/core';

/** Loaders of all resources by name. The build puts each resource into its own file. */
export const resourceLoaders: Loaders<AnyResource> = createLoaders(allResources);

/** Loaders of all settings pages by name. The build puts each page into its own file. */
export const settingsLoaders: Loaders<SettingsDefinition> = createLoaders(allSettings);
