import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { distributionSettings } from '@gantry/core';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../..', import.meta.url));

/** The server file that reads each setting; a key that nothing reads must not be on the page. */
const readers: Readonly<Record<string, string>> = {
  'commissions.enabled': 'modules/distribution/order-shares.ts',
  'commissions.levels': 'modules/distribution/order-shares.ts',
  'commissions.settleDays': 'modules/distribution/order-shares.ts',
  'commissions.directBps': 'modules/distribution/distributors.ts',
  'commissions.indirectBps': 'modules/distribution/distributors.ts',
  'commissions.reviewNeeded': 'modules/distribution/service-calls.ts',
  'withdrawals.minAmount': 'modules/distribution/withdrawals.ts',
  'withdrawals.dailyLimit': 'modules/distribution/withdrawals.ts',
  'withdrawals.feeFixed': 'modules/distribution/withdrawals.ts',
  'withdrawals.feeBps': 'modules/distribution/withdrawals.ts',
  'withdrawals.fourEyes': 'modules/distribution/admin/withdrawals.ts',
  'agency.enabled': 'modules/distribution/order-shares.ts',
  'agency.rateBps': 'modules/distribution/admin/agents.ts',
  'agency.expiringDays': 'modules/distribution/distribution-jobs.ts',
};

it('has a reader for every key of the distribution settings', () => {
  const keys = Object.entries(distributionSettings.groups).flatMap(([group, { fields }]) =>
    Object.keys(fields).map((name) => `${group}.${name}`),
  );
  expect(Object.keys(readers).sort()).toEqual(keys.sort());
  for (const [key, file] of Object.entries(readers))
    expect(readFileSync(path.join(source, file), 'utf8')).toMatch(new RegExp(`\\b${key.split('.')[1]}\\b`));
});
