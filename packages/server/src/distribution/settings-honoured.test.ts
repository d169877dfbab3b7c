import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { distributionSettings } from '@gantry/core';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** The file of the server whose code goes by each setting; a key that nothing reads has no place on the page. */
const readers: Readonly<Record<string, string>> = {
  'commissions.enabled': 'distribution/order-shares.ts',
  'commissions.levels': 'distribution/order-shares.ts',
  'commissions.settleDays': 'distribution/order-shares.ts',
  'commissions.directBps': 'distribution/distributors.ts',
  'commissions.indirectBps': 'distribution/distributors.ts',
  'commissions.reviewNeeded': 'service/calls/distribution.ts',
  'withdrawals.minAmount': 'distribution/withdrawals.ts',
  'withdrawals.dailyLimit': 'distribution/withdrawals.ts',
  'withdrawals.feeFixed': 'distribution/withdrawals.ts',
  'withdrawals.feeBps': 'distribution/withdrawals.ts',
  'withdrawals.fourEyes': 'operations/distribution/withdrawals.ts',
  'agency.enabled': 'distribution/order-shares.ts',
  'agency.rateBps': 'operations/distribution/agents.ts',
  'agency.expiringDays': 'distribution/agent-contracts.ts',
};

it('gives every key of the distribution settings a reader, which names it', () => {
  const keys = Object.entries(distributionSettings.groups).flatMap(([group, { fields }]) =>
    Object.keys(fields).map((name) => `${group}.${name}`),
  );
  expect(Object.keys(readers).sort()).toEqual(keys.sort());
  for (const [key, file] of Object.entries(readers))
    expect(readFileSync(path.join(source, file), 'utf8')).toMatch(new RegExp(`\\b${key.split('.')[1]}\\b`));
});
