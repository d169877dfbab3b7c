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
    runningOf: () => running,
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
const nothing = async () => null;

test('a server whose every permission has a handler boots', () => {
  const { register, assertComplete } = registry();
  for (const permission of table.values()) register(spec(permission), nothing);
  expect(assertComplete).not.toThrow();
});

test('a permission that nothing answers stops the boot, and is named', () => {
  const { register, assertComplete } = registry();
  const [left, ...others] = [...table.values()];
  for (const permission of others) register(spec(permission), nothing);
  expect(assertComplete).toThrow(`permitted, but nothing answers: ${left?.path}`);
});

test('a call without a permission cannot be registered', () => {
  expect(() => registry().register({ path: '/notice/steal', access: ['*'] }, nothing)).toThrow(
    '/notice/steal has no entry in the permission table',
  );
});

test('nor can one that asks for other rights than the table gives', () => {
  const { register } = registry();
  const stepped = [...table.values()].find(({ stepUp }) => stepUp);
  const forAdmins = [...table.values()].find(({ access }) => String(access) === 'admin');
  if (!stepped || !forAdmins) throw new Error('the catalogue has neither');
  expect(() => register({ ...spec(forAdmins), access: ['*'] }, nothing)).toThrow('other rights');
  expect(() => register({ ...spec(forAdmins), access: 'public' }, nothing)).toThrow('other rights');
  expect(() => register({ ...spec(stepped), stepUp: false }, nothing)).toThrow('other rights');
});

test('a call is registered once', () => {
  const { register } = registry();
  const [first] = table.values();
  if (!first) throw new Error('the table is empty');
  register(spec(first), nothing);
  expect(() => register(spec(first), nothing)).toThrow('registered twice');
});

test('every verb, action and call of the catalogue has its row, and what the system runs has none', () => {
  const resource = catalogue.resources.find(({ actions = {} }) =>
    Object.values(actions).some(({ on }) => on === 'system'),
  );
  if (!resource) throw new Error('no resource has an action of the system');
  const small: Catalogue = { ...catalogue, resources: [resource], calls: [] };
  const rows = [...createPermissionTable(small).values()];
  const actions = Object.values(resource.actions ?? {}).filter(({ on }) => on !== 'system');
  expect(rows).toHaveLength(Object.keys(resource.access).length + actions.length);
  for (const { path } of catalogue.calls) expect(table.has(path)).toBe(true);
});
