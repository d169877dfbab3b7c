import {
  type AnyResource,
  allResources,
  allSettings,
  createLoaders,
  type Loaders,
  loadNamed,
  type SettingsDefinition,
} from '@gantry/core';

/** A resource with its fields, form and help. */
export async function loadResource(name: string): Promise<AnyResource> {
  return loadNamed(resourceLoaders, name);
}

/** A settings page with its groups. */
export async function loadSettings(name: string): Promise<SettingsDefinition> {
  return loadNamed(settingsLoaders, name);
}

/** Every resource by its name. The build puts each into a file of its own. */
const resourceLoaders: Loaders<AnyResource> = createLoaders(allResources);

/** Every settings page by its name, likewise. */
const settingsLoaders: Loaders<SettingsDefinition> = createLoaders(allSettings);
