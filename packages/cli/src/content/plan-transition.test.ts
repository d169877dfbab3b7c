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
  ['a draft that was live begins as a draft', drafted, {}, null],
  ['a draft that was live is published when states are brought along', drafted, { withState: true }, 'publish'],
  ['what is new and live by itself rests when it did', switched, { now: 'live', wanted: 'resting' }, 'rest'],
  ['what was there already is left as it is', switched, { now: 'live', wanted: 'resting', isNew: false }, null],
  ['a state that asks for something is left', drafted, { wanted: 'planned', withState: true }, 'unreachable'],
  ['a state that is not known here is left', drafted, { wanted: 'gone', withState: true }, 'unreachable'],
  ['what is live and was written is published again', drafted, { now: 'live', withState: true }, 'publish'],
  ['what is live and the same stays', drafted, { now: 'live', isWritten: false, withState: true }, null],
])('%s', (_, resource, given, action) => {
  expect(planTransition(resource, { ...target, ...given })).toBe(action);
});
