import { type AnyResource, allResources, createLoaders, type Loaders } from '@gantry/core';

/** Loads an entity by name. The build puts each definition into a file of its own. */
export const entityLoaders: Loaders<AnyResource> = createLoaders(allResources);
