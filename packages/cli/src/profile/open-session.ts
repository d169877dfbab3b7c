/** Signs in and out and reads the current user. In a file of its own, because most commands do not need it. */
export { createSession as openSession } from '@gantry/core';
