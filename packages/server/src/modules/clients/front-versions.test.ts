import { frontSettings, type Values } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import type { Caller } from '../../platform/context/context.ts';
import type { ServiceContext } from '../../platform/service-api/service-context.ts';
import { mergeValues } from '../../platform/settings/settings-store.ts';
import { frontGuards } from './front-versions.ts';
import { createFrontHandlers } from './service-calls.ts';

describe.each(databaseKinds)('versions of the front-end configuration on %s', (kind) => {
  let harness: OperationHarness;
  beforeAll(async () => {
    harness = await createOperationHarness(kind);
  });
  afterAll(() => harness.drop());

  const served = () => createFrontHandlers(harness).configFront({}, {} as ServiceContext);
  const publish = (note: string) => harness.call<{ id: number; no: number }>('/front-version/publish', { note });
  const name = async (siteName: string) => {
    const row = {
      page: 'front',
      group_name: 'brand',
      version: 1,
      content: JSON.stringify({ siteName }),
      updated_at: 1,
    };
    await harness.database.transaction(async (tx) => {
      await tx.deleteFrom('settings').where('page', '=', 'front').execute();
      await tx.insertInto('settings').values(row).execute();
    });
    harness.settings.purge();
  };
  const siteName = async () => (await served()).content.brand?.siteName;

  it('serves the default values before the first is published', async () => {
    expect(await served()).toMatchObject({ no: 0, activeAt: null, content: { features: { chat: true } } });
  });

  it('serves the published version, not the saved draft', async () => {
    await name('First');
    expect(await siteName()).toBe('Gantry');
    expect(await publish('one')).toMatchObject({ no: 1 });
    expect(await siteName()).toBe('First');
    await expect(publish('again')).rejects.toMatchObject({ problem: 'stateConflict' });
    await name('Second');
    expect(await siteName()).toBe('First');
    expect(await publish('two')).toMatchObject({ no: 2 });
    expect(await siteName()).toBe('Second');
  });

  it('rolls back to an older version and continues counting from the newest', async () => {
    const { items } = await harness.call<{ items: { id: number; name: string }[] }>('/front-version/list', {});
    const first = items.find((item) => item.name === 'v1');
    await harness.call('/front-version/rollback', { id: first?.id });
    expect([await siteName(), (await served()).no]).toEqual(['First', 1]);
    await expect(harness.call('/front-version/rollback', { id: first?.id })).rejects.toMatchObject({
      problem: 'stateConflict',
    });
    expect(await publish('three')).toMatchObject({ no: 3 });
  });

  it('reports whether the draft equals the active version', async () => {
    const since = async () => {
      const { items } = await harness.call<{ items: { status: string; changedSince: boolean }[] }>(
        '/front-version/list',
        {},
      );
      return items.filter(({ changedSince }) => changedSince).map(({ status }) => status);
    };
    const brand = frontSettings.groups.brand.fields;
    const save = async (content: Values) => {
      const after = mergeValues(brand, content);
      await harness.database.transaction(async (tx) => {
        await frontGuards['front/brand']?.(tx, { caller: {} as Caller, before: {}, after, isApproved: false });
      });
      await name(String(after.siteName));
    };
    await save({ siteName: 'Second' });
    await publish('kept').catch(() => null);
    expect(await since()).toEqual([]);
    await save({ siteName: 'Other' });
    expect(await since()).toEqual(['active']);
    await save({ siteName: 'Second' });
    expect(await since()).toEqual([]);
    const { items } = await harness.call<{ items: { id: number; name: string }[] }>('/front-version/list', {});
    await harness.call('/front-version/rollback', { id: items.find((item) => item.name === 'v1')?.id });
    expect(await since()).toEqual(['active']);
  });

  it('keeps one version active when several are published concurrently', async () => {
    await name('Contested');
    await Promise.allSettled([publish('a'), publish('b'), publish('c')]);
    const rows = await harness.database.read.selectFrom('front_versions').select(['name', 'status']).execute();
    expect(rows.filter(({ status }) => status === 'active')).toHaveLength(1);
    expect(await siteName()).toBe('Contested');
  });
});
