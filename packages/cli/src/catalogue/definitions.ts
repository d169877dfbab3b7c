import { type AnyResource, allResources, type Loaders, loadersOf } from '@gantry/core';

/** Every entity by its name. The build puts each into a file of its own. */
export const entityLoaders: Loaders<AnyResource> = loadersOf(allResources);
