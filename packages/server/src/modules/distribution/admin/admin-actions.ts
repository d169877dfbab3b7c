import { commission, distributor, localize, regionalAgent, user, type Values, withdrawal } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import type { RecordChecks } from '../../../platform/engine/engine.ts';
import type { Operations } from '../../../platform/engine/operation.ts';
import { createOperationsFor } from '../../../platform/engine/record-actions/operations-of.ts';
import { createDayOf } from '../../ledger/day-of.ts';
import { isRegionCode } from '../regions.ts';
import { createAgentOperations } from './agents.ts';
import { reverseCommission } from './commissions.ts';
import { createDistributorOperations } from './distributors.ts';
import { createWithdrawalOperations, type WithdrawalDeps, withdrawFor } from './withdrawals.ts';

/** What is done by hand with whoever earns a share of orders. */
export function createDistributionOperations({ keyring, settings }: Omit<WithdrawalDeps, 'dayOf'>): Operations {
  const deps = { keyring, settings, dayOf: createDayOf() };
  return {
    ...createOperationsFor(distributor, {
      ...createDistributorOperations(settings),
      withdraw: withdrawFor('distributor', deps),
    }),
    ...createOperationsFor(commission, { reverse: reverseCommission }),
    ...createOperationsFor(withdrawal, createWithdrawalOperations(deps)),
    ...createOperationsFor(regionalAgent, {
      ...createAgentOperations(deps),
      withdraw: withdrawFor('agent', deps),
    }),
  };
}

const unknown = { zh: '没有这个区划代码', en: 'There is no such region' } as const;

/** The region of a user is one. */
function userErrors({ regionCode }: Values, { locale }: Caller) {
  if (typeof regionCode !== 'string' || isRegionCode(regionCode)) return null;
  return { regionCode: [localize(unknown, locale)] };
}

export const distributionChecks: RecordChecks = { [user.name]: userErrors };
