import { findError, isSuccess, type Reaction } from './catalog.ts';
import { isEnvelope } from './envelope.ts';

/** What came back from a call: a status with a body, or the words of a transport that failed. */
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

/** How long a face shows an error message, in ms. */
export const messageDuration = 5000;

/** Shown when nothing else says what went wrong. */
export const defaultTransportMessage = '请求错误';

/** Calls whose session errors never open the log-out dialog. */
const dialogExempt = ['/api/user/info', '/api/v1/admin/info'];

function httpOk(outcome: Outcome): boolean {
  return outcome.httpStatus !== null && outcome.httpStatus >= 200 && outcome.httpStatus < 300;
}

/** Field errors joined, else the body's message, else the transport's, else the default. */
function transportWords(outcome: Outcome): string {
  const body = typeof outcome.body === 'object' && outcome.body !== null ? outcome.body : {};
  const errors = 'errors' in body && typeof body.errors === 'object' && body.errors !== null ? body.errors : {};
  const fields = Object.values(errors)
    .flat()
    .filter((entry): entry is string => typeof entry === 'string');
  if (fields.length > 0) return fields.join(',');
  if ('message' in body && typeof body.message === 'string' && body.message !== '') return body.message;
  return outcome.transportMessage || defaultTransportMessage;
}

/** The reaction to an answer, decided once for all faces. A face only performs it. */
export function reactTo(path: string, outcome: Outcome): Verdict {
  const envelope = isEnvelope(outcome.body) ? outcome.body : null;
  const code = envelope?.code ?? null;
  const relogin = code === 40001 && envelope?.auth_login === true;
  if (!httpOk(outcome)) {
    return { ok: false, code, message: transportWords(outcome), reaction: relogin ? 'relogin' : 'show' };
  }
  if (envelope && isSuccess(envelope.code)) return { ok: true, code, message: envelope.message, reaction: 'none' };
  const row = code === null ? null : findError(code);
  const isLogoutConfirmed = row?.reaction === 'confirmLogout' && !dialogExempt.includes(path);
  const reaction: Reaction = relogin ? 'relogin' : isLogoutConfirmed ? 'confirmLogout' : 'show';
  return { ok: false, code, message: envelope?.message || outcome.transportMessage || 'Error', reaction };
}
