import { formatMaterial } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { rejected } from '../../../test/rejected.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { moveDue } from '../../platform/engine/record-actions/move-record.ts';
import {
  findDocument,
  listAreasUsing,
  pruneUnattachedDocuments,
  storeDocument,
} from '../knowledge/store/document-store.ts';
import { getGuestEligibility } from '../memberships/quotas/eligibility.ts';
import { lessonsDue } from './admin-actions.ts';
import { readMaterial } from './service-calls.ts';

interface Lesson {
  readonly id: number;
  readonly version: number;
  readonly [field: string]: unknown;
}
const hour = 3_600_000;
const week = 168 * hour;

describe.each(databaseKinds)('the timetable on %s', (kind) => {
  let harness: OperationHarness;
  let courseId: number;
  let start: number;
  beforeAll(async () => {
    harness = await createOperationHarness(kind);
    start = harness.engine.now + 1000 * hour;
    courseId = (await call('/course/create', { title: '课', slug: 'a-course', teacher: '周岚' })).id;
  });
  afterAll(() => harness.drop());
  const call = (path: string, body: object) => harness.call<Lesson>(path, body);
  const lesson = (teacher: string, from: number, to: number, more: object = {}) =>
    call('/course-schedule/create', {
      ...{ courseId, title: teacher, teacher, startAt: start + from * hour, endAt: start + to * hour },
      ...more,
    });
  const get = (id: number) => call('/course-schedule/get', { id });

  it('rejects a second lesson of a teacher at the same time, on every path', async () => {
    const first = await lesson('周岚', 0, 2);
    for (const [from, to] of [
      [1, 3],
      [-1, 1],
      [0.5, 1.5],
      [-1, 3],
    ] as const)
      expect(await rejected(lesson('周岚', from, to))).toHaveProperty('startAt');
    const [next, other] = [await lesson('周岚', 2, 3), await lesson('何川', 1, 2)];
    const moved = { id: next.id, version: next.version, startAt: start + hour };
    expect(await rejected(call('/course-schedule/update', moved))).toHaveProperty('startAt');
    expect(await call('/course-schedule/update', { ...moved, startAt: next.startAt, capacity: 30 })).toMatchObject({
      capacity: 30,
    });
    const batch = await call('/course-schedule/batch', {
      action: 'update',
      ids: [other.id],
      params: { teacher: '周岚' },
    });
    expect(batch).toMatchObject({ affected: 0, failed: 1 });
    const row = { courseId, title: '导入', teacher: '周岚', startAt: start, endAt: start + hour };
    const imported = await call('/course-schedule/import', { rows: [{ line: 1, values: row }] });
    expect(imported).toMatchObject({ created: 0, failed: 1 });
    await call('/course-schedule/cancel', { id: first.id, cancelReason: '讲师出差' });
    expect(await lesson('周岚', 0, 2)).toMatchObject({ status: 'planned' });
  });

  it('accepts one of five concurrent requests for the same time', async () => {
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => lesson('苏青', 0, 1)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('requires an end after the start, and a location for lessons on site', async () => {
    expect(await rejected(lesson('罗一', 2, 1))).toHaveProperty('endAt');
    expect(await rejected(lesson('罗一', 1, 2, { mode: 'offline' }))).toHaveProperty('place');
  });

  it('is copied to the next week, once', async () => {
    const { id } = await lesson('林深', 0, 1, { capacity: 12 });
    const copy = await call('/course-schedule/copy-to-next-week', { id });
    expect(copy).toMatchObject({ startAt: start + week, endAt: start + week + hour, capacity: 12, enrolled: 0 });
    expect(await rejected(call('/course-schedule/copy-to-next-week', { id }))).toHaveProperty('startAt');
  });

  it('starts and ends automatically', async () => {
    const { id } = await lesson('陈默', 0, 1);
    const pass = async (now: number) => {
      harness.engine.now = now;
      for (const due of lessonsDue) await moveDue(harness.services, due);
      return (await get(id)).status;
    };
    expect([await pass(start - 1), await pass(start), await pass(start + hour)]).toEqual([
      'planned',
      'ongoing',
      'finished',
    ]);
  });

  it('keeps a course that has lessons, and sells none without a price', async () => {
    const { version } = await call('/course/get', { id: courseId });
    await expect(call('/course/delete', { id: courseId, version })).rejects.toMatchObject({ problem: 'inUse' });
    const paid = { title: '付费', slug: 'paid', teacher: '周岚', isFree: false };
    expect(await rejected(call('/course/create', paid))).toHaveProperty('price');
  });

  it('accepts courses with URLs and files, and retains the files as long as a course names one', async () => {
    const { database, services } = harness;
    const keep = (name: string, text: string) =>
      database.transaction((tx) =>
        storeDocument(tx, { name, bytes: Buffer.from(text), format: 'text', by: 1, at: harness.engine.now }),
      );
    const [notes, extra] = [await keep('讲义, 一.txt', '第一章'), await keep('b.txt', '习题')];
    const [first, second] = [notes, extra].map(formatMaterial);
    const values = { title: '有资料', slug: 'with-material', teacher: '周岚' };
    const lost = `document:${'0'.repeat(32)}/lost.pdf`;
    for (const attachments of [[lost], ['http://example.com'], [`document:${notes.file}`]])
      expect(await rejected(call('/course/create', { ...values, attachments }))).toHaveProperty('attachments');
    const row = { ...values, slug: 'imported', attachments: [lost] };
    expect(await call('/course/import', { rows: [{ line: 1, values: row }] })).toMatchObject({ failed: 1 });
    const { id } = await call('/course/create', { ...values, attachments: ['https://example.com/a', first] });
    expect(await rejected(call('/course/attach', { id, file: 'x' }))).toHaveProperty('file');
    expect(await rejected(call('/course/attach', { id, file: notes.file }))).toHaveProperty('file');
    const { version } = await call('/course/attach', { id, file: extra.file });
    expect(await call('/course/get', { id })).toMatchObject({ attachments: ['https://example.com/a', first, second] });
    expect(await listAreasUsing(database.read, extra.file)).toEqual(['devcourse']);

    // A file that a course names is retained; it is deleted a day after its last reference is removed.
    const purge = () => database.transaction((tx) => pruneUnattachedDocuments(tx, harness.engine.now + 2 * 24 * hour));
    expect(await purge()).toBe(0);
    const requested = { file: notes.file, part: 0, status: null };
    const read = (more: object = {}) =>
      readMaterial(database.read, services.catalogue, { courseId: id, ...requested, ...more });
    await expect(read()).rejects.toMatchObject({ problem: 'notFound' });
    await call('/course/publish', { id });
    const reported = { name: '讲义 一.txt', size: 9, part: 0, more: false };
    expect(await read()).toEqual({ ...reported, content: Buffer.from('第一章').toString('base64') });
    await expect(read({ part: 1 })).rejects.toMatchObject({ problem: 'notFound' });
    await call('/course/update', { id, attachments: [first], requiredVipLevel: 2, version: version + 1 });
    await expect(read({ file: extra.file })).rejects.toMatchObject({ problem: 'notFound' });
    const guest = getGuestEligibility({ guest: { appCategoryIds: [] } as never });
    await expect(read({ status: guest })).rejects.toMatchObject({ problem: 'denied' });
    expect(await read({ status: { ...guest, level: 2 } })).toMatchObject(reported);
    const copy = await call('/course/clone', { id });
    expect(copy).toMatchObject({ attachments: [first] });
    expect(await purge()).toBe(1);
    expect(await findDocument(database.read, extra.file)).toBeNull();
    expect(await findDocument(database.read, notes.file)).not.toBeNull();
  });
});
