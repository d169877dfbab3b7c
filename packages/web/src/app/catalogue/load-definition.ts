import { type AnyResource, loadNamed, type SettingsDefinition } from '@gantry/core';
import { resourceLoaders, settingsLoaders } from './definitions.ts';

/** A resource with its fields, form and help. */
export async function loadResource(name: string): Promise<AnyResource> {
  return loadNamed(resourceLoaders, name);
}

/** A settings page with its groups. */
export async function loadSettings(name: string): Promise<SettingsDefinition> {
  return loadNamed(settingsLoaders, name);
}
