import { aiTech } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../../test/operation-harness.ts';
import { rejected as refusedCall } from '../../../../test/rejected.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { callerNamed } from '../../../../test/test-engine.ts';
import { withNamedTables } from '../../store/database.ts';
import { moveDue } from './move-record.ts';
import { createPlannedDue } from './planned-operations.ts';

interface CreatedRecord {
  readonly id: number;
  readonly version: number;
  readonly [field: string]: unknown;
}
const hour = 3_600_000;
/** Returns the field errors of a rejected call. */
const rejected = async (call: Promise<unknown>) => (await refusedCall(call)) ?? {};
/** Returns the error of a rejected call; null for a success. */
const toApiError = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe.each(databaseKinds)('content operations on %s', (kind) => {
  let harness: OperationHarness;
  beforeAll(async () => {
    harness = await createOperationHarness(kind);
  });
  afterAll(() => harness.drop());
  const call = <T = CreatedRecord>(path: string, body: object) => harness.call<T>(path, body);
  const createRecord = (entity: string, body: object) => call(`/${entity}/create`, body);
  const get = (entity: string, id: number) => call(`/${entity}/get`, { id });
  const readRows = async (table: string, columns: string[]) =>
    withNamedTables(harness.database.read).selectFrom(table).select(columns).orderBy('sort').orderBy('id').execute();

  describe('reorder', () => {
    it('numbers records without gaps, and changes only those between the old and the new position', async () => {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const records: CreatedRecord[] = [];
      for (const name of names) records.push(await createRecord('agent-category', { name, sort: 500 }));
      const [a, , , d] = records;
      await call('/agent-category/reorder', { id: a?.id, position: 1 });
      const numberedRows = await readRows('agent_categories', ['name', 'sort', 'version']);
      expect(numberedRows.map(({ name, sort }) => [name, Number(sort)])).toEqual(
        names.map((name, at) => [name, at + 1]),
      );
      await call('/agent-category/reorder', { id: d?.id, position: 2 });
      const after = await readRows('agent_categories', ['name', 'sort', 'version']);
      expect(after.map(({ name }) => name).join('')).toBe('adbce');
      expect(after.map(({ sort }) => Number(sort))).toEqual([1, 2, 3, 4, 5]);
      expect(after.map(({ version }) => Number(version))).toEqual([2, 3, 3, 3, 2]);
      expect((await call('/agent-category/reorder', { id: d?.id, position: 99 })).sort).toBe(5);
    });

    it('orders the records of each category separately', async () => {
      const [one, other] = [
        await createRecord('draw-prompt-category', { name: 'p' }),
        await createRecord('draw-prompt-category', { name: 'q' }),
      ];
      const prompt = (categoryId: number, title: string) =>
        createRecord('draw-prompt', { categoryId, title, prompt: title });
      await prompt(one.id, 'first');
      const second = await prompt(one.id, 'second');
      const inOtherCategory = await prompt(other.id, 'elsewhere');
      expect((await call('/draw-prompt/reorder', { id: second.id, position: 1 })).sort).toBe(1);
      expect((await get('draw-prompt', inOtherCategory.id)).sort).toBe(1000);
    });
  });

  describe('clone', () => {
    it('creates a copy with unused names, its own counters and the initial state', async () => {
      const form = [{ name: 'topic', label: '主题', type: 'input', required: true }];
      const body = { name: '周报', key: 'weekly', category: 'business', form, prompt: '写：{{topic}}' };
      const { id } = await createRecord('write-template', body);
      await call('/write-template/publish', { id });
      const copy = await call('/write-template/clone', { id });
      expect(copy).toMatchObject({
        name: '周报 copy',
        key: 'weekly-copy',
        status: 'draft',
        publishedVersion: null,
        form,
      });
      expect(await call('/write-template/clone', { id })).toMatchObject({ name: '周报 copy 2', key: 'weekly-copy-2' });
      const long = await createRecord('slide-template', { name: '长'.repeat(64), file: 'a.pptx' });
      expect((await call('/slide-template/clone', { id: long.id })).name).toBe(`${'长'.repeat(59)} copy`);
    });
  });

  describe('categories', () => {
    it('reject the deletion of a category with content, and list the references', async () => {
      const category = await createRecord('mini-app-category', { name: '办公' });
      const app = { name: '翻译', key: 'translate', categoryId: category.id, form: [], prompt: '翻译' };
      await createRecord('mini-app', app);
      const problem = await toApiError(
        call('/mini-app-category/delete', { id: category.id, version: category.version }),
      );
      expect(problem).toMatchObject({
        problem: 'inUse',
        detail: { data: { usages: [{ resource: 'miniApp', count: 1 }] } },
      });
    });

    it('accept moved records, unless a unique value is already taken', async () => {
      const [from, into] = [
        await createRecord('draw-prompt-category', { name: '出' }),
        await createRecord('draw-prompt-category', { name: '入' }),
      ];
      const [cat, dog] = [
        await createRecord('draw-prompt', { categoryId: from.id, title: '猫', prompt: '猫' }),
        await createRecord('draw-prompt', { categoryId: from.id, title: '狗', prompt: '狗' }),
      ];
      await createRecord('draw-prompt', { categoryId: into.id, title: '狗', prompt: '另一只狗' });
      const moved = { action: 'move', ids: [cat.id, dog.id], params: { categoryId: into.id } };
      const { affected, items } = await call<{ affected: number; items: { code: number }[] }>(
        '/draw-prompt/batch',
        moved,
      );
      expect([affected, items.map(({ code }) => code)]).toEqual([1, [20_000, 42_200]]);
      expect(await get('draw-prompt', cat.id)).toMatchObject({ categoryId: into.id, version: 2 });
      expect(await get('draw-prompt', dog.id)).toMatchObject({ categoryId: from.id, version: 1 });
      expect(await rejected(call('/draw-prompt/move', { id: dog.id, categoryId: 9_999 }))).toHaveProperty('categoryId');
      const agents = await createRecord('agent-category', { name: '甲' });
      const helper = await createRecord('agent', {
        name: '助手',
        key: 'helper',
        categoryId: agents.id,
        systemPrompt: '帮忙',
      });
      await call('/agent/publish', { id: helper.id });
      const other = await createRecord('agent-category', { name: '乙' });
      expect(await call('/agent/move', { id: helper.id, categoryId: other.id })).toMatchObject({
        categoryId: other.id,
        status: 'published',
      });
    });

    it('can be merged with all their content, unless a unique value is taken twice', async () => {
      const [from, into] = [
        await createRecord('draw-prompt-category', { name: '旧' }),
        await createRecord('draw-prompt-category', { name: '新' }),
      ];
      const inner = await createRecord('draw-prompt-category', { name: '内', parentId: from.id });
      const prompt = await createRecord('draw-prompt', { categoryId: from.id, title: '猫', prompt: '猫' });
      const same = await createRecord('draw-prompt', { categoryId: into.id, title: '猫', prompt: '另一只猫' });
      expect(Object.keys(await rejected(call('/draw-prompt-category/merge', { id: from.id, into: into.id })))).toEqual([
        'title',
      ]);
      await call('/draw-prompt/update', { id: same.id, version: same.version, title: '狗' });
      expect(await rejected(call('/draw-prompt-category/merge', { id: from.id, into: inner.id }))).toHaveProperty(
        'into',
      );
      const answer = await call<object>('/draw-prompt-category/merge', { id: from.id, into: into.id });
      expect(answer).toEqual({ into: into.id, moved: { drawPrompt: 1, drawPromptCategory: 1 } });
      expect(await get('draw-prompt', prompt.id)).toMatchObject({ categoryId: into.id, version: 2 });
      expect(await get('draw-prompt-category', inner.id)).toMatchObject({ parentId: into.id });
      expect(await toApiError(get('draw-prompt-category', from.id))).toMatchObject({ problem: 'notFound' });
    });

    it('reject a parent that is the category itself or one of its descendants', async () => {
      const outer = await createRecord('draw-prompt-category', { name: '外层' });
      const inner = await createRecord('draw-prompt-category', { name: '内层', parentId: outer.id });
      for (const parentId of [outer.id, inner.id]) {
        const update = { id: outer.id, version: outer.version, parentId };
        expect(await rejected(call('/draw-prompt-category/update', update))).toHaveProperty('parentId');
      }
    });
  });

  describe('reviewed content', () => {
    const body = async (key: string) => {
      const category = await createRecord('agent-category', { name: `类 ${key}` });
      return { name: '客服', key, categoryId: category.id, systemPrompt: '你是客服' };
    };

    it('stores every published version and rolls back to one', async () => {
      const { id } = await createRecord('agent', await body('support'));
      expect(await call('/agent/publish', { id, note: '首版' })).toMatchObject({
        status: 'published',
        publishedVersion: 1,
      });
      const { version } = await get('agent', id);
      await call('/agent/update', { id, version, systemPrompt: '你是脾气很差的客服' });
      expect(await call('/agent/publish', { id })).toMatchObject({ publishedVersion: 2 });
      const rolledBack = await call('/agent/rollback', { id, no: 1 });
      expect(rolledBack).toMatchObject({ publishedVersion: 3, systemPrompt: '你是客服' });
      const { items } = await call<{ items: CreatedRecord[] }>('/agent-version/list', { filters: { ownerId: [id] } });
      expect(items.map(({ no, note, publisher }) => [no, note, publisher])).toEqual([
        [3, '↩ 1', 'admin-1'],
        [2, null, 'admin-1'],
        [1, '首版', 'admin-1'],
      ]);
      expect(await rejected(call('/agent/rollback', { id, no: 9 }))).toHaveProperty('no');
    });

    const template = {
      category: 'article',
      form: [{ name: 'topic', label: '主题', type: 'input' }],
      prompt: '写一首{{topic}}诗',
      output: 'text',
      maxWords: 500,
    };
    it.each([
      ['agent', { systemPrompt: '你很严肃' }],
      ['write-template', { prompt: '写一首短诗' }],
    ] as const)(
      '%s reports changes since the last publication, after an update and a batch',
      async (entity, change) => {
        const key = `since-${entity}`;
        const values = entity === 'agent' ? await body(key) : { ...template, name: key, key };
        const { id } = await createRecord(entity, values);
        const isChanged = async () => (await get(entity, id)).changedSince;
        const update = async (values: object) =>
          call(`/${entity}/update`, { id, version: (await get(entity, id)).version, ...values });
        const before = await get(entity, id);
        expect(before.changedSince).toBe(false);
        await update({ name: `${key}!` });
        expect(await isChanged()).toBe(false);
        await call(`/${entity}/publish`, { id });
        await update({ sort: 3 });
        expect(await isChanged()).toBe(false);
        await update(change);
        const listed = await call<{ items: CreatedRecord[] }>(`/${entity}/list`, { filters: { changedSince: [true] } });
        expect([await isChanged(), listed.items.map((item) => item.id)]).toEqual([true, [id]]);
        const [name = ''] = Object.keys(change);
        await update({ [name]: before[name] });
        expect(await isChanged()).toBe(false);
        await call(`/${entity}/batch`, { ids: [id], action: 'update', params: change });
        expect(await isChanged()).toBe(true);
        expect(await call(`/${entity}/publish`, { id })).toMatchObject({ changedSince: false, publishedVersion: 2 });
      },
    );

    it('accepts knowledge bases that exist and that the users of the agent may read', async () => {
      const user = await createRecord('user', { username: 'base-owner' });
      const [publicBase, privateBase] = [
        await createRecord('knowledge', { name: '产品手册' }),
        await createRecord('knowledge', { name: '私人笔记', ownerId: user.id }),
      ];
      const toEntries = (...ids: number[]) => ids.map((knowledgeId) => ({ knowledgeId }));
      const agentWith = async (key: string, knowledgeBases: unknown) =>
        call('/agent/create', { ...(await body(key)), knowledgeBases });
      const invalidEntries = [
        toEntries(publicBase.id, publicBase.id),
        toEntries(999_999),
        toEntries(privateBase.id),
        [{ id: publicBase.id }],
        'all',
      ];
      for (const [at, one] of invalidEntries.entries())
        expect(await rejected(agentWith(`wrong-${at}`, one))).toHaveProperty('knowledgeBases');
      const labels = { knowledgeBasesLabel: { knowledge: { [publicBase.id]: '产品手册' } } };
      const librarian = await agentWith('librarian', toEntries(publicBase.id));
      expect(librarian).toMatchObject({ knowledgeBases: toEntries(publicBase.id), ...labels });
      expect(await call('/agent/get', { id: librarian.id })).toMatchObject(labels);
      const ownedByUser = { ...(await body('theirs')), ownerType: 'user', ownerId: user.id };
      expect(
        (await call('/agent/create', { ...ownedByUser, knowledgeBases: toEntries(privateBase.id) })).id,
      ).toBeGreaterThan(0);
    });

    it('is approved or rejected with a reason', async () => {
      const { id } = await createRecord('agent', await body('reviewed'));
      await call('/agent/submit', { id });
      expect(await rejected(call('/agent/reject', { id }))).toHaveProperty('rejectReason');
      expect(await call('/agent/reject', { id, rejectReason: '人设不清' })).toMatchObject({
        status: 'rejected',
        rejectReason: '人设不清',
      });
      await call('/agent/submit', { id });
      const approved = await call('/agent/approve', { id });
      expect(approved).toMatchObject({ status: 'published', publishedVersion: 1, rejectReason: null });
      expect(await toApiError(call('/agent/approve', { id }))).toMatchObject({ problem: 'stateConflict' });
    });

    it('is deleted with its versions, once it is no longer published', async () => {
      const { id } = await createRecord('agent', await body('short-lived'));
      const { version } = await call('/agent/publish', { id });
      expect(await toApiError(call('/agent/delete', { id, version }))).toMatchObject({ problem: 'stateConflict' });
      const unpublished = await call('/agent/unpublish', { id });
      await call('/agent/delete', { id, version: unpublished.version });
      const { total } = await call<{ total: number }>('/agent-version/list', { filters: { ownerId: [id] } });
      expect(total).toBe(0);
    });

    it('is published in a batch, each record as a separate version', async () => {
      const ids = [
        (await createRecord('agent', await body('bulk-a'))).id,
        (await createRecord('agent', await body('bulk-b'))).id,
      ];
      expect(await call('/agent/batch', { action: 'publish', ids, params: { note: '一起' } })).toMatchObject({
        affected: 2,
      });
      for (const id of ids) expect(await get('agent', id)).toMatchObject({ status: 'published', publishedVersion: 1 });
    });
  });

  describe('forms of templates', () => {
    it.each([
      ['form', { form: [{ name: '1', label: 'x', type: 'input' }] }],
      ['form', { form: [{ name: 'a', label: 'x', type: 'slider' }] }],
      ['form', { form: [{ name: 'a', label: 'x', type: 'select' }] }],
      ['form', { form: { a: 1 } }],
      ['prompt', { prompt: '写 {{topic}}' }],
    ])('reject an inconsistent definition with an error for %s: %j', async (field, wrong) => {
      const values = { ...{ name: 'x', key: 'wrong-form', form: [], prompt: '写' }, ...wrong };
      expect(Object.keys(await rejected(createRecord('write-template', values)))).toEqual([field]);
    });

    it('return the prompt and the missing inputs of a test', async () => {
      const form = [
        { name: 'topic', label: '主题', type: 'input', required: true },
        { name: 'tone', label: '语气', type: 'select', options: ['正式', '轻松'] },
      ];
      const { id } = await createRecord('write-template', {
        name: '信',
        key: 'letter',
        form,
        prompt: '{{tone}}地写：{{ topic }}',
      });
      const answer = await call<object>('/write-template/test', {
        id,
        given: { topic: '<b>春天</b> {{tone}}' },
      });
      expect(answer).toMatchObject({ prompt: '{{tone}}地写：<b>春天</b> {{tone}}', missing: ['tone'] });
    });
  });

  it('publishes scheduled content when it is due', async () => {
    const card = { title: '简历优化', link: '/apps/resume' };
    const { id } = await createRecord('ai-tech', card);
    const now = harness.engine.now;
    expect(await rejected(call('/ai-tech/schedule', { id, publishAt: now }))).toHaveProperty('publishAt');
    await call('/ai-tech/schedule', { id, publishAt: now + hour });
    expect(await moveDue(harness.services, createPlannedDue(aiTech))).toBe(0);
    harness.engine.now = now + hour;
    expect(await moveDue(harness.services, createPlannedDue(aiTech))).toBe(1);
    expect(await get('ai-tech', id)).toMatchObject({ status: 'published', publishedAt: now + hour });
  });

  it('requires the fields of the kind of a background', async () => {
    expect(Object.keys(await rejected(createRecord('ai-background', { name: '无图', kind: 'image' })))).toEqual([
      'picture',
    ]);
    expect(
      Object.keys(await rejected(createRecord('ai-background', { name: '渐变', kind: 'gradient', color: '#000000' }))),
    ).toEqual(['colorTo']);
    expect(await createRecord('ai-background', { name: '纯色', kind: 'color', color: '#123456' })).toMatchObject({
      useCount: 0,
    });
  });

  describe('menu items', () => {
    it('require a valid target', async () => {
      const { id: groupId } = await createRecord('menu-group', { name: '常用' });
      const item = (kind: string, target: string) =>
        createRecord('menu-item', { groupId, name: `${kind}${target}`, kind, target });
      for (const [kind, target] of [
        ['internal', 'https://example.com'],
        ['internal', '//evil.example'],
        ['external', 'javascript:alert(1)'],
        ['agent', 'nobody'],
      ] as const)
        expect(await rejected(item(kind, target))).toHaveProperty('target');
      expect(await item('internal', '/chat')).toMatchObject({ groupIdLabel: '常用' });
    });

    it('are shown to the users who may use them', async () => {
      const { id: groupId } = await createRecord('menu-group', { name: '会员专区', nameEn: 'Members' });
      const base = { groupId, kind: 'internal', target: '/vip' };
      await createRecord('menu-item', { ...base, name: '任何人' });
      await createRecord('menu-item', { ...base, name: '登录后', loginRequired: true });
      await createRecord('menu-item', { ...base, name: '高级', requiredVipLevel: 2 });
      await createRecord('menu-item', { ...base, name: '手机', platforms: ['ios'] });
      const countShown = async (viewer: string, vipLevel = 1) => {
        const body = { viewer, vipLevel, platform: 'web' };
        return (await call<Record<string, string[]>>('/menu-group/preview', body)).Members?.length;
      };
      expect([
        await countShown('guest'),
        await countShown('user'),
        await countShown('member'),
        await countShown('member', 2),
      ]).toEqual([1, 2, 2, 3]);
    });
  });

  it('shows the secret of a client app once, and requires increasing versions', async () => {
    const created = await createRecord('client-app', {
      name: 'iOS',
      platform: 'ios',
      callbackDomains: ['app.example.com'],
    });
    expect(created.secret).toMatch(/^[\w-]{43}$/);
    expect(created.appKey).toMatch(/^app_\w{12}$/);
    const stored = await get('client-app', created.id);
    expect(stored).not.toHaveProperty('secret');
    const release = (body: object) => call('/client-app/release', { id: created.id, ...body });
    expect(await release({ appVersion: '1.9.0', minVersion: '1.0' })).toMatchObject({ releasedAt: harness.engine.now });
    expect(await rejected(release({ appVersion: '1.9' }))).toHaveProperty('appVersion');
    expect(await rejected(release({ appVersion: '1.10.0', minVersion: '2.0' }))).toHaveProperty('minVersion');
    expect(await release({ appVersion: '1.10.0', forceUpdate: true })).toMatchObject({ minVersion: '1.0' });
    const withStepUp = callerNamed('admin', 1, { stepUpAt: harness.engine.now });
    const rotated = await harness.call<CreatedRecord>('/client-app/rotate', { id: created.id }, { as: withStepUp });
    expect(rotated.secret).not.toBe(created.secret);
  });
});
