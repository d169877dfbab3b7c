import type { Services } from '../../platform/context/context.ts';
import { createDayOf } from '../../platform/context/day-of.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../platform/jobs/scheduler.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { pruneAttempts } from '../../platform/store/attempts.ts';
import { endStreaks } from './check-in/sign-streak.ts';
import { grantDueInvites } from './invites/settle-invite.ts';

const second = 1_000;
const hour = 3_600 * second;

/** Creates the jobs that grant due invite rewards, reset broken streaks and prune attempt counters. */
export function createRewardJobs(services: Services & { readonly settings: SettingsReader }): readonly ScheduledJob[] {
  const { database, clock, settings } = services;
  const dayOf = createDayOf();
  return [
    {
      name: 'grant invite rewards',
      everyMs: 10 * second,
      watches: ['invite_records'],
      nextDue: () => findNextDue(database.read, [dueTime('invite_records', 'due_at', ['pending'])]),
      run: async () => {
        await grantDueInvites(services);
      },
    },
    {
      name: 'reset broken check-in streaks',
      everyMs: 10 * 60 * second,
      run: async () => {
        const { resetOnBreak } = await settings.read('system', 'sign');
        if (!resetOnBreak) return;
        const { timezone } = await settings.read('system', 'site');
        await endStreaks(database, dayOf(clock(), timezone));
      },
    },
    { name: 'prune attempts', everyMs: hour, run: () => pruneAttempts(database, clock()) },
  ];
}
