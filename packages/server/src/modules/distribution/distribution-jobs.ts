import { sql } from 'kysely';
import { dueTime, findNextDue } from '../../platform/jobs/next-due.ts';
import type { ScheduledJob } from '../../platform/jobs/ticker.ts';
import { type ContractDeps, processContracts } from './agent-contracts.ts';
import { settleDueCommissions } from './settle-due.ts';

const second = 1_000;
const settling = { ...dueTime('commissions', 'settle_at', ['pending']), where: sql<boolean>`kind = 'earned'` };

/** Commissions are settled and contracts end by themselves. */
export function createDistributionJobs(deps: ContractDeps): readonly ScheduledJob[] {
  return [
    {
      name: 'settle commissions',
      everyMs: 10 * second,
      watches: ['commissions'],
      nextDue: () => findNextDue(deps.database.read, [settling]),
      run: async () => {
        await settleDueCommissions(deps);
      },
    },
    {
      name: 'end contracts of agents',
      everyMs: 60 * second,
      run: async () => {
        await processContracts(deps);
      },
    },
  ];
}
