import { fileURLToPath } from 'node:url';

/** The folder of the built console; the same from the sources and from the built server. */
export const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
