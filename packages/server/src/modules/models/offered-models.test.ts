import { randomUUID } from 'node:crypto';
import { aiSettings } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../test/service-harness.ts';

describe('AI settings', () => {
  let space: ServiceHarness;
  let token: string;
  beforeAll(async () => {
    space = await createServiceHarness('sqlite');
    const { clientId, secret } = await space.newClient({ scopes: ['config'] });
    token = `${clientId}.${secret}`;
  });
  afterAll(() => space.drop());

  const snapshot = async () =>
    (await space.service('/config/snapshot', {}, token)).data.ai as Record<string, Record<string, unknown>>;
  const save = (group: string, version: number, values: Readonly<Record<string, unknown>>) =>
    space.admin('/settings/save', { page: 'ai', group, version, values });

  it("are returned to the platform's services", async () => {
    const read = await snapshot();
    for (const [group, { fields }] of Object.entries(aiSettings.groups))
      expect(Object.keys(read[group] ?? {}).sort()).toEqual(Object.keys(fields).sort());
    const other = { chat: { contextRounds: 3 }, file: { parseMode: 'off' }, web: { topK: 9 }, think: { mode: 'off' } };
    for (const [group, values] of Object.entries(other)) {
      expect((await save(group, 0, values)).code).toBe(20000);
      expect((await snapshot())[group]).toMatchObject(values);
    }
  });

  it('refer to existing models, and return only those that are offered', async () => {
    const model = { name: randomUUID(), code: randomUUID() };
    const { id } = (await space.admin('/ai-model/create', model)).data;
    expect(Object.keys((await save('defaults', 0, { chatModelId: 999 })).errors)).toEqual(['chatModelId']);
    expect((await save('defaults', 0, { chatModelId: id })).code).toBe(20000);
    expect((await snapshot()).defaults).toMatchObject({ chatModelId: id, titleModelId: null });
    await space.admin('/ai-model/disable', { id });
    expect((await snapshot()).defaults).toMatchObject({ chatModelId: null });
  });
});
