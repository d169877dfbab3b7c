import { expect, it } from 'vitest';
import { allResources } from './resources.ts';

/** Reports whose answer is a record or a list of records, and is told by their own definition. */
const records = new Set(['chatSession thread', 'menuGroup preview', 'redeemCode find']);

it('an action that reports something says what its answer holds, so that people read it in words', () => {
  const untold = allResources.flatMap((resource) =>
    Object.entries(resource.actions ?? {})
      .filter(([, action]) => action.reads && !action.output)
      .map(([name]) => `${resource.name} ${name}`),
  );
  expect(new Set(untold)).toEqual(records);
});
