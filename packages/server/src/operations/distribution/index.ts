import { commission, distributor, regionalAgent, say, user, type Values, withdrawal } from '@gantry/core';
import type { Caller } from '../../context.ts';
import { isRegionCode } from '../../distribution/regions.ts';
import { createDayOf } from '../../money/day-of.ts';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import { operationsOf } from '../catalogue/operations-of.ts';
import { agentOperations } from './agents.ts';
import { reverseCommission } from './commissions.ts';
import { distributorOperations } from './distributors.ts';
import { type WithdrawalNeeds, withdrawalOperations, withdrawFor } from './withdrawals.ts';

/** What is done by hand with whoever earns a share of orders. */
export function distributionOperations({ keyring, settings }: Omit<WithdrawalNeeds, 'dayOf'>): Operations {
  const needs = { keyring, settings, dayOf: createDayOf() };
  return {
    ...operationsOf(distributor, {
      ...distributorOperations(settings),
      withdraw: withdrawFor('distributor', needs),
    }),
    ...operationsOf(commission, { reverse: reverseCommission }),
    ...operationsOf(withdrawal, withdrawalOperations(needs)),
    ...operationsOf(regionalAgent, {
      ...agentOperations(needs),
      withdraw: withdrawFor('agent', needs),
    }),
  };
}

const unknown = { zh: '没有这个区划代码', en: 'There is no such region' } as const;

/** The region of a user is one. */
function userErrors({ regionCode }: Values, { locale }: Caller) {
  if (typeof regionCode !== 'string' || isRegionCode(regionCode)) return null;
  return { regionCode: [say(unknown, locale)] };
}

export const distributionChecks: RecordChecks = { [user.name]: userErrors };
