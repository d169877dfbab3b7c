import { catalogue, createSkeletons, type ResourceSkeleton } from '@gantry/core';

/** What links the resources and what may be done to them. Worked out when the console is built, as the outline is. */
export const skeletons: readonly ResourceSkeleton[] = createSkeletons(catalogue);
