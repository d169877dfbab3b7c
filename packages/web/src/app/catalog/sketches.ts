import { catalogue, createSkeletons, type ResourceSkeleton } from '@gantry/core';

/** Links between resources and their available actions. Computed at build time, like the outline. */
export const skeletons: readonly ResourceSkeleton[] = createSkeletons(catalogue);
