import { auditLog } from '@gantry/core';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import { createAdminOperations } from './admin-actions.ts';
import { createCaptchaTests } from './captcha/check-captcha.ts';
import type { FirstAdmin } from './first-admin.ts';
import { observeTime } from './latest-time.ts';
import { purgeSessions } from './purge.ts';
import { createCaptchaHandlers } from './service-calls.ts';
import type { SessionDeps } from './session-deps.ts';
import { addSessionCalls } from './session-routes.ts';
import { verifyAudit } from './verify-audit.ts';

/** Admins, their sessions and access tokens. */
export const authModule = defineModule({
  name: 'auth',
  actions: (deps: SessionDeps) => ({
    ...createAdminOperations(deps),
    ...createOperationsFor(auditLog, { verify: verifyAudit }),
  }),
  serviceCalls: createCaptchaHandlers,
  purge: (database, now) => Promise.all([observeTime(database, now), purgeSessions(database, now)]),
  settingsTests: createCaptchaTests,
  routes: (register, deps: SessionDeps & { readonly firstAdmin: FirstAdmin }) =>
    addSessionCalls(register, deps, deps.firstAdmin),
  notifications: ['adminLocked', 'auditBroken'],
});

export { getPermissionSet } from './admin-rows.ts';
export { signInCaptcha } from './captcha/check-captcha.ts';
export { judgeCaptcha } from './captcha/judge-captcha.ts';
export { createFirstAdmin } from './first-admin.ts';
export { assertFewShown } from './guess-guard.ts';
export { judgedTime } from './latest-time.ts';
export { createAuthenticator } from './session-authenticator.ts';
export { createSessionDeps } from './session-deps.ts';
