import { expect, it } from 'vitest';
import { allResources } from '../modules/resources.ts';
import { actionPreviews } from './action-previews.ts';

it('previews an action by another one of the same resource that only reads', () => {
  const actions = new Map<string, object>(
    allResources.flatMap(({ name, actions = {} }) =>
      Object.entries(actions).map(([key, action]) => [`${name}.${key}`, action] as [string, object]),
    ),
  );
  for (const [previewed, by] of Object.entries(actionPreviews)) {
    expect(actions.has(previewed), previewed).toBe(true);
    expect(actions.get(`${previewed.split('.')[0]}.${by}`), `${previewed} by ${by}`).toMatchObject({ reads: true });
  }
});
