import { ApiError, type Catalogue, catalogue } from '@gantry/core';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRunningCalls } from './admission/running-calls.ts';
import type { CallSpec } from './call.ts';
import { createCallRegistry } from './call-registry.ts';
import { createPermissionTable } from './permission-table.ts';

const table = createPermissionTable(catalogue);

const running = createRunningCalls(8, () => 0);

function registry() {
  return createCallRegistry(Fastify(), {
    table,
    getRunningCalls: () => running,
    isNearlyFull: () => false,
    clock: Date.now,
    log: pino({ level: 'silent' }),
    onDenied: async () => {},
    authenticator: {
      authenticate: async () => {
        throw new ApiError('sessionUnknown');
      },
    },
  });
}
const spec = ({ path, access, stepUp }: CallSpec): CallSpec => ({ path, access, stepUp: stepUp ?? false });
const noopHandler = async () => null;

test('assertComplete() accepts a registry in which every permission has a handler', () => {
  const { register, assertComplete } = registry();
  for (const permission of table.values()) register(spec(permission), noopHandler);
  expect(assertComplete).not.toThrow();
});

test('assertComplete() throws the path of a permission without a handler', () => {
  const { register, assertComplete } = registry();
  const [unregistered, ...others] = [...table.values()];
  for (const permission of others) register(spec(permission), noopHandler);
  expect(assertComplete).toThrow(`permitted, but nothing answers: ${unregistered?.path}`);
});

test('register() rejects a call that is not in the permission table', () => {
  expect(() => registry().register({ path: '/notice/steal', access: ['*'] }, noopHandler)).toThrow(
    '/notice/steal has no entry in the permission table',
  );
});

test('register() rejects a call with other rights than the permission table gives', () => {
  const { register } = registry();
  const stepUpPermission = [...table.values()].find(({ stepUp }) => stepUp);
  const adminPermission = [...table.values()].find(({ access }) => String(access) === 'admin');
  if (!stepUpPermission || !adminPermission) throw new Error('the catalogue has neither');
  expect(() => register({ ...spec(adminPermission), access: ['*'] }, noopHandler)).toThrow('other rights');
  expect(() => register({ ...spec(adminPermission), access: 'public' }, noopHandler)).toThrow('other rights');
  expect(() => register({ ...spec(stepUpPermission), stepUp: false }, noopHandler)).toThrow('other rights');
});

test('register() rejects a call that is already registered', () => {
  const { register } = registry();
  const [first] = table.values();
  if (!first) throw new Error('the table is empty');
  register(spec(first), noopHandler);
  expect(() => register(spec(first), noopHandler)).toThrow('registered twice');
});

test('the permission table has a row for every verb, action and call of the catalogue, but not for system actions', () => {
  const resource = catalogue.resources.find(({ actions = {} }) =>
    Object.values(actions).some(({ on }) => on === 'system'),
  );
  if (!resource) throw new Error('no resource has an action of the system');
  const reducedCatalogue: Catalogue = { ...catalogue, resources: [resource], calls: [] };
  const rows = [...createPermissionTable(reducedCatalogue).values()];
  const actions = Object.values(resource.actions ?? {}).filter(({ on }) => on !== 'system');
  expect(rows).toHaveLength(Object.keys(resource.access).length + actions.length);
  for (const { path } of catalogue.calls) expect(table.has(path)).toBe(true);
});
