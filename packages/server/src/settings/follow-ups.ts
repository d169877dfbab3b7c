import type { JobKind, Values } from '@gantry/core';
import type { Caller, Services } from '../context.ts';
import { enqueueFollowing } from '../jobs/job-rows.ts';
import type { Tx } from '../store/database.ts';
import type { FoundGroup } from './settings-types.ts';

/** Work that a changed value asks for, by `page/group/field`. */
const followUps: Readonly<Record<string, JobKind>> = {
  // A use stands under the day and the hour that the site's clock showed.
  'system/site/timezone': 'usageSums',
};

/** Puts the work that changed values ask for in the queue, with the change or not at all. */
export async function startFollowUps(
  tx: Tx,
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { page, group }: FoundGroup,
  changed: Values,
  by: Caller,
): Promise<void> {
  for (const field of Object.keys(changed)) {
    const kind = followUps[`${page.name}/${group}/${field}`];
    if (kind) await enqueueFollowing(tx, database, clock, kind, by.actor.id);
  }
}
