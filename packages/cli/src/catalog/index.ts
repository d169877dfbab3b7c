import { type AnyResource, loadNamed } from '@gantry/core';
import { entityLoaders } from './definitions.ts';

export { accounts, entities, labelled, withMore } from './entities.ts';

/** Loads the definition of one entity. */
export async function loadEntity(name: string): Promise<AnyResource> {
  return loadNamed(entityLoaders, name);
}
