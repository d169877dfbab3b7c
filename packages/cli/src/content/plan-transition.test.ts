import { type Action, type AnyResource, admins, defineResource } from '@gantry/core';
import { expect, it } from 'vitest';
import { planTransition } from './plan-transition.ts';

const label = { zh: '物', en: 'Thing' };
const at = { kind: 'time', label, required: true } as const;
const on = { on: 'record', label, roles: admins } as const;
const options = {
  draft: { ...label, tone: 'neutral' },
  planned: { ...label, tone: 'info' },
  live: { ...label, tone: 'good' },
  resting: { ...label, tone: 'warn' },
} as const;
const publish: Action = { ...on, from: ['draft', 'live'], to: 'live' };
const plan: Action = { ...on, from: ['draft'], to: 'planned', input: { at } };
const rest: Action = { ...on, from: ['live'], to: 'resting' };

const page = (states: readonly (keyof typeof options)[]): AnyResource =>
  defineResource({
    name: 'page',
    path: '/',
    title: 'status',
    label,
    fields: {
      status: { kind: 'state', label, options: Object.fromEntries(states.map((name) => [name, options[name]])) },
    },
    list: { columns: ['status'], sort: '-id' },
    access: { list: admins },
    actions: { publish, plan, rest },
  });
const drafted = page(['draft', 'planned', 'live', 'resting']);
const switched = page(['live', 'resting']);
const target = { now: 'draft', wanted: 'live', isNew: true, isWritten: true, withState: false };

it.each([
  ['keeps a new draft as a draft without states', drafted, {}, null],
  ['publishes a draft that was live when states are imported', drafted, { withState: true }, 'publish'],
  [
    'deactivates a new record that is live by default but was resting',
    switched,
    { now: 'live', wanted: 'resting' },
    'rest',
  ],
  ['does not change the state of an existing record', switched, { now: 'live', wanted: 'resting', isNew: false }, null],
  ['reports a state whose action needs input', drafted, { wanted: 'planned', withState: true }, 'unreachable'],
  ['reports an unknown state', drafted, { wanted: 'gone', withState: true }, 'unreachable'],
  ['publishes a live record again after it was written', drafted, { now: 'live', withState: true }, 'publish'],
  ['does nothing for an unchanged live record', drafted, { now: 'live', isWritten: false, withState: true }, null],
])('%s', (_, resource, given, action) => {
  expect(planTransition(resource, { ...target, ...given })).toBe(action);
});
