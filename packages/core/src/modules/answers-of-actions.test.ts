import { expect, it } from 'vitest';
import { allResources } from './resources.ts';

/** Actions whose response is one or more records, which the definition of the record formats. */
const records = new Set(['chatSession thread', 'menuGroup preview', 'redeemCode find']);

it('every action that returns a report defines the fields of its output', () => {
  const untold = allResources.flatMap((resource) =>
    Object.entries(resource.actions ?? {})
      .filter(([, action]) => action.reads && !action.output)
      .map(([name]) => `${resource.name} ${name}`),
  );
  expect(new Set(untold)).toEqual(records);
});
