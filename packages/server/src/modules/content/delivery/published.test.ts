import { contentKinds, type ServiceApiClient } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';

describe.each(databaseKinds)('published content on %s', (kind) => {
  let space: ServiceHarness;
  let api: ServiceApiClient;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    api = space.api(await space.newClient({ scopes: ['catalogue'] }));
  });
  afterAll(() => space.drop());
  const admin = async (path: string, body: object) => {
    const { code, data, errors } = await space.admin(path, body);
    expect([code, errors]).toEqual([20_000, {}]);
    return data as { readonly id: number; readonly version: number };
  };
  const list = (what: (typeof contentKinds)[number], more: object = {}) =>
    api.call('catalogueList', { kind: what, ...more });

  it('contains every type, except those that a flag disables', async () => {
    const absent = ['courses', 'lessons'];
    for (const what of contentKinds.filter((one) => !absent.includes(one)))
      expect(await list(what)).toMatchObject({ kind: what, changed: true, items: [], nextCursor: null });
    for (const what of absent) await expect(list(what as 'courses')).rejects.toMatchObject({ code: 40_400 });
  });

  it('returns pages of one version, which changes with what users see and with nothing else', async () => {
    for (const name of ['一', '二', '三']) await admin('/music-style/create', { name, styleTags: 'lofi' });
    const first = await list('musicStyles', { limit: 2 });
    expect(first.items.map(({ name }) => name)).toEqual(['一', '二']);
    const rest = await list('musicStyles', { limit: 2, cursor: first.nextCursor });
    expect([rest.items.map(({ name }) => name), rest.nextCursor, rest.version]).toEqual([['三'], null, first.version]);
    const id = Number(first.items[0]?.id);
    expect(await list('musicStyles', { knownVersion: first.version })).toMatchObject({ changed: false, items: [] });
    const uses = [
      { kind: 'musicStyles', id, uses: 5 },
      { kind: 'musicStyles', id: 999_999 },
    ] as const;
    expect(await api.call('catalogueCount', { uses: [...uses] }, 'count-1')).toEqual({ counted: 5 });
    expect(await api.call('catalogueCount', { uses: [...uses] }, 'count-1')).toEqual({ counted: 5 });
    const counted = await list('musicStyles');
    expect([counted.version, counted.items[0]?.useCount]).toEqual([first.version, 5]);
    await admin('/music-style/disable', { id });
    const after = await list('musicStyles');
    expect(after.items.map(({ name }) => name)).toEqual(['二', '三']);
    expect(after.version).not.toBe(first.version);
  });

  it('counts how often an image of a carousel was shown and followed', async () => {
    const picture = `/files/${'a'.repeat(32)}.png`;
    const { id } = await admin('/carousel/create', { title: '首页', picture, place: 'home' });
    const uses = { kind: 'slides', id, uses: 5, clicks: 2 } as const;
    expect(await api.call('catalogueCount', { uses: [uses] })).toEqual({ counted: 5 });
    expect(await api.call('catalogueCount', { uses: [{ ...uses, uses: 0, clicks: 1 }] })).toEqual({ counted: 0 });
    const stored = await admin('/carousel/get', { id });
    expect(stored).toMatchObject({ viewCount: 5, clickCount: 3, version: 1 });
    await expect(api.call('catalogueCount', { uses: [{ ...uses, kind: 'musicStyles' }] })).rejects.toMatchObject({
      errors: { clicks: ['clicks of musicStyles are not counted'] },
    });
    await admin('/carousel/publish', { id });
    const [shown] = (await list('slides')).items;
    expect(shown).toMatchObject({ id, title: '首页' });
    expect(shown).not.toHaveProperty('viewCount');
  });

  it('returns the published version of an agent, not the draft', async () => {
    const category = await admin('/agent-category/create', { name: '办公' });
    const other = await admin('/agent-category/create', { name: '学习' });
    const body = { name: '老师', key: 'teacher', categoryId: category.id, systemPrompt: '你是老师' };
    const { id, version } = await admin('/agent/create', body);
    expect((await list('agents')).items).toEqual([]);
    const base = await admin('/knowledge/create', { name: '教材' });
    const knowledgeBases = [{ knowledgeId: base.id }];
    await admin('/agent/update', { id, version, knowledgeBases });
    await admin('/agent/publish', { id });
    const draft = { systemPrompt: '还没写完', categoryId: other.id, knowledgeBases: null };
    await admin('/agent/update', { id, version: version + 2, ...draft });
    const [item] = (await list('agents')).items;
    expect(item).toMatchObject({ id, key: 'teacher', systemPrompt: '你是老师', categoryId: other.id, knowledgeBases });
    await space.foundation.database.transaction(async (tx) => {
      await tx
        .updateTable('agent_versions')
        .set({ content: '{"systemPrompt":"旧版"}' })
        .where('owner_id', '=', id)
        .execute();
    });
    await admin('/agent/update', { id, version: version + 3, knowledgeBases });
    expect((await list('agents')).items).toMatchObject([{ systemPrompt: '旧版', knowledgeBases: null }]);
    expect(item).not.toHaveProperty('status');
  });

  it('recognizes a client app by its key, and asks an outdated one to update', async () => {
    const app = (await space.admin('/client-app/create', { name: '安卓', platform: 'android' })).data;
    const [appKey, secret] = [String(app.appKey), String(app.secret)];
    const prompt = (appVersion: string | null, given: string | null = secret) =>
      api.call('catalogueClient', { appKey, appVersion, secret: given });
    expect(await prompt(null, 'wrong')).toMatchObject({ secretIsRight: false, version: null, update: 'none' });
    await admin('/client-app/release', { id: app.id, appVersion: '2.10.0', minVersion: '2.0' });
    const answers = [await prompt('1.9'), await prompt('2.9.1'), await prompt('2.10')];
    expect(answers.map(({ update }) => update)).toEqual(['required', 'offered', 'none']);
    expect(answers[0]).toMatchObject({ name: '安卓', secretIsRight: true, minVersion: '2.0' });
    await admin('/client-app/release', { id: app.id, appVersion: '2.11', forceUpdate: true });
    expect((await prompt('2.10.0')).update).toBe('required');
    await admin('/client-app/disable', { id: app.id });
    await expect(prompt(null)).rejects.toMatchObject({ code: 40_400 });
  });
});
