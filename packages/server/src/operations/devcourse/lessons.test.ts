import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../../test/fresh-database.ts';
import { type FreshOperations, freshOperations } from '../../../test/fresh-operations.ts';
import { refused } from '../../../test/refused.ts';
import { moveDue } from '../catalogue/move-due.ts';
import { lessonsDue } from './index.ts';

interface Lesson {
  readonly id: number;
  readonly version: number;
  readonly [field: string]: unknown;
}
const hour = 3_600_000;
const week = 168 * hour;

describe.each(databaseKinds)('the timetable on %s', (kind) => {
  let fresh: FreshOperations;
  let courseId: number;
  let start: number;
  beforeAll(async () => {
    fresh = await freshOperations(kind);
    start = fresh.engine.now + 1000 * hour;
    courseId = (await call('/course/create', { title: '课', slug: 'a-course', teacher: '周岚' })).id;
  });
  afterAll(() => fresh.drop());
  const call = (path: string, body: object) => fresh.call<Lesson>(path, body);
  const lesson = (teacher: string, from: number, to: number, more: object = {}) =>
    call('/course-schedule/create', {
      ...{ courseId, title: teacher, teacher, startAt: start + from * hour, endAt: start + to * hour },
      ...more,
    });
  const get = (id: number) => call('/course-schedule/get', { id });

  it('gives a teacher one lesson at a time, whichever way it is asked', async () => {
    const first = await lesson('周岚', 0, 2);
    for (const [from, to] of [
      [1, 3],
      [-1, 1],
      [0.5, 1.5],
      [-1, 3],
    ] as const)
      expect(await refused(lesson('周岚', from, to))).toHaveProperty('startAt');
    const [next, other] = [await lesson('周岚', 2, 3), await lesson('何川', 1, 2)];
    const moved = { id: next.id, version: next.version, startAt: start + hour };
    expect(await refused(call('/course-schedule/update', moved))).toHaveProperty('startAt');
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

  it('is not doubled by five who plan at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 5 }, () => lesson('苏青', 0, 1)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('has lessons that end after they start, and a place for those that are held at one', async () => {
    expect(await refused(lesson('罗一', 2, 1))).toHaveProperty('endAt');
    expect(await refused(lesson('罗一', 1, 2, { mode: 'offline' }))).toHaveProperty('place');
  });

  it('is copied to the next week, once', async () => {
    const { id } = await lesson('林深', 0, 1, { capacity: 12 });
    const copy = await call('/course-schedule/copy-to-next-week', { id });
    expect(copy).toMatchObject({ startAt: start + week, endAt: start + week + hour, capacity: 12, enrolled: 0 });
    expect(await refused(call('/course-schedule/copy-to-next-week', { id }))).toHaveProperty('startAt');
  });

  it('begins and ends by itself', async () => {
    const { id } = await lesson('陈默', 0, 1);
    const pass = async (now: number) => {
      fresh.engine.now = now;
      for (const due of lessonsDue) await moveDue(fresh.services, due);
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
    await expect(call('/course/delete', { id: courseId, version })).rejects.toMatchObject({ fault: 'inUse' });
    const paid = { title: '付费', slug: 'paid', teacher: '周岚', isFree: false };
    expect(await refused(call('/course/create', paid))).toHaveProperty('price');
  });
});
