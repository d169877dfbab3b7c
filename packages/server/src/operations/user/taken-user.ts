import { user } from '@gantry/core';
import { tellingTakenOf } from '../../resources/telling-taken.ts';
import type { Database } from '../../store/database.ts';

type Asking = Parameters<typeof tellingTakenOf>[2];

/** Runs a write of a person; a name, address or number that somebody else has is told by field. */
export const tellingTakenUser = <T>(database: Database, asking: Asking, write: () => Promise<T>): Promise<T> =>
  tellingTakenOf(database, user, asking, write);
