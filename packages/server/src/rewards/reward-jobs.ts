import type { Services } from '../context.ts';
import type { ScheduledJob } from '../jobs/ticker.ts';
import { createDayOf } from '../money/day-of.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { pruneAttempts } from './attempts.ts';
import { grantDueInvites } from './due-invites.ts';
import { endStreaks } from './sign-streak.ts';

const second = 1_000;
const hour = 3_600 * second;

/** Rewards that have cooled off are granted, streaks that broke are shown no more, and what is counted is forgotten when it no longer counts. */
export function createRewardJobs(services: Services & { readonly settings: SettingsReader }): readonly ScheduledJob[] {
  const { database, clock, settings } = services;
  const dayOf = createDayOf();
  return [
    {
      name: 'grant invite rewards',
      everyMs: 10 * second,
      run: async () => {
        await grantDueInvites(services);
      },
    },
    {
      name: 'end broken streaks',
      everyMs: 10 * 60 * second,
      run: async () => {
        const { resetOnBreak } = await settings.read('system', 'sign');
        if (!resetOnBreak) return;
        const { timezone } = await settings.read('system', 'site');
        await endStreaks(database, dayOf(clock(), timezone));
      },
    },
    { name: 'forget attempts', everyMs: hour, run: () => pruneAttempts(database, clock()) },
  ];
}
