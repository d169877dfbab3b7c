/** The built console's scripts are in a folder below its pages; the address of this one tells where they were served from. */
const script = import.meta.url;

/** The path that the console is served under, without a slash at its end; empty for the root of its origin. */
export const basePath = import.meta.env.DEV ? '' : new URL('..', script).pathname.replace(/\/$/, '');
