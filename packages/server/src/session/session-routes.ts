import { sessionCalls, type Values } from '@gantry/core';
import type { CallRequest, RegisterCall } from '../http/call.ts';
import { serveCall } from '../http/defined-call.ts';
import type { FirstAdmin } from './first-admin.ts';
import { userAgentOf } from './login-log.ts';
import { readOperationLog } from './operation-log.ts';
import { createToken, endOwn, listSessions, listTokens, logOut } from './own-sessions.ts';
import { changePassword } from './password-change.ts';
import { readInfo, updateProfile } from './profile.ts';
import type { SessionNeeds } from './session-needs.ts';
import { signIn } from './sign-in.ts';
import { stepUp } from './step-up.ts';
import { confirmTwoFactor, disableTwoFactor, startTwoFactor } from './two-factor.ts';

type Handler = (input: Values, call: CallRequest) => Promise<unknown>;

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Every call of a person's own session but those of messages, which the workplace answers. */
function handlersOf(
  needs: SessionNeeds,
  firstAdmin: FirstAdmin,
): Record<Exclude<keyof typeof sessionCalls, 'messageRead' | 'messageClear'>, Handler> {
  // Whoever has to look what is wrong must get in while other calls have all that they can take of the database.
  const atTheDoor = { ...needs, database: needs.database.reserved };
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
      return signIn(atTheDoor, caller, input, userAgentOf(request.headers['user-agent']));
    },
    logout: (_, { caller }) => logOut(needs, caller),
    info: (_, { caller }) => readInfo(needs, caller),
    captcha: async () => ({
      ...(await needs.captchas.issue('login')),
      hosted: await needs.hosted.isOn(),
    }),
    setupState: async () => ({ needed: await firstAdmin.isNeeded() }),
    setup: ({ code, username, password, name }, { caller }) =>
      firstAdmin.create(caller, {
        code: text(code),
        username: text(username),
        password: text(password),
        name: text(name),
      }),
    stepUp: ({ password, totp }, { caller }) => stepUp(needs, caller, { password: text(password), totp: text(totp) }),
    profileUpdate: (input, call) => updateProfile(needs, call, input),
    passwordChange: ({ current, next }, { caller }) =>
      changePassword(needs, caller, { current: text(current), next: text(next) }),
    twoFactorStart: (_, { caller }) => startTwoFactor(needs, caller),
    twoFactorConfirm: ({ totp }, { caller }) => confirmTwoFactor(needs, caller, text(totp)),
    twoFactorDisable: ({ password, totp }, { caller }) =>
      disableTwoFactor(needs, caller, { password: text(password), totp: text(totp) }),
    sessionList: (_, { caller }) => listSessions(needs, caller),
    sessionEnd: ({ id }, call) => endOwn(needs, call, Number(id), 'session'),
    tokenCreate: ({ name, days, readOnly }, call) =>
      createToken(needs, call, { name: text(name), days: Number(days), readOnly: readOnly === true }),
    tokenList: (_, { caller }) => listTokens(needs, caller),
    tokenRevoke: ({ id }, call) => endOwn(needs, call, Number(id), 'token'),
    operationLog: ({ cursor, pageSize }, { caller }) =>
      readOperationLog(needs, caller, text(cursor) || null, Number(pageSize)),
  };
}

export function addSessionCalls(register: RegisterCall, needs: SessionNeeds, firstAdmin: FirstAdmin): void {
  const handlers: Readonly<Record<string, Handler>> = handlersOf(needs, firstAdmin);
  for (const [name, definition] of Object.entries(sessionCalls)) {
    const handler = handlers[name];
    if (handler) serveCall(register, definition, handler);
  }
}
