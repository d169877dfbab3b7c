import type { Services } from '../../platform/context/context.ts';
import { enqueueFollowing } from '../../platform/jobs/job-rows.ts';
import type { SettingsGuard } from '../../platform/settings/settings-store.ts';

/** A use stands under the day and the hour that the site's clock showed: on another clock the sums are made again. */
export function followTimeZone({ database, clock }: Pick<Services, 'database' | 'clock'>): SettingsGuard {
  return async (tx, { caller, before, after }) => {
    if (before.timezone === after.timezone) return;
    await enqueueFollowing(tx, database, clock, 'usageSums', caller.actor.id);
  };
}
