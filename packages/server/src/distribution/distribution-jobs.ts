import type { Tick } from '../jobs/ticker.ts';
import { type ContractNeeds, tendContracts } from './agent-contracts.ts';
import { settleDueCommissions } from './settle-due.ts';

const second = 1_000;

/** Commissions are settled and contracts end by themselves. */
export function distributionJobs(needs: ContractNeeds): readonly Tick[] {
  return [
    {
      name: 'settle commissions',
      everyMs: 10 * second,
      run: async () => {
        await settleDueCommissions(needs);
      },
    },
    {
      name: 'end contracts of agents',
      everyMs: 60 * second,
      run: async () => {
        await tendContracts(needs);
      },
    },
  ];
}
