/** The scripts of the built console are in a folder below its pages, so the URL of this module shows the base path. */
const root = /^(.*)\/assets\/[^/]*$/.exec(new URL(import.meta.url).pathname)?.[1];

/** The path that the console is served under, without a trailing slash; empty for the root of the origin. */
export const basePath = root ?? '';
