import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue, notifiableEvents, serviceCalls } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../test/service-harness.ts';
import { createBackupStoreFor } from '../bootstrap.ts';
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

/** Returns the source files of a folder, without tests, as one text. */
function readSources(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
}

describe('serverModules', () => {
  let space: ServiceHarness;
  let deps: ModuleDeps;
  beforeAll(async () => {
    space = await createServiceHarness('sqlite');
    const { foundation, data } = space;
    deps = createModuleDeps({
      ...foundation,
      backups: createBackupStoreFor(readConfig(new Map([['data', data]]), {}), foundation),
    });
  });
  afterAll(() => space.drop());

  it('handle every declared action, service call and background job exactly once', () => {
    expect(diagnoseOperations(catalogue.resources, createOperations(deps))).toEqual([]);
    expect(Object.keys(createServiceHandlers(deps)).sort()).toEqual(Object.keys(serviceCalls).sort());
    expect(() => createJobWorks(deps)).not.toThrow();
    const names = serverModules.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const jobs = serverModules.flatMap((module) => module.schedule?.(deps) ?? []).map(({ name }) => name);
    expect(new Set(jobs).size).toBe(jobs.length);
  });

  it('declare each notification in the one module that raises it', () => {
    const declared = serverModules.flatMap(({ name, notifications = [] }) =>
      notifications.map((one) => `${name} ${one}`),
    );
    const raised = serverModules.flatMap(({ name }) => {
      const folder = name === 'platform' ? '../platform' : name;
      const text = readSources(fileURLToPath(new URL(folder, import.meta.url)));
      return [...text.matchAll(/^ {4}event: '(\w+)',$/gm)].map(([, event]) => `${name} ${event}`);
    });
    expect(declared.sort()).toEqual(raised.sort());
    expect(declared.map((one) => one.split(' ')[1])).toEqual(expect.arrayContaining(Object.keys(notifiableEvents)));
  });

  it('apply the checks of every module to a resource that several of them check', async () => {
    const created = await space.admin('/user/create', { username: 'region-test', regionCode: '999999' });
    expect(Object.keys(created.errors)).toEqual(['regionCode']);
  });

  it.each(['orders', 'keys', 'moderation', 'redeem'])('cannot be composed without the actions of %s', (left) => {
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
