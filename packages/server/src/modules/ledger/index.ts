import { defineModule } from '../../platform/module/define-module.ts';
import { addLedgerCalls } from './ledger-calls.ts';

/** Wallets of users: postings, holds and lots. */
export const ledgerModule = defineModule({
  name: 'ledger',
  routes: addLedgerCalls,
});
