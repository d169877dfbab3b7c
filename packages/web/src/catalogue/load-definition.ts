import type { AnyResource, SettingsDefinition } from '@gantry/core';
import { resourceLoaders, settingsLoaders } from './definitions.ts';

function loaderOf<T>(loaders: Readonly<Record<string, () => Promise<T>>>, name: string): () => Promise<T> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!load) throw new Error(`nothing is defined under the name ${name}`);
  return load;
}

/** A resource with its fields, form and help. */
export async function loadResource(name: string): Promise<AnyResource> {
  return loaderOf(resourceLoaders, name)();
}

/** A settings page with its groups. */
export async function loadSettings(name: string): Promise<SettingsDefinition> {
  return loaderOf(settingsLoaders, name)();
}
