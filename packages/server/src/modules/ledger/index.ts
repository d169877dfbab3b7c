import { hold } from '@gantry/core';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import { createLedgerJob } from './expire.ts';
import { releaseStalledHold } from './release-hold.ts';
import { addLedgerCalls } from './verify.ts';

/** Wallets of users: postings, holds and lots. */
export const ledgerModule = defineModule({
  name: 'ledger',
  actions: () => createOperationsFor(hold, { release: releaseStalledHold }),
  schedule: (deps: Parameters<typeof createLedgerJob>[0]) => [createLedgerJob(deps)],
  routes: addLedgerCalls,
});

export { type Captured, type CaptureRequest, captureHold, type Paid } from './capture-hold.ts';
export { debit, reclaim, settleDebt } from './debit.ts';
export { extendHold } from './extend-hold.ts';
export { grant } from './grant.ts';
export { type NewLot, openLots } from './lots.ts';
export {
  countOpenUses,
  countOpenUsesByUser,
  getHold,
  indexingPrefix,
  isCapturable,
  placeHold,
  type StoredHold,
  toHold,
} from './place-hold.ts';
export {
  type Asset,
  type Cause,
  claimPosting,
  type LockedWallet,
  lockOwner,
  lockUserRow,
  lockWallet,
  type Operator,
  type PostingCause,
} from './posting.ts';
export { adjustUsedQuota, computeCharge, type QuotaCover, type QuotaShare, type UseOf } from './quota-takes.ts';
export { readNewestTimeZone, rebuildUsage } from './rebuild-usage.ts';
export { releaseHold } from './release-hold.ts';
export { planUsage, recordUsage, type Usage, usageSums } from './usage.ts';
export { type InvariantResult, verifyLedger } from './verify.ts';
