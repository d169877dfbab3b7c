import { sessionCalls, type Values } from '@gantry/core';
import type { CallRequest, RegisterCall } from '../../platform/http/call.ts';
import { serveCall } from '../../platform/http/defined-call.ts';
import type { FirstAdmin } from './first-admin.ts';
import { shortenUserAgent } from './login-log.ts';
import { readOperationLog } from './operation-log.ts';
import { createToken, endOwn, listSessions, listTokens, logOut } from './own-sessions.ts';
import { changePassword } from './password/password-change.ts';
import { readInfo, updateProfile } from './profile.ts';
import type { SessionDeps } from './session-needs.ts';
import { signIn } from './sign-in.ts';
import { performStepUp } from './step-up.ts';
import { confirmTwoFactor, disableTwoFactor, startTwoFactor } from './two-factor/two-factor.ts';

type Handler = (input: Values, call: CallRequest) => Promise<unknown>;

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Every call of a person's own session but those of messages, which the workplace answers. */
function handlersOf(
  deps: SessionDeps,
  firstAdmin: FirstAdmin,
): Record<Exclude<keyof typeof sessionCalls, 'messageRead' | 'messageClear'>, Handler> {
  // Whoever has to look what is wrong must get in while other calls have all that they can take of the database.
  const signInPaths = { ...deps, database: deps.database.reserved };
  return {
    login: ({ username, password, captchaId, captchaCode, captchaToken, totp }, { caller, request }) => {
      const input = {
        username: text(username),
        password: text(password),
        captchaId: text(captchaId),
        captchaCode: text(captchaCode),
        captchaToken: text(captchaToken),
        totp: text(totp),
      };
      return signIn(signInPaths, caller, input, shortenUserAgent(request.headers['user-agent']));
    },
    logout: (_, { caller }) => logOut(deps, caller),
    info: (_, { caller }) => readInfo(deps, caller),
    captcha: async () => ({
      ...(await deps.captchas.issue('login')),
      hosted: await deps.hosted.isOn(),
    }),
    setupState: async () => ({ needed: await firstAdmin.isNeeded() }),
    setup: ({ code, username, password, name }, { caller }) =>
      firstAdmin.create(caller, {
        code: text(code),
        username: text(username),
        password: text(password),
        name: text(name),
      }),
    stepUp: ({ password, totp }, { caller }) =>
      performStepUp(deps, caller, { password: text(password), totp: text(totp) }),
    profileUpdate: (input, call) => updateProfile(deps, call, input),
    passwordChange: ({ current, next }, { caller }) =>
      changePassword(deps, caller, { current: text(current), next: text(next) }),
    twoFactorStart: (_, { caller }) => startTwoFactor(deps, caller),
    twoFactorConfirm: ({ totp }, { caller }) => confirmTwoFactor(deps, caller, text(totp)),
    twoFactorDisable: ({ password, totp }, { caller }) =>
      disableTwoFactor(deps, caller, { password: text(password), totp: text(totp) }),
    sessionList: (_, { caller }) => listSessions(deps, caller),
    sessionEnd: ({ id }, call) => endOwn(deps, call, Number(id), 'session'),
    tokenCreate: ({ name, days, readOnly }, call) =>
      createToken(deps, call, { name: text(name), days: Number(days), readOnly: readOnly === true }),
    tokenList: (_, { caller }) => listTokens(deps, caller),
    tokenRevoke: ({ id }, call) => endOwn(deps, call, Number(id), 'token'),
    operationLog: ({ cursor, pageSize }, { caller }) =>
      readOperationLog(deps, caller, text(cursor) || null, Number(pageSize)),
  };
}

export function addSessionCalls(register: RegisterCall, deps: SessionDeps, firstAdmin: FirstAdmin): void {
  const handlers: Readonly<Record<string, Handler>> = handlersOf(deps, firstAdmin);
  for (const [name, definition] of Object.entries(sessionCalls)) {
    const handler = handlers[name];
    if (handler) serveCall(register, definition, handler);
  }
}
