import { defineModule } from '../../platform/module/define-module.ts';
import { createCaptchaTests } from './captcha/check-captcha.ts';
import type { FirstAdmin } from './first-admin.ts';
import type { SessionDeps } from './session-needs.ts';
import { addSessionCalls } from './session-routes.ts';

/** Admins, their sessions and access tokens. */
export const authModule = defineModule({
  name: 'auth',
  settingsTests: createCaptchaTests,
  routes: (register, deps: SessionDeps & { readonly firstAdmin: FirstAdmin }) =>
    addSessionCalls(register, deps, deps.firstAdmin),
});
