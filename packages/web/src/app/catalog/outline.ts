import { catalogue, createOutline, type Outline } from '@gantry/core';

/** Names and positions of all definitions. Computed at build time, so that no page loads the full catalogue. */
export const outline: Outline = createOutline(catalogue);
