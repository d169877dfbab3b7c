import { keySettings } from '@gantry/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { readKeyRules, readLeaseMs, readProbeRules } from './key-rules.ts';

let space: OperationHarness;
beforeAll(async () => {
  space = await createOperationHarness('sqlite');
});
afterAll(() => space.engine.drop());

/** All rules of the pool as text, so that a changed value of any key is detected. */
async function rules(): Promise<string> {
  const { settings } = space;
  return JSON.stringify([await readKeyRules(settings), await readProbeRules(settings), await readLeaseMs(settings)]);
}

const other = (value: unknown) =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 7 : ['something else'];
/** Balance queries are not a rule of the pool; the test of key balances covers them. */
const { balance, ...pool } = keySettings.groups;
const keys = Object.entries(pool).flatMap(([group, { fields }]) =>
  Object.entries(fields).map(([name, field]) => [group, name, other(field.default)] as const),
);

it('covers all groups except that of balances', () =>
  expect(Object.keys(balance.fields)).toEqual(['enabled', 'intervalMinutes']));

it.each(keys)('applies %s.%s to the rules of the pool', async (group, name, value) => {
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
