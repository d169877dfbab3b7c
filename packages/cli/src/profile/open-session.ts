/** Signs in and out, and says who one is; apart, for most commands need none of it. */
export { createSession as openSession } from '@gantry/core';
