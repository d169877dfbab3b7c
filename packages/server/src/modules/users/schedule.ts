import type { Services } from '../../platform/context/context.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../platform/jobs/scheduler.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { liftDueBans } from './ban.ts';
import { pruneCodes } from './codes/verification-codes.ts';
import { sealOldNames } from './real-name.ts';
import { pruneVisits } from './visits.ts';

const second = 1_000;
const hour = 3_600 * second;

/** Lifts expired bans, encrypts names stored before encryption, and prunes codes and visits. */
export function createUserJobs(services: Services & { readonly keyring: Keyring }): readonly ScheduledJob[] {
  const { database, clock } = services;
  return [
    {
      name: 'lift bans',
      everyMs: 10 * second,
      watches: ['users'],
      nextDue: () => findNextDue(database.read, [dueTime('users', 'ban_until', ['banned'])]),
      run: async () => {
        await liftDueBans(services);
      },
    },
    { name: 'encrypt real names', everyMs: hour, run: () => sealOldNames(services) },
    { name: 'prune verification codes', everyMs: hour, run: () => pruneCodes(database, clock()) },
    { name: 'prune visits', everyMs: hour, run: () => database.transaction((tx) => pruneVisits(tx, clock())) },
  ];
}
