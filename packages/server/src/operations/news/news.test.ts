import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../../test/fresh-database.ts';
import { type FreshOperations, freshOperations } from '../../../test/fresh-operations.ts';
import { refused } from '../../../test/refused.ts';
import { publishDueNotices } from './publish-due.ts';

interface Notice {
  readonly id: number;
  readonly version: number;
  readonly status: string;
  readonly startAt: number | null;
  readonly endAt: number | null;
}
const hour = 3_600_000;

describe.each(databaseKinds)('news on %s', (kind) => {
  let fresh: FreshOperations;
  let now: number;
  beforeEach(async () => {
    fresh = await freshOperations(kind);
    now = fresh.engine.now;
  });
  afterEach(() => fresh.drop());
  const draft = (values: Record<string, unknown> = {}) =>
    fresh.call<Notice>('/notice/create', { title: '周日维护', content: '两点到四点', ...values });
  const run = (name: string, id: number, values: Record<string, unknown> = {}) =>
    fresh.call<Notice>(`/notice/${name}`, { id, ...values });
  const read = (id: number) => fresh.call<Notice>('/notice/get', { id });
  const audits = (action: string) =>
    fresh.database.read.selectFrom('audit_logs').selectAll().where('action', '=', action).execute();

  describe('an announcement', () => {
    it('that is published starts now, and people hear of it', async () => {
      const { id } = await draft();
      expect(await run('publish', id)).toMatchObject({ status: 'published', startAt: now, version: 2 });
      const told = await fresh.database.read.selectFrom('notifications').selectAll().execute();
      expect(told).toMatchObject([{ event: 'noticePublished', params: '{"title":"周日维护"}' }]);
      expect(await audits('publish')).toHaveLength(1);
    });

    it('is written in one text in both languages, and scheduled with it', async () => {
      const compose = (text: string) =>
        fresh.call<Notice>('/notice/compose', { text, audience: 'vip', startAt: now + hour });
      const both = { title: '维护', content: '周日两点', titleEn: 'Maintenance', contentEn: 'On Sunday\nat two' };
      expect(await compose('维护\n周日两点\n\nMaintenance\nOn Sunday\nat two')).toMatchObject({
        ...{ ...both, audience: 'vip', type: 'notice', status: 'scheduled', startAt: now + hour },
      });
      expect(await refused(compose('维护'))).toEqual({ text: ['Content (Chinese) is required'] });
      expect(await audits('compose')).toHaveLength(1);
      fresh.engine.now += 2 * hour;
      expect(await publishDueNotices(fresh.services)).toBe(1);
    });

    it('keeps a start in the past, and gives up one that is still to come', async () => {
      const past = await draft({ startAt: now - hour });
      const planned = await draft({ startAt: now + hour });
      expect((await run('publish', past.id)).startAt).toBe(now - hour);
      expect((await run('publish', planned.id)).startAt).toBe(now);
    });

    it('that ends before it starts is refused at every door', async () => {
      const wrong = { startAt: now, endAt: now - 1 };
      const expected = { endAt: ['The time shown starts after it ends'] };
      expect(await refused(draft(wrong))).toEqual(expected);
      const { id, version } = await draft({ startAt: now, endAt: now + hour });
      expect(await refused(fresh.call('/notice/update', { id, version, endAt: now - 1 }))).toEqual(expected);
      expect(await refused(run('schedule', id, { startAt: now + 2 * hour }))).toEqual(expected);
      fresh.engine.now += 2 * hour;
      expect(await refused(run('publish', id))).toEqual(expected);
      expect(await read(id)).toMatchObject({ status: 'draft', version });
    });

    it('that was scheduled is published once its time has come, and not before', async () => {
      const { id } = await draft();
      await run('schedule', id, { startAt: now + hour });
      fresh.engine.now = now + hour - 1;
      expect(await publishDueNotices(fresh.services)).toBe(0);
      fresh.engine.now = now + hour;
      expect(await publishDueNotices(fresh.services)).toBe(1);
      expect(await read(id)).toMatchObject({ status: 'published', startAt: now + hour, version: 3 });
      expect(await audits('publishDue')).toMatchObject([{ actor_name: 'system', via: 'system', resource_id: id }]);
    });

    it('is published once by five processes at the same time', async () => {
      const { id } = await draft();
      await run('schedule', id, { startAt: now });
      const counts = await Promise.all(Array.from({ length: 5 }, () => publishDueNotices(fresh.services)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(await audits('publishDue')).toHaveLength(1);
    });

    it('that was withdrawn in time stays so', async () => {
      const { id } = await draft();
      await run('schedule', id, { startAt: now });
      await run('withdraw', id);
      expect(await publishDueNotices(fresh.services)).toBe(0);
      expect((await read(id)).status).toBe('withdrawn');
    });
  });

  it('a help doc keeps when it was published, the last time', async () => {
    const { id } = await fresh.call<Notice>('/help-doc/create', { title: '入门', slug: 'start', content: '你好' });
    expect(await fresh.call('/help-doc/publish', { id })).toMatchObject({ status: 'published', publishedAt: now });
    await fresh.call('/help-doc/offline', { id });
    fresh.engine.now += hour;
    expect(await fresh.call('/help-doc/publish', { id })).toMatchObject({ publishedAt: now + hour });
  });
});
