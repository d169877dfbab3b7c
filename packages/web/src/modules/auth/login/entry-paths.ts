/** Calls that sign-in makes. Spelled here, so that the page before the console carries none of the console's definitions. */
export const entryPaths = {
  setupState: '/setup/state',
  setup: '/setup/create',
  passwordChange: '/password/change',
  slidesSeen: '/carousel/seen',
} as const;
