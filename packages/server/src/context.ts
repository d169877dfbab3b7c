import type { Actor, Catalogue, Locale, Translate } from '@gantry/core';
import type { Logger } from 'pino';
import type { AuditTrail } from './audit/audit-trail.ts';
import type { Database } from './store/database.ts';

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
  /** Id of the session or access token; null for the system itself. */
  readonly sessionId: number | null;
  /** UTC ms of the last step-up of this session; null when there was none. */
  readonly stepUpAt: number | null;
}

/** UTC ms; injected, so that tests can move it. */
export type Clock = () => number;

/** What rooms share for the life of the process. Rooms export functions that take what they need of it. */
export interface Services {
  readonly catalogue: Catalogue;
  readonly database: Database;
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly log: Logger;
}
