import { type Actor, ApiError, type Locale, localize, type Translate } from '@gantry/core';

/** The client that a request came through, as the audit log records it. */
export type Via = 'web' | 'tui' | 'cli' | 'service' | 'system';

/** Who makes a call, from where and in which language. Created once per call after authentication. */
export interface Caller {
  readonly actor: Actor;
  readonly via: Via;
  readonly ip: string;
  readonly requestId: string;
  readonly locale: Locale;
  readonly t: Translate;
  /** When the call was received, on the clock of `performance.now()`; absent for work that no call started. */
  readonly receivedAt?: number;
  /** Id of the session or access token; null for the system itself. */
  readonly sessionId: number | null;
  /** UTC ms of the last step-up of this session; null when there was none. */
  readonly stepUpAt: number | null;
  /** Set when the caller used an access token, which can never confirm an identity. */
  readonly isToken?: true;
}

/** How long a step-up is valid after the password or one-time code was entered, in ms. */
export const stepUpValidMs = 5 * 60_000;

/** Whether the step-up of the caller is still valid. */
function hasRecentStepUp({ stepUpAt }: Caller, now: number): boolean {
  // A step-up in the future does not count, so that it does not stay valid when the clock is set back.
  return stepUpAt !== null && Math.abs(now - stepUpAt) <= stepUpValidMs;
}

const sessionRequired = {
  zh: '此操作需要确认身份，访问令牌无法执行，请登录后再试',
  en: 'This action requires identity confirmation, which an access token cannot give. Sign in instead.',
};

/** Returns the error for a caller without a recent step-up; null when the step-up is valid. */
export function stepUpRejection(caller: Caller, now: number): ApiError | null {
  if (caller.isToken)
    return new ApiError('denied', { message: localize(sessionRequired, caller.locale), data: { token: true } });
  return hasRecentStepUp(caller, now) ? null : new ApiError('stepUpNeeded');
}

/** Throws unless the caller has a recent step-up, for calls that decide at run time that they need one. */
export function assertRecentStepUp(caller: Caller, now: number): void {
  const rejection = stepUpRejection(caller, now);
  if (rejection) throw rejection;
}

/** Returns UTC ms; injected, so that tests control the time. */
export type Clock = () => number;
