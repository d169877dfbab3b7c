import type { Catalogue } from '@gantry/core';
import type { Logger } from 'pino';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { Clock } from '../http/caller.ts';
import type { Database } from '../store/database.ts';

export type { Caller, Clock, Via } from '../http/caller.ts';

/** The services that exist for the life of the process. Modules export functions that take the ones they need. */
export interface Services {
  readonly catalogue: Catalogue;
  readonly database: Database;
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly log: Logger;
}
