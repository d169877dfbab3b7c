import { type AnyResource, allResources, createLoaders, type Loaders } from '@gantry/core';

/** Every entity by its name. The build puts each into a file of its own. */
export const entityLoaders: Loaders<AnyResource> = createLoaders(allResources);
