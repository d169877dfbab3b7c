import { ApiError, type UndoAnswer } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../test/operation-harness.ts';
import { databaseKinds } from '../../test/test-database.ts';
import { anAdmin, callerNamed } from '../../test/test-engine.ts';

interface Made {
  readonly id: number;
  readonly version: number;
  readonly [field: string]: unknown;
}

/** The name and message of an error; null for a success. */
const toApiError = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return [error.problem, error.detail.message];
      throw error;
    },
  );

const stored = ['stateConflict', 'Not undone: the record was changed again later.'];
const noWay = ['stateConflict', 'This cannot be undone'];

describe.each(databaseKinds)('undo of hand-written actions on %s', (kind) => {
  let harness: OperationHarness;
  let keys = 0;
  beforeAll(async () => {
    harness = await createOperationHarness(kind);
  });
  afterAll(() => harness.drop());

  const make = (entity: string, body: object) => harness.call<Made>(`/${entity}/create`, body);
  const get = (entity: string, id: number) => harness.call<Made>(`/${entity}/get`, { id });
  const update = async (entity: string, id: number, values: object) =>
    harness.call<Made>(`/${entity}/update`, { id, version: (await get(entity, id)).version, ...values });
  /** Runs a call under a new idempotency key and returns the key. */
  const run = async (path: string, body: object) => {
    keys += 1;
    await harness.call(path, body, { key: `do-${keys}` });
    return `do-${keys}`;
  };
  const undo = (key: string, own = `undo-${key}`) => harness.call<UndoAnswer>('/undo/call', { key }, { key: own });
  const order = async () => {
    const rows = await harness.database.read
      .selectFrom('agent_categories')
      .select(['id', 'name', 'sort'])
      .orderBy('sort')
      .orderBy('id')
      .execute();
    return rows.map(({ id, name, sort }) => ({ id: id, name: name, sort: Number(sort) }));
  };
  const names = async () => (await order()).map(({ name }) => name).join('');
  const getId = async (name: string) => (await order()).find((row) => row.name === name)?.id ?? 0;

  describe('a position in an order', () => {
    beforeAll(async () => {
      for (const name of 'abcdef') await make('agent-category', { name, sort: 500 });
    });

    test('is restored together with the records that were shifted, and can be changed again', async () => {
      const key = await run('/agent-category/reorder', { id: await getId('e'), position: 2 });
      expect(await names()).toBe('aebcdf');
      expect(await undo(key)).toMatchObject({ affected: 6, failed: 0 });
      expect((await order()).map(({ sort }) => sort)).toEqual([500, 500, 500, 500, 500, 500]);
      await undo(`undo-${key}`, 'again');
      expect(await order()).toMatchObject([...'aebcdf'].map((name, at) => ({ name, sort: at + 1 })));
    });

    test('is not restored when one of the records has moved again', async () => {
      const key = await run('/agent-category/reorder', { id: await getId('f'), position: 1 });
      await run('/agent-category/reorder', { id: await getId('a'), position: 5 });
      const before = await order();
      expect(await toApiError(undo(key))).toEqual(stored);
      expect(await order()).toEqual(before);
    });

    test('has no gaps and loses no records under concurrent moves, and a stale record is reported', async () => {
      const other = callerNamed('user', 7);
      const before = await order();
      const moves = before.flatMap(({ id }, at) => [
        harness.call('/agent-category/reorder', { id, position: before.length - at }),
        harness.call('/agent-category/reorder', { id, position: ((at * 3) % before.length) + 1 }, { as: other }),
      ]);
      await Promise.all(moves);
      const after = await order();
      expect(after.map(({ sort }) => sort)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
      const [first] = after;
      const seen = await get('agent-category', first?.id ?? 0);
      await harness.call('/agent-category/reorder', { id: seen.id, version: seen.version, position: 4 }, { as: other });
      const late = harness.call('/agent-category/reorder', { id: seen.id, version: seen.version, position: 2 });
      expect((await toApiError(late))?.[0]).toBe('conflict');
      expect((await get('agent-category', seen.id)).sort).toBe(4);
    });

    test('is restored within its own group, where records have groups', async () => {
      const [one, two] = [await make('menu-group', { name: 'one' }), await make('menu-group', { name: 'two' })];
      const item = (groupId: number, name: string) =>
        make('menu-item', { groupId, name, kind: 'external', target: 'https://gantry.test/' });
      const [first, second, elsewhere] = [await item(one.id, 'x'), await item(one.id, 'y'), await item(two.id, 'z')];
      const key = await run('/menu-item/reorder', { id: second.id, position: 1 });
      expect((await get('menu-item', elsewhere.id)).sort).toBe(1000);
      await undo(key);
      expect([(await get('menu-item', first.id)).sort, (await get('menu-item', second.id)).sort]).toEqual([1000, 1000]);
    });
  });

  test('restores tags and reverses a ban and its lifting, for one user and for many', async () => {
    const people = [await make('user', { username: 'ann-lee' }), await make('user', { username: 'bob-lee' })];
    const ids = people.map(({ id }) => id);
    const tagged = await run('/user/batch', { action: 'addTags', ids, params: { tags: ['vip'] } });
    await harness.call('/user/add-tags', { id: ids[1], tags: ['late'] });
    const answer = await undo(tagged);
    expect(answer).toMatchObject({ affected: 1, failed: 1 });
    expect([(await get('user', ids[0] ?? 0)).tags ?? [], (await get('user', ids[1] ?? 0)).tags]).toEqual([
      [],
      ['vip', 'late'],
    ]);
    const [id] = ids;
    await harness.call('/user/ban', { id, banReason: 'spam' });
    const unbanned = await run('/user/unban', { id });
    await undo(unbanned);
    expect(await get('user', id ?? 0)).toMatchObject({ status: 'banned', banReason: 'spam' });
    await undo(`undo-${unbanned}`, 'free-again');
    expect(await get('user', id ?? 0)).toMatchObject({ status: 'active', banReason: null });
    const banned = await run('/user/ban', { id, banReason: 'again' });
    await update('user', id ?? 0, { remark: 'seen' });
    await undo(banned);
    expect(await get('user', id ?? 0)).toMatchObject({ status: 'active', banReason: null, remark: 'seen' });
  });

  test('restores the visibility of a record together with its times', async () => {
    const card = await make('ai-tech', { title: 'Start', link: '/start' });
    const published = await run('/ai-tech/publish', { id: card.id });
    await undo(published);
    expect(await get('ai-tech', card.id)).toMatchObject({ status: 'draft', publishedAt: null });
    const tech = await make('ai-tech', { title: 'News', link: '/news' });
    const planned = await run('/ai-tech/schedule', { id: tech.id, publishAt: harness.engine.now + 86_400_000 });
    await undo(planned);
    expect(await get('ai-tech', tech.id)).toMatchObject({ status: 'draft', publishAt: null });
  });

  test('a copy can be undone while it is unchanged', async () => {
    const style = await make('music-style', { name: 'Ambient', styleTags: 'calm' });
    const [gone, used] = [
      await run('/music-style/clone', { id: style.id }),
      await run('/music-style/clone', { id: style.id }),
    ];
    const { items } = await harness.call<{ items: Made[] }>('/music-style/list', { keyword: 'Ambient' });
    const copies = items.filter(({ id }) => id !== style.id).sort((a, b) => a.id - b.id);

    await harness.call('/music-style/disable', { id: copies[1]?.id });
    await undo(gone);
    expect((await toApiError(get('music-style', copies[0]?.id ?? 0)))?.[0]).toBe('notFound');
    expect(await toApiError(undo(used))).toEqual(stored);
  });

  test('reverses an update and a deletion that an entity handles itself, under its own rules', async () => {
    const outer = await make('draw-prompt-category', { name: 'outer' });
    const made = await run('/draw-prompt-category/create', { name: 'inner', parentId: outer.id });
    const { items } = await harness.call<{ items: Made[] }>('/draw-prompt-category/list', { keyword: 'inner' });
    const inner = items[0]?.id ?? 0;
    const { version } = await get('draw-prompt-category', inner);
    const freed = await run('/draw-prompt-category/update', { id: inner, version, parentId: null });
    // Restoring would now create a cycle, which the rule rejects.
    await update('draw-prompt-category', outer.id, { parentId: inner });
    expect((await toApiError(undo(freed)))?.[0]).toBe('invalid');
    await update('draw-prompt-category', outer.id, { parentId: null });
    await undo(freed, 'freed-2');
    expect(await get('draw-prompt-category', inner)).toMatchObject({ parentId: outer.id });
    expect(await toApiError(undo(made))).toEqual(stored);
  });

  test('restores a record with its own delete action when nothing was deleted with it, under the rules for new records', async () => {
    const course = await make('course', { title: 'Basics', slug: 'basics', teacher: 'Lin' });
    const at = harness.engine.now + 86_400_000;
    const times = { startAt: at, endAt: at + 3_600_000, teacher: 'Lin', courseId: course.id };
    const lesson = await make('course-schedule', { title: 'One', ...times });
    const gone = await run('/course-schedule/delete', { id: lesson.id, version: lesson.version });
    const other = await make('course-schedule', { title: 'Two', ...times });
    expect((await toApiError(undo(gone)))?.[0]).toBe('invalid');
    await harness.call('/course-schedule/cancel', { id: other.id, cancelReason: 'moved' });
    await undo(gone, 'lesson-back');
    expect(await get('course-schedule', lesson.id)).toMatchObject({ title: 'One', teacher: 'Lin', status: 'planned' });

    const tech = await make('ai-tech', { title: 'Later', link: '/later' });
    await undo(await run('/ai-tech/delete', { id: tech.id, version: tech.version }));
    expect(await get('ai-tech', tech.id)).toMatchObject({ title: 'Later', link: '/later', status: 'draft' });
  });

  test('restores an app while it has no versions, which are deleted with it for good', async () => {
    const category = await make('mini-app-category', { name: 'tools' });
    const form = [{ name: 'word', label: 'Word', type: 'input' }];
    const app = (name: string) =>
      make('mini-app', { name, key: name.toLowerCase(), categoryId: category.id, form, prompt: 'Say {{word}}' });
    const plain = await app('Plain');
    await undo(await run('/mini-app/delete', { id: plain.id, version: plain.version }));
    expect(await get('mini-app', plain.id)).toMatchObject({ name: 'Plain', status: 'draft' });
    const shown = await app('Shown');
    await harness.call('/mini-app/publish', { id: shown.id });
    await harness.call('/mini-app/unpublish', { id: shown.id });
    const { version } = await get('mini-app', shown.id);
    expect(await toApiError(undo(await run('/mini-app/delete', { id: shown.id, version })))).toEqual(noWay);
  });

  test('rejects undo of what was sent to users and what the system did', async () => {
    const notice = await make('notice', { title: 'Down', content: 'Soon' });
    expect(await toApiError(undo(await run('/notice/publish', { id: notice.id })))).toEqual(noWay);
    const person = await make('user', { username: 'eve-lee' });
    await harness.call('/user/ban', { id: person.id, banReason: 'spam' });
    const entry = { resource: 'user', resourceId: person.id, action: 'liftBan' };
    const sides = { before: { status: 'banned' }, after: { status: 'active' } };
    const [id] = await harness.database.transaction((tx) => harness.audit.append(tx, anAdmin, { ...entry, ...sides }));
    expect(await toApiError(harness.call('/undo/entry', { id }))).toEqual(noWay);
  });

  test('leaves a valid audit chain', async () => {
    expect((await harness.audit.verify()).ok).toBe(true);
  });
});
