import { type Actor, ApiError, type Locale, localize, type Translate } from '@gantry/core';

/** Ways in: what the audit log says of a change. */
export type Via = 'web' | 'tui' | 'cli' | 'service' | 'system';

/** Who asks, from where, in which language. Made once a call by the authentication plugin. */
export interface Caller {
  readonly actor: Actor;
  readonly via: Via;
  readonly ip: string;
  readonly requestId: string;
  readonly locale: Locale;
  readonly t: Translate;
  /** When the call came, on the clock of `performance.now()`; absent for work that no call started. */
  readonly begunAt?: number;
  /** Id of the session or access token; null for the system itself. */
  readonly sessionId: number | null;
  /** UTC ms of the last step-up of this session; null when there was none. */
  readonly stepUpAt: number | null;
  /** The caller showed an access token, which can never confirm an identity. */
  readonly isToken?: true;
}

/** How long a password or one-time code given again counts, in ms. */
export const stepUpLasts = 5 * 60_000;

/** Whether the caller has proved who they are within the last minutes. */
function hasFreshProof({ stepUpAt }: Caller, now: number): boolean {
  // One from the future is none: a clock that was turned back keeps no proof fresh.
  return stepUpAt !== null && Math.abs(now - stepUpAt) <= stepUpLasts;
}

const needsSession = {
  zh: '此操作需要确认身份，访问令牌无法执行，请登录后再试',
  en: 'This action requires identity confirmation, which an access token cannot give. Sign in instead.',
};

/** Why a call that needs a recent identity confirmation is rejected; null when it is not. */
export function stepUpRejection(caller: Caller, now: number): ApiError | null {
  if (caller.isToken)
    return new ApiError('denied', { message: localize(needsSession, caller.locale), data: { token: true } });
  return hasFreshProof(caller, now) ? null : new ApiError('stepUpNeeded');
}

/** Rejects unless the caller has just confirmed who they are, whatever call it came through. */
export function assertRecentStepUp(caller: Caller, now: number): void {
  const rejection = stepUpRejection(caller, now);
  if (rejection) throw rejection;
}

/** UTC ms; injected, so that tests can move it. */
export type Clock = () => number;
