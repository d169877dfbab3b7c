import { keySettings } from '@gantry/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { readKeyRules, readLeaseMs, readProbeRules } from './key-rules.ts';

let space: OperationHarness;
beforeAll(async () => {
  space = await createOperationHarness('sqlite');
});
afterAll(() => space.engine.drop());

/** Everything that the pool goes by, as text: another value of any key shows. */
async function rules(): Promise<string> {
  const { settings } = space;
  return JSON.stringify([await readKeyRules(settings), await readProbeRules(settings), await readLeaseMs(settings)]);
}

const other = (value: unknown) =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 7 : ['something else'];
/** When upstreams are asked what is left is no rule of the pool; the test of key balances covers it. */
const { balance, ...pool } = keySettings.groups;
const keys = Object.entries(pool).flatMap(([group, { fields }]) =>
  Object.entries(fields).map(([name, field]) => [group, name, other(field.default)] as const),
);

it('takes all groups but that of balances', () =>
  expect(Object.keys(balance.fields)).toEqual(['enabled', 'intervalMinutes']));

it.each(keys)('%s.%s changes what the pool goes by', async (group, name, value) => {
  const before = await rules();
  const row = { page: 'keyPool', group_name: group, version: 1, content: JSON.stringify({ [name]: value }) };
  await space.engine.database.transaction((tx) =>
    tx
      .insertInto('settings')
      .values({ ...row, updated_at: 1, updated_by: null })
      .execute(),
  );
  space.settings.purge();
  expect(await rules()).not.toBe(before);
  await space.engine.database.transaction((tx) => tx.deleteFrom('settings').execute());
  space.settings.purge();
});
