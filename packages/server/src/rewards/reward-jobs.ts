import type { Services } from '../context.ts';
import type { Tick } from '../jobs/ticker.ts';
import { forgetAttempts } from './attempts.ts';
import { grantDueInvites } from './due-invites.ts';

const second = 1_000;
const hour = 3_600 * second;

/** Rewards that have cooled off are granted, and what is counted is forgotten when it no longer counts. */
export function rewardJobs(services: Services): readonly Tick[] {
  const { database, clock } = services;
  return [
    {
      name: 'grant invite rewards',
      everyMs: 10 * second,
      run: async () => {
        await grantDueInvites(services);
      },
    },
    { name: 'forget attempts', everyMs: hour, run: () => forgetAttempts(database, clock()) },
  ];
}
