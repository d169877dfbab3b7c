/** Calls of the sign-in page. Duplicated here, so that the page does not load the console's definitions. */
export const entryPaths = {
  setupState: '/setup/state',
  setup: '/setup/create',
  passwordChange: '/password/change',
  slidesSeen: '/carousel/seen',
} as const;
