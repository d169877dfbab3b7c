import { findError, isSuccess, type Reaction } from './catalog.ts';
import { isEnvelope } from './envelope.ts';

/** The outcome of a call: a status with a body, or the message of a failed transport. */
export interface Outcome {
  readonly httpStatus: number | null;
  readonly body: unknown;
  readonly transportMessage?: string;
}

export interface Verdict {
  readonly ok: boolean;
  readonly code: number | null;
  readonly message: string;
  readonly reaction: Reaction;
}

/** How long clients show an error message, in milliseconds. */
export const messageDuration = 5000;

/** Default message of a failed call. */
export const defaultTransportMessage = '请求错误';

/** Calls whose session errors never open the sign-out dialog. */
const dialogExempt = ['/api/user/info', '/api/v1/admin/info'];

function isHttpOk(outcome: Outcome): boolean {
  return outcome.httpStatus !== null && outcome.httpStatus >= 200 && outcome.httpStatus < 300;
}

/** Returns the joined field errors, else the message of the body, of the transport, or the default. */
function getTransportWords(outcome: Outcome): string {
  const body = typeof outcome.body === 'object' && outcome.body !== null ? outcome.body : {};
  const errors = 'errors' in body && typeof body.errors === 'object' && body.errors !== null ? body.errors : {};
  const fields = Object.values(errors)
    .flat()
    .filter((entry): entry is string => typeof entry === 'string');
  if (fields.length > 0) return fields.join(',');
  if ('message' in body && typeof body.message === 'string' && body.message !== '') return body.message;
  return outcome.transportMessage || defaultTransportMessage;
}

/** Decides how clients react to a response. Clients only perform the reaction. */
export function reactTo(path: string, outcome: Outcome): Verdict {
  const envelope = isEnvelope(outcome.body) ? outcome.body : null;
  const code = envelope?.code ?? null;
  const relogin = code === 40001 && envelope?.auth_login === true;
  if (!isHttpOk(outcome)) {
    return { ok: false, code, message: getTransportWords(outcome), reaction: relogin ? 'relogin' : 'show' };
  }
  if (envelope && isSuccess(envelope.code)) return { ok: true, code, message: envelope.message, reaction: 'none' };
  const row = code === null ? null : findError(code);
  const isLogoutConfirmed = row?.reaction === 'confirmLogout' && !dialogExempt.includes(path);
  const reaction: Reaction = relogin ? 'relogin' : isLogoutConfirmed ? 'confirmLogout' : 'show';
  return { ok: false, code, message: envelope?.message || outcome.transportMessage || 'Error', reaction };
}
