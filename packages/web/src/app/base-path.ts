/** The built console's scripts are in a folder below its pages; the address of this one tells where they were served from. */
const root = /^(.*)\/assets\/[^/]*$/.exec(new URL(import.meta.url).pathname)?.[1];

/** The path that the console is served under, without a slash at its end; empty for the root of its origin. */
export const basePath = root ?? '';
