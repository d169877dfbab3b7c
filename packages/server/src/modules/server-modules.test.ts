import { catalogue, serviceCalls } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../test/service-harness.ts';
import { backupStoreOf } from '../bootstrap.ts';
import { readConfig } from '../config.ts';
import { diagnoseOperations } from '../platform/engine/mount.ts';
import { collectParts } from '../platform/module/define-module.ts';
import {
  createJobWorks,
  createModuleDeps,
  createOperations,
  createServiceHandlers,
  type ModuleDeps,
  serverModules,
} from './server-modules.ts';

describe('serverModules', () => {
  let space: ServiceHarness;
  let deps: ModuleDeps;
  beforeAll(async () => {
    space = await createServiceHarness('sqlite');
    const { foundation, data } = space;
    deps = createModuleDeps({
      ...foundation,
      backups: backupStoreOf(readConfig(new Map([['data', data]]), {}), foundation),
    });
  });
  afterAll(() => space.drop());

  it('handles every declared action, service call and background job, and each once', () => {
    expect(diagnoseOperations(catalogue.resources, createOperations(deps))).toEqual([]);
    expect(Object.keys(createServiceHandlers(deps)).sort()).toEqual(Object.keys(serviceCalls).sort());
    expect(() => createJobWorks(deps)).not.toThrow();
    const names = serverModules.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const jobs = serverModules.flatMap((module) => module.schedule?.(deps) ?? []).map(({ name }) => name);
    expect(new Set(jobs).size).toBe(jobs.length);
  });

  it.each(['orders', 'keys', 'moderation', 'redeem'])('does not start without the actions of %s', (left) => {
    const others = serverModules.filter(({ name }) => name !== left);
    const actions = collectParts(others, (module) => module.actions?.(deps));
    expect(diagnoseOperations(catalogue.resources, actions)).toContainEqual(
      expect.objectContaining({
        id: 'O001',
        what: expect.stringContaining('neither a state to go to nor an operation'),
      }),
    );
  });
});
