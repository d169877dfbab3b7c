import { fileURLToPath } from 'node:url';

/** The folder of the built console; the same when running from sources and when built. */
export const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
