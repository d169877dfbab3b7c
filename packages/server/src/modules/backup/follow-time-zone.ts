import type { Services } from '../../platform/context/context.ts';
import { enqueueFollowing } from '../../platform/jobs/job-rows.ts';
import type { SettingsGuard } from '../../platform/settings/settings-store.ts';

/** A use is summed by the day and hour of the site's clock, so a change of the time zone recalculates the sums. */
export function followTimeZone({ database, clock }: Pick<Services, 'database' | 'clock'>): SettingsGuard {
  return async (tx, { caller, before, after }) => {
    if (before.timezone === after.timezone) return;
    await enqueueFollowing(tx, database, clock, 'usageSums', caller.actor.id);
  };
}
