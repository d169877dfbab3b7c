import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { rejected } from '../../../test/rejected.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { createContentJob } from './content-job.ts';
import { publishDueNotices } from './publish-notice.ts';

interface Notice {
  readonly id: number;
  readonly version: number;
  readonly status: string;
  readonly startAt: number | null;
  readonly endAt: number | null;
}
const hour = 3_600_000;

describe.each(databaseKinds)('news on %s', (kind) => {
  let harness: OperationHarness;
  let now: number;
  beforeEach(async () => {
    harness = await createOperationHarness(kind);
    now = harness.engine.now;
  });
  afterEach(() => harness.drop());
  const draft = (values: Record<string, unknown> = {}) =>
    harness.call<Notice>('/notice/create', { title: '周日维护', content: '两点到四点', ...values });
  const run = (name: string, id: number, values: Record<string, unknown> = {}) =>
    harness.call<Notice>(`/notice/${name}`, { id, ...values });
  const read = (id: number) => harness.call<Notice>('/notice/get', { id });
  const audits = (action: string) =>
    harness.database.read.selectFrom('audit_logs').selectAll().where('action', '=', action).execute();

  describe('an announcement', () => {
    it('starts now when it is published, and notifies users', async () => {
      const { id } = await draft();
      expect(await run('publish', id)).toMatchObject({ status: 'published', startAt: now, version: 2 });
      const reported = await harness.database.read.selectFrom('notifications').selectAll().execute();
      expect(reported).toMatchObject([{ event: 'noticePublished', params: '{"title":"周日维护"}' }]);
      expect(await audits('publish')).toHaveLength(1);
    });

    it('is written in one text in both languages, and scheduled with it', async () => {
      const compose = (text: string) =>
        harness.call<Notice>('/notice/compose', { text, audience: 'vip', startAt: now + hour });
      const both = { title: '维护', content: '周日两点', titleEn: 'Maintenance', contentEn: 'On Sunday\nat two' };
      expect(await compose('维护\n周日两点\n\nMaintenance\nOn Sunday\nat two')).toMatchObject({
        ...{ ...both, audience: 'vip', type: 'notice', status: 'scheduled', startAt: now + hour },
      });
      expect(await rejected(compose('维护'))).toEqual({ text: ['Content (Chinese) is required'] });
      expect(await audits('compose')).toHaveLength(1);
      harness.engine.now += 2 * hour;
      expect(await publishDueNotices(harness.services)).toBe(1);
    });

    it('keeps a start in the past, and replaces one in the future', async () => {
      const past = await draft({ startAt: now - hour });
      const planned = await draft({ startAt: now + hour });
      expect((await run('publish', past.id)).startAt).toBe(now - hour);
      expect((await run('publish', planned.id)).startAt).toBe(now);
    });

    it('that ends before it starts is rejected by every call', async () => {
      const wrong = { startAt: now, endAt: now - 1 };
      const expected = { endAt: ['The display time starts after it ends'] };
      expect(await rejected(draft(wrong))).toEqual(expected);
      const { id, version } = await draft({ startAt: now, endAt: now + hour });
      expect(await rejected(harness.call('/notice/update', { id, version, endAt: now - 1 }))).toEqual(expected);
      expect(await rejected(run('schedule', id, { startAt: now + 2 * hour }))).toEqual(expected);
      harness.engine.now += 2 * hour;
      expect(await rejected(run('publish', id))).toEqual(expected);
      expect(await read(id)).toMatchObject({ status: 'draft', version });
    });

    it('that was scheduled is published once its time has come, and not before', async () => {
      const { id } = await draft();
      await run('schedule', id, { startAt: now + hour });
      harness.engine.now = now + hour - 1;
      expect(await publishDueNotices(harness.services)).toBe(0);
      harness.engine.now = now + hour;
      expect(await publishDueNotices(harness.services)).toBe(1);
      expect(await read(id)).toMatchObject({ status: 'published', startAt: now + hour, version: 3 });
      expect(await audits('publishDue')).toMatchObject([{ actor_name: 'system', via: 'system', resource_id: id }]);
    });

    it('is published once by five processes at the same time', async () => {
      const { id } = await draft();
      await run('schedule', id, { startAt: now });
      const counts = await Promise.all(Array.from({ length: 5 }, () => publishDueNotices(harness.services)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
      expect(await audits('publishDue')).toHaveLength(1);
    });

    it('stays unpublished when its schedule was canceled before its time', async () => {
      const { id } = await draft();
      await run('schedule', id, { startAt: now });
      await run('unpublish', id);
      expect(await publishDueNotices(harness.services)).toBe(0);
      expect((await read(id)).status).toBe('unpublished');
    });
  });

  describe('a help doc', () => {
    interface Doc extends Notice {
      readonly untranslated: boolean;
      readonly changedSince: boolean;
      readonly content: string;
    }
    const doc = (name: string, values: Record<string, unknown>) => harness.call<Doc>(`/help-doc/${name}`, values);
    const write = (slug: string, values: Record<string, unknown> = {}) =>
      doc('create', { title: '入门', slug, content: '你好', ...values });
    const versions = async (id: number) => {
      const { items } = await harness.call<{ items: { no: number; note: string | null; publisher: string }[] }>(
        '/help-doc-version/list',
        { filters: { ownerId: [id] } },
      );
      return items.map(({ no, note, publisher }) => [no, note, publisher]);
    };

    it('stores when it was last published', async () => {
      const { id } = await write('start');
      const out = { status: 'published', publishedAt: now, publishedVersion: 1 };
      expect(await doc('publish', { id })).toMatchObject(out);
      await doc('unpublish', { id });
      harness.engine.now += hour;
      expect(await doc('publish', { id })).toMatchObject({ publishedAt: now + hour, publishedVersion: 2 });
    });

    it('is published once at its scheduled time with its latest content, and can be rolled back', async () => {
      const { id } = await write('planned');
      await expect(doc('schedule', { id, publishAt: now })).rejects.toMatchObject({ problem: 'invalid' });
      const { version } = await doc('schedule', { id, publishAt: now + hour });
      await doc('update', { id, version, content: '改过的' });
      const tick = createContentJob(harness.services);
      await tick.run();
      expect((await doc('get', { id })).status).toBe('scheduled');
      harness.engine.now += hour;
      await Promise.all([tick.run(), tick.run()]);
      const out = await doc('get', { id });
      expect(out).toMatchObject({ status: 'published', publishedAt: now + hour, publishedVersion: 1 });
      const changed = await doc('update', { id, version: out.version, content: '写坏了', pinned: true });
      expect([out, changed].map(({ changedSince }) => changedSince)).toEqual([false, true]);
      await doc('publish', { id, note: '新章节' });
      const back = await doc('rollback', { id, no: 1 });
      expect(back).toMatchObject({ content: '改过的', pinned: true, changedSince: false });
      expect(await versions(id)).toEqual([
        [3, '↩ 1', 'admin-1'],
        [2, '新章节', 'admin-1'],
        [1, null, 'system'],
      ]);
      await expect(doc('delete', { id, version: back.version })).rejects.toMatchObject({ problem: 'stateConflict' });
      const { version: last } = await doc('unpublish', { id });
      await doc('delete', { id, version: last });
      expect(await versions(id)).toEqual([]);
    });

    it('does not restore an address that another one uses now', async () => {
      const { id } = await write('first');
      const { version } = await doc('publish', { id });
      await doc('update', { id, version, slug: 'second' });
      await doc('publish', { id });
      await write('first');
      await expect(doc('rollback', { id, no: 1 })).rejects.toMatchObject({
        problem: 'invalid',
        detail: { errors: { slug: [expect.any(String)] } },
      });
      expect(await versions(id)).toHaveLength(2);
    });

    it('reports a missing English text, whichever action removed it', async () => {
      const english = { titleEn: 'Start', contentEn: 'Hello' };
      const full = await write('full', english);
      const half = await write('half', { titleEn: 'Half' });
      expect([full.untranslated, half.untranslated]).toEqual([false, true]);
      await doc('publish', { id: full.id });
      const { version } = await doc('get', { id: full.id });
      expect(await doc('update', { id: full.id, version, contentEn: null })).toMatchObject({ untranslated: true });
      expect(await doc('clone', { id: full.id })).toMatchObject({ untranslated: true, slug: 'full-copy' });
      expect(await doc('rollback', { id: full.id, no: 1 })).toMatchObject({ untranslated: false });
      const values = { title: '表里来的', slug: 'from-a-file', content: '你好', ...english };
      await harness.call('/help-doc/import', { rows: [{ line: 2, values }] });
      const { items } = await harness.call<{ items: { slug: string }[] }>('/help-doc/list', {
        filters: { untranslated: [true] },
      });
      expect(items.map(({ slug }) => slug).sort()).toEqual(['full-copy', 'half']);
    });
  });
});
