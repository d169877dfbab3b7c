import { balanceInvariants, holdInvariants, taskInvariants, usageInvariants } from './credits.ts';
import type { Invariant } from './invariant.ts';
import { payableInvariants } from './payables.ts';
import { membershipInvariants, orderInvariants, redeemInvariants, rewardInvariants } from './sales.ts';

export type { Invariant } from './invariant.ts';

/** Every promise that a query can check on a live database. Whoever adds tables to the books adds what they promise. */
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

/** Tables that are only ever appended to, which the database itself sees to. */
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
