import { type AnyResource, loadNamed, type SettingsDefinition } from '@gantry/core';
import { resourceLoaders, settingsLoaders } from './definitions.ts';

/** Loads a resource with its fields, form and help. */
export async function loadResource(name: string): Promise<AnyResource> {
  return loadNamed(resourceLoaders, name);
}

/** Loads a settings page with its groups. */
export async function loadSettings(name: string): Promise<SettingsDefinition> {
  return loadNamed(settingsLoaders, name);
}
