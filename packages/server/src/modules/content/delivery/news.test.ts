import { randomUUID } from 'node:crypto';
import type { ServiceApiClient } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from '../../../../test/service-harness.ts';
import { databaseKinds } from '../../../../test/test-database.ts';
import { withNamedTables } from '../../../platform/store/database.ts';

const day = 86_400_000;

describe.each(databaseKinds)('news on %s', (kind) => {
  let space: ServiceHarness;
  let api: ServiceApiClient;
  beforeAll(async () => {
    space = await createServiceHarness(kind);
    api = space.api(await space.newClient({ scopes: ['news', 'catalogue'] }));
  });
  afterAll(() => space.drop());

  const admin = async (path: string, body: object) => {
    const { code, data, errors } = await space.admin(path, body);
    expect([code, errors]).toEqual([20_000, {}]);
    return data as { readonly id: number; readonly version: number; readonly readCount: number };
  };
  const announce = async (title: string, values: object = {}) => {
    const { id } = await admin('/notice/create', { title, content: `${title}。`, ...values });
    await admin('/notice/publish', { id });
    return id;
  };
  const newUser = async () => (await admin('/user/create', { username: randomUUID() })).id;
  const seen = async (userId: number | null, platform: 'web' | 'app' | 'ios' | 'android' | null = null) =>
    (await api.call('newsNotices', { userId, platform })).items.map(({ title }) => title);

  it('shows an announcement to those it is for, while it is out', async () => {
    const old = await newUser();
    space.now += 8 * day;
    await space.signIn();
    const [fresh, member] = [await newUser(), await newUser()];
    const plan = await admin('/vip-plan/create', {
      name: '月卡',
      level: 1,
      price: 100,
      durationValue: 1,
      durationUnit: 'month',
    });
    await space.proveMyself();
    await admin('/user/grant-membership', { id: member, planId: plan.id, reason: 'for a test' });
    await announce('所有人');
    await announce('会员', { audience: 'vip' });
    await announce('非会员', { audience: 'nonVip' });
    await announce('新人', { audience: 'new' });
    await announce('客户端', { platforms: ['ios', 'web'], pinned: true });
    const chosen = await announce('补偿说明', { audience: 'chosen' });
    await admin('/user/send-notice', { id: old, noticeId: chosen });
    await admin('/user/send-notice', { id: old, noticeId: chosen });
    const over = await announce('很快结束', { endAt: space.now + 1_000 });
    await admin('/notice/create', { title: '草稿', content: '。' });
    expect(await seen(null)).toEqual(['客户端', '很快结束', '所有人']);
    space.now += 2_000;
    expect(await seen(null)).toEqual(['客户端', '所有人']);
    expect(await seen(null, 'ios')).toEqual(['客户端', '所有人']);
    expect(await seen(null, 'android')).toEqual(['所有人']);
    expect(await seen(old, 'android')).toEqual(['补偿说明', '非会员', '所有人']);
    expect(await seen(fresh, 'app')).toEqual(['客户端', '新人', '非会员', '所有人']);
    expect(await seen(member, 'android')).toEqual(['新人', '会员', '所有人']);
    expect((await api.call('newsRead', { userId: old, noticeIds: [over] })).read).toBe(1);
    const { id, version } = await admin('/notice/get', { id: await announce('没有开始时间') });
    await admin('/notice/update', { id, version, startAt: null });
    expect(await seen(null)).toEqual(['客户端', '所有人', '没有开始时间']);
    const wrong = await space.admin('/user/send-notice', { id: old, noticeId: over });
    expect(Object.keys(wrong.errors)).toEqual(['noticeId']);
    await expect(seen(999_999)).rejects.toMatchObject({ code: 40_400 });
  });

  it('counts each reader once, and returns the number of unread announcements', async () => {
    const [one, other] = [await newUser(), await newUser()];
    const id = await announce('读我', { titleEn: 'Read me', contentEn: 'Please.' });
    const before = await api.call('newsNotices', { userId: one });
    expect(before.items.find((item) => item.id === id)).toMatchObject({
      ...{ title: 'Read me', content: 'Please.', isRead: false, popupFrequency: 'once', dismissible: true },
    });
    const read = { userId: one, noticeIds: [id, id, 999_999] };
    expect(await api.call('newsRead', read)).toEqual({ read: 1 });
    expect(await api.call('newsRead', read)).toEqual({ read: 0 });
    await Promise.all([1, 2, 3].map(() => api.call('newsRead', { ...read, userId: other })));
    expect(await admin('/notice/get', { id })).toMatchObject({ readCount: 2, version: 2 });
    const after = await api.call('newsNotices', { userId: one });
    expect(after.unread).toBe(before.unread - 1);
    expect(after.items.find((item) => item.id === id)?.isRead).toBe(true);
    expect(await admin('/notice/resend', { id })).toMatchObject({ readCount: 0, version: 3 });
    const rebuilt = await api.call('newsNotices', { userId: one });
    expect(rebuilt.items.find((item) => item.id === id)?.isRead).toBe(false);
    expect(await api.call('newsRead', read)).toEqual({ read: 1 });
    const entries = await space.admin('/audit-log/list', { filters: { resource: ['notice'], action: ['resend'] } });
    expect(entries.data).toMatchObject({ total: 1 });
    await admin('/notice/update', { id, version: 3, endAt: space.now + 1_000 });
    space.now += 2_000;
    expect(Object.keys((await space.admin('/notice/resend', { id })).errors)).toEqual(['endAt']);
    await admin('/notice/unpublish', { id });
    expect((await space.admin('/notice/resend', { id })).code).toBe(40_902);
  });

  it('lists help docs and questions with their answers, and counts their ratings', async () => {
    const { id } = await admin('/help-doc/create', { title: '入门', slug: 'start', content: '你好' });
    const [one, other] = [await newUser(), await newUser()];
    const rate = (userId: number, isHelpful: boolean) => api.call('newsRate', { userId, docId: id, isHelpful });
    await expect(rate(one, true)).rejects.toMatchObject({ code: 40_400 });
    const { version } = await admin('/help-doc/publish', { id });
    await admin('/help-doc/update', { id, version, content: '还没发布' });
    const { items } = await api.call('catalogueList', { kind: 'helpDocs' });
    expect(items).toMatchObject([{ id, slug: 'start', content: '你好' }]);
    // A document published before versions were stored is shown as it was, whatever was edited since.
    const old = await admin('/help-doc/create', { title: '旧文', slug: 'old', content: '旧的', pinned: true });
    const values = { status: 'published', published_at: 1 };
    const { database } = space.foundation;
    await database.transaction((tx) =>
      withNamedTables(tx).updateTable('help_docs').set(values).where('id', '=', old.id).execute(),
    );
    const shown = async () => (await api.call('catalogueList', { kind: 'helpDocs' })).items[1];
    expect(await shown()).toMatchObject({ slug: 'old', content: '旧的' });
    for (const [at, content] of ['改一', '改二'].entries())
      await admin('/help-doc/update', { id: old.id, version: old.version + at, content });
    expect(await shown()).toMatchObject({ slug: 'old', content: '旧的' });
    expect(await admin('/help-doc/get', { id: old.id })).toMatchObject({ content: '改二', publishedVersion: 1 });
    await admin('/help-doc/publish', { id: old.id });
    expect(await shown()).toMatchObject({ content: '改二' });
    expect(await rate(one, true)).toEqual({ helpful: 1, unhelpful: 0 });
    expect(await rate(other, false)).toEqual({ helpful: 1, unhelpful: 1 });
    expect(await rate(one, true)).toEqual({ helpful: 1, unhelpful: 1 });
    await Promise.all([rate(one, false), rate(one, false)]);
    await api.call('catalogueCount', { uses: [{ kind: 'helpDocs', id, uses: 3 }] });
    expect(await admin('/help-doc/get', { id })).toMatchObject({ helpful: 0, unhelpful: 2, viewCount: 3, version: 3 });
    await admin('/vip-faq/create', { question: '怎么退款', answer: '联系客服' });
    expect((await api.call('catalogueList', { kind: 'faqs' })).items).toMatchObject([{ question: '怎么退款' }]);
  });
});
