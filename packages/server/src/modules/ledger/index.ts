import { hold } from '@gantry/core';
import { createOperationsFor } from '../../platform/engine/record-actions/operations-of.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import { createLedgerJob } from './expire.ts';
import { addLedgerCalls } from './ledger-calls.ts';
import { releaseStalledHold } from './release-hold-action.ts';

/** Wallets of users: postings, holds and lots. */
export const ledgerModule = defineModule({
  name: 'ledger',
  actions: () => createOperationsFor(hold, { release: releaseStalledHold }),
  schedule: (deps: Parameters<typeof createLedgerJob>[0]) => [createLedgerJob(deps)],
  routes: addLedgerCalls,
});
