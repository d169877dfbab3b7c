import type { Actor, Locale, Translate } from '@gantry/core';

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
  /** When the call came, on the clock of `performance.now()`; absent for what nobody called. */
  readonly begunAt?: number;
  /** Id of the session or access token; null for the system itself. */
  readonly sessionId: number | null;
  /** UTC ms of the last step-up of this session; null when there was none. */
  readonly stepUpAt: number | null;
}

/** How long a password or one-time code given again counts, in ms. */
export const stepUpLasts = 5 * 60_000;

/** Whether the caller has proved who they are within the last minutes. */
export function hasFreshProof({ stepUpAt }: Caller, now: number): boolean {
  // One from the future is none: a clock that was turned back keeps no proof fresh.
  return stepUpAt !== null && Math.abs(now - stepUpAt) <= stepUpLasts;
}

/** UTC ms; injected, so that tests can move it. */
export type Clock = () => number;
