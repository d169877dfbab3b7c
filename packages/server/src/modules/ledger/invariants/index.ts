import { balanceInvariants, holdInvariants, taskInvariants, usageInvariants } from './credits.ts';
import type { Invariant } from './invariant.ts';
import { payableInvariants } from './payables.ts';
import { membershipInvariants, orderInvariants, redeemInvariants, rewardInvariants } from './sales.ts';

export type { Invariant } from './invariant.ts';

/** Every invariant that a query can check on a live database. A change that adds ledger tables adds their invariants here. */
export const allInvariants: readonly Invariant[] = [
  ...balanceInvariants,
  ...holdInvariants,
  ...usageInvariants,
  ...redeemInvariants,
  ...membershipInvariants,
  ...rewardInvariants,
  ...orderInvariants,
  ...taskInvariants,
  ...payableInvariants,
];

/** Append-only tables. Database triggers reject updates and deletes. */
export const appendOnlyTables: readonly string[] = [
  'ledger_entries',
  'audit_entries',
  'audit_seals',
  'membership_changes',
  'product_sales',
  'registration_gifts',
  'payment_events',
  'payable_entries',
];
