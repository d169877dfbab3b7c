import { user } from '@gantry/core';
import { reportTakenOf } from '../../platform/engine/taken.ts';
import type { Database } from '../../platform/store/database.ts';

type RequestContext = Parameters<typeof reportTakenOf>[2];

/** Runs a write of a person; a name, address or number that somebody else has is told by field. */
export const reportTakenUser = <T>(
  database: Database,
  requestContext: RequestContext,
  write: () => Promise<T>,
): Promise<T> => reportTakenOf(database, user, requestContext, write);
