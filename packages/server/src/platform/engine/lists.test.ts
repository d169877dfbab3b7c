import type { FindAnswer } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation } from '../../../test/create-conversation.ts';
import { rejected } from '../../../test/rejected.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin, aUser, callerNamed, createTestEngine, type TestEngine } from '../../../test/test-engine.ts';

interface Listed {
  readonly items: Record<string, unknown>[];
  readonly total: number;
  readonly totalIsCapped: boolean;
  readonly nextCursor: string | null;
}

describe.each(databaseKinds)('list calls on %s', (kind) => {
  let engine: TestEngine;
  const list = (resource: string, body: unknown, options = {}) =>
    engine.call<Listed>(`/${resource}/list`, body, options);
  beforeAll(async () => {
    engine = await createTestEngine(kind);
    const rows = Array.from({ length: 57 }, (_, at) => ({ line: at + 1, values: { phrase: `短语 ${at}` } }));
    await engine.call('/allow-word/import', { rows });
    for (let at = 0; at < 5; at += 1) await createConversation(engine.database, 6);
  });
  afterAll(() => engine.drop());

  test('return the same pages by number and by cursor', async () => {
    const first = await list('allow-word', { pageSize: 20 });
    expect(first).toMatchObject({ total: 57, totalIsCapped: false });
    const second = await list('allow-word', { pageSize: 20, cursor: first.nextCursor });
    expect(await list('allow-word', { pageSize: 20, page: 2 })).toEqual(second);
    const third = await list('allow-word', { pageSize: 20, cursor: second.nextCursor });
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(57);
    expect(third).toMatchObject({ nextCursor: null });
  });

  test('return the requested columns, with id and version', async () => {
    const { items } = await list('allow-word', { pageSize: 1, columns: ['phrase'] });
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(['id', 'phrase', 'version']);
    const all = await list('help-doc', { pageSize: 1 });
    expect(all.items).toEqual([]);
  });

  test('run the same number of queries for any number of rows, including references', async () => {
    const countQueries = async (pageSize: number) => {
      const before = engine.statements.length;
      const { items } = await list('chat-message', { pageSize, columns: ['content', 'sessionId'] });
      expect(items).toHaveLength(pageSize);
      expect(items.every(({ sessionIdLabel }) => String(sessionIdLabel).startsWith('谈话'))).toBe(true);
      return engine.statements.length - before;
    };
    const [few, many] = [await countQueries(2), await countQueries(30)];
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(3);
  });

  test.each([
    ['an unknown filter', { filters: { phrase: ['x'] } }, 'filters.phrase'],
    ['a filter of a wrong type', { filters: { createdAt: { from: 'x' } } }, 'filters.createdAt.from'],
    ['a range that ends before it starts', { filters: { createdAt: { from: 2, to: 1 } } }, 'filters.createdAt'],
    ['a sort that is not allowed', { sort: [{ field: 'note', order: 'asc' }] }, 'sort'],
    ['SQL as a sort', { sort: [{ field: 'id; drop table x', order: 'asc' }] }, 'sort'],
    ['SQL as an order', { sort: [{ field: 'id', order: 'asc; --' }] }, 'sort.0.order'],
    ['an unknown column', { columns: ['password'] }, 'columns'],
    ['a page number that is too large', { page: 502, pageSize: 20 }, 'page'],
    ['a page size of 0', { pageSize: 0 }, 'pageSize'],
    ['a page size that is too large', { pageSize: 201 }, 'pageSize'],
    ['an unknown field', { where: '1=1' }, 'where'],
    ['a malformed cursor', { cursor: 'nonsense' }, 'cursor'],
    ['a cursor of another sort order', { cursor: encodeCursor(['hitCount', 5, 5]) }, 'cursor'],
    ['a cursor that was tampered with', { cursor: encodeCursor(['-id', { $gt: 1 }, 5]) }, 'cursor'],
    ['a cursor with SQL inside', { cursor: encodeCursor(['-id', '1 or 1=1', '1']) }, 'cursor'],
  ])('reject %s', async (_name, body, field) => {
    expect(Object.keys((await rejected(list('allow-word', body))) ?? {})).toEqual([field]);
  });

  test('hide personal fields from the role user, in columns, keyword search and get', async () => {
    const firstItem = (await list('chat-session', { pageSize: 1 }, { as: aUser })).items[0] ?? {};
    expect(firstItem).not.toHaveProperty('title');
    expect((await list('chat-session', { pageSize: 1 })).items[0]).toHaveProperty('title');
    expect(await rejected(list('chat-session', { columns: ['title'] }, { as: aUser }))).toHaveProperty('columns');
    expect((await list('chat-session', { keyword: '谈话' })).total).toBe(5);
    expect((await list('chat-session', { keyword: '谈话' }, { as: aUser })).total).toBe(0);
    const session = await engine.call('/chat-session/get', { id: firstItem.id }, { as: aUser });
    expect(session).not.toHaveProperty('title');
  });

  test.each([
    `' or '1'='1`,
    `'; drop table allow_words; --`,
    `') union select id, content, 1 from settings --`,
    '" or ""="',
    '100%_\\[a]*',
    '$1 ?1 :a @b {id}',
    `NEAR(a b) AND "x"*`,
    '\u0027 ＇ or 1=1',
  ])('treat %j as plain text', async (text) => {
    const phrase = `前 ${text} 后`;
    const { id } = await engine.call<{ id: number }>('/allow-word/create', { phrase });
    const { total } = await list('allow-word', {});
    for (const keyword of [phrase, text]) {
      const { items } = await list('allow-word', { keyword, pageSize: 200 });
      expect(items.map((item) => item.phrase)).toContain(phrase);
      for (const item of items) expect(item.phrase).not.toMatch(/^短语/);
    }
    expect(await engine.call('/allow-word/get', { id })).toMatchObject({ phrase });
    expect((await list('allow-word', {})).total).toBe(total);
    expect(await rejected(list('allow-word', { filters: { [text]: ['x'] } }))).toHaveProperty([`filters.${text}`]);
    for (const where of [{ sort: [{ field: text, order: 'asc' }] }, { columns: [text] }, { cursor: text }])
      expect(await rejected(list('allow-word', where))).not.toBeNull();
  });

  test('never show a secret', async () => {
    expect((await list('admin', {})).items).toEqual([]);
    expect(await rejected(list('admin', { columns: ['password'] }))).toHaveProperty('columns');
  });

  test('find records of all entities by name in one call, limited to the lists that the caller may read', async () => {
    const find = async (keyword: string, as = anAdmin) => {
      const { items } = await engine.call<FindAnswer>('/record/find', { keyword }, { as });
      return items.map(({ resource, title }) => [resource, title]);
    };
    expect(await find('短语')).toEqual([56, 55, 54].map((at) => ['allowWord', `短语 ${at}`]));
    expect((await find('谈话')).map(([resource]) => resource)).toEqual(Array(3).fill('chatSession'));
    expect(await find('谈话', aUser)).toEqual([]);
    const orderAdmin = callerNamed('admin', 7);
    expect(await find('短语', { ...orderAdmin, actor: { ...orderAdmin.actor, permissionSet: ['orders'] } })).toEqual(
      [],
    );
    expect(await rejected(engine.call('/record/find', { keyword: '' }))).toHaveProperty('keyword');
  });

  test('find new entries in a log without an index', async () => {
    const { items } = await list('audit-log', { keyword: 'IMPO' });
    expect(items).toMatchObject([{ action: 'import', count: 57 }]);
    expect((await list('audit-log', { keyword: '%' })).total).toBe(0);
  });

  test('filter colors by hue family, and records without a color', async () => {
    const families = {
      red: ['#F53F3F', '#f5002f', '#FF0000'],
      orange: ['#F77234', '#FF7D00'],
      yellow: ['#F7BA1E', '#FADC19'],
      green: ['#9FDB1D', '#00B42A'],
      cyan: ['#14C9C9', '#E8FFFB'],
      blue: ['#3491FA', '#165DFF', '#0000ff'],
      purple: ['#722ED1'],
      pink: ['#D91AD9', '#F5319D'],
      neutral: ['#86909C', '#000000', '#FFFFFF', '#17171A'],
    };
    const colors = Object.entries(families).flatMap(([family, codes]) => codes.map((code) => ({ family, code })));
    const rows = colors.map(({ code }, at) => ({ line: at + 1, values: { name: code, kind: 'color', color: code } }));
    await engine.call('/ai-background/import', { rows });
    await engine.call('/ai-background/create', { name: 'none', kind: 'video', video: 'https://cdn.example.com/a.mp4' });
    const findNames = async (color: unknown[]) =>
      (await list('ai-background', { pageSize: 200, filters: { color } })).items.map(({ name }) => name).sort();
    for (const [family, codes] of Object.entries(families))
      expect(await findNames([family]), family).toEqual(codes.sort());
    expect(await findNames(['purple', null])).toEqual(['#722ED1', 'none']);
    expect(await findNames(Object.keys(families))).toHaveLength(colors.length);
    expect(await rejected(list('ai-background', { filters: { color: ['#F53F3F'] } }))).toHaveProperty(
      'filters.color.0',
    );
  });
});

function encodeCursor(content: unknown): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}
