import { catalogue, createOutline, type Outline } from '@gantry/core';

/** Names and places of all that is defined. Worked out when the console is built, so that no page loads the whole catalogue. */
export const outline: Outline = createOutline(catalogue);
