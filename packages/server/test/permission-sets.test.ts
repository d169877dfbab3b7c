import { catalogue, getArea, getResourcePath, verbs } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { createPerson, type RunningServer, startServer } from './server-process.ts';

const colleague = { username: 'only-orders', password: 'granite-pillow-58-otter-moss', role: 'admin' } as const;

/** Every call of the product with the menu area or areas that include it; null for calls that are open to everyone. */
const calls: readonly (readonly [string, string | readonly string[] | null])[] = [
  ...catalogue.calls.flatMap(({ path, roles, area = null }) => (roles === 'public' ? [] : [[path, area] as const])),
  ...catalogue.resources.flatMap((resource) => {
    const actions = Object.entries(resource.actions ?? {}).filter(([, { on }]) => on !== 'system');
    const names = [...verbs.filter((verb) => resource.access[verb]), ...actions.map(([name]) => name)];
    return names.map((name) => [getResourcePath(resource.name, name), getArea(resource.path)] as const);
  }),
];

describe.each(serverDatabases)('account with the orders area only, on %s', (kind) => {
  /** Signing out would end the test. One database checks every call, the other a sample. */
  const walked = calls.filter(([path], at) => path !== '/logout' && (kind === 'sqlite' || at % 20 === 0));
  let database: EmptyDatabase;
  let server: RunningServer;
  let root: string;
  let token: string;
  let id: number;
  /** A list with a custom sort order: it needs more than the titles that an account without the area may look up. */
  const sorted = { sort: [{ field: 'id', order: 'asc' }] };

  const change = async (values: object, by = root) => {
    const { version } = (await server.call('/admin/get', { id }, { token: root })).data;
    return getCode('/admin/update', { id, version, ...values }, by);
  };
  const getCode = async (path: string, body: object = {}, by = token) =>
    (await server.call(path, body, { token: by })).code;

  /** The newest successful entries of the audit log. */
  const logged = async () => {
    const { data } = await server.call('/audit-log/list', { filters: { result: ['ok'] } }, { token: root });
    return data.items as { id: number; resource: string; action: string }[];
  };

  beforeAll(async () => {
    database = await emptyDatabase(kind);
    server = await startServer({ env: { CRAFT: 'true' }, args: database.flags });
    root = await server.firstAdmin();
    await createPerson(['--data', server.data, ...database.flags], colleague);
    token = await server.signIn(colleague.username, colleague.password);
    const { data } = await server.call('/info', {}, { token });
    id = Number(data.id);
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  test('is restricted from its next call on in a running session, and is notified', async () => {
    expect(await getCode('/user/list')).toBe(20000);
    expect(await change({ permissionSet: ['orders'] })).toBe(20000);
    expect(await getCode('/user/list', sorted)).toBe(40300);
    expect(await getCode('/order/list')).toBe(20000);
    const { data } = await server.call('/info', {}, { token });
    expect(data).toMatchObject({ role: 'admin', permissionSet: ['orders'] });
  });

  test('may make every call of its area and of its own account, and no other', async () => {
    const rejected: string[] = [];
    for (const [path] of walked)
      if ((await getCode(path, path.endsWith('/list') ? sorted : {})) === 40300) rejected.push(path);
    const others = walked.filter(([, area]) => area !== null && area !== 'orders');
    expect(others.length).toBeGreaterThan(walked.length / 2);
    expect(rejected.sort()).toEqual(others.map(([path]) => path).sort());
  });

  test('may not use general calls for what belongs to other areas', async () => {
    expect(await getCode('/settings/get', { page: 'system' })).toBe(40300);
    expect(await getCode('/view/list', { resource: 'user' })).toBe(40300);
    expect(await getCode('/view/list', { resource: 'order' })).toBe(20000);
    const shared = { resource: 'user', name: 'all', query: {} };
    const view = await server.call('/view/create', shared, { token: root });
    const audience = { id: view.data.id, version: 1, audience: 'everyone' };
    expect(await getCode('/view/share', audience, root)).toBe(20000);
    expect(await getCode('/view/delete', { id: view.data.id, version: 2 })).toBe(40300);
  });

  test('may not undo actions of other areas', async () => {
    const made = await server.call('/notice/create', { title: 'a', content: 'b' }, { token: root });
    expect(made.code).toBe(20000);
    const entry = (await logged()).find(({ resource }) => resource === 'notice');
    expect(await getCode('/undo/entry', { id: entry?.id })).toBe(40300);
    expect(await getCode('/undo/version', { id: entry?.id })).toBe(40300);
    expect(await getCode('/undo/entry', { id: entry?.id }, root)).toBe(20000);
  });

  test('finds the records that orders refer to by title, and learns nothing else about them', async () => {
    const { code } = await server.call('/user/create', { username: 'buyer', phone: '13800138000' }, { token: root });
    expect(code).toBe(20000);
    const found = await server.call('/user/list', { columns: ['username'], keyword: 'buy' }, { token });
    expect(found.data.items).toEqual([{ id: 1, version: 1, username: 'buyer' }]);
    expect(found.data.summary).toBeNull();
    const byPhone = await server.call('/user/list', { columns: ['username'], keyword: '13800138000' }, { token });
    expect(byPhone.data.items ?? []).toEqual([]);
    for (const more of [
      { columns: ['username', 'phone'] },
      { columns: ['username'], filters: { phone: '13800138000' } },
      { columns: ['username'], sort: [{ field: 'createdAt', order: 'asc' }] },
    ])
      expect(await getCode('/user/list', more)).toBe(40300);
    expect(await getCode('/api-key/list', { columns: ['name'] })).toBe(40300);
  });

  test('sees only metrics and to-dos of its own area', async () => {
    const { data } = await server.call('/data_panel', {}, { token });
    expect(data.cards).toEqual([]);
    expect(await getCode('/order_panel')).toBe(20000);
    expect(await getCode('/content_data')).toBe(40300);
    expect((await server.call('/notice/create', { title: 'x', content: 'y' }, { token: root })).code).toBe(20000);
    const reported = await server.call('/message_panel', {}, { token });
    expect(reported.code).toBe(20000);
    expect(JSON.stringify(reported.data.todos)).not.toContain('noticesDraft');
    const full = await server.call('/message_panel', {}, { token: root });
    expect(JSON.stringify(full.data.todos)).toContain('noticesDraft');
  });

  test('has the same restrictions with its access tokens', async () => {
    const proof = { password: colleague.password };
    expect(await getCode('/step-up', proof)).toBe(20000);
    const made = await server.call('/access-token/create', { name: 'script' }, { token });
    const script = String(made.data.token);
    expect(await getCode('/order/list', {}, script)).toBe(20000);
    expect(await getCode('/user/list', sorted, script)).toBe(40300);
  });

  test('may not change its own permissions or extend those of others, and the last admin with full access remains protected', async () => {
    expect(await change({ permissionSet: ['orders', 'admins'] })).toBe(20000);
    expect(await change({ permissionSet: ['all'] }, token)).toBe(40300);
    for (const nothing of [null, [], ['readOnly']]) expect(await change({ permissionSet: nothing })).toBe(42200);
    const other = { username: 'raised', password: 'two copper lanterns sing at noon', name: 'R', role: 'user' };
    for (const nothing of [{}, { permissionSet: [] }, { permissionSet: null }, { permissionSet: ['readOnly'] }]) {
      const rejected = await server.call('/admin/create', { ...other, ...nothing }, { token: root });
      expect([rejected.code, Object.keys(rejected.errors)]).toEqual([42200, ['permissionSet']]);
      const { password: _, ...invited } = other;
      expect(await getCode('/admin/invite', { ...invited, ...nothing }, root)).toBe(42200);
    }
    expect(await getCode('/admin/create', { ...other, permissionSet: ['all'] })).toBe(40300);
    expect(await getCode('/admin/create', { ...other, permissionSet: ['user'] })).toBe(40300);
    expect(await getCode('/admin/create', { ...other, permissionSet: ['orders'] })).toBe(20000);
    const me = await server.call('/info', {}, { token: root });
    const own = { id: me.data.id, version: 1 };
    expect(await getCode('/step-up', { password: colleague.password })).toBe(20000);
    expect(await getCode(getResourcePath('admin', 'resetPassword'), { id: own.id })).toBe(40300);
    expect(await getCode('/admin/update', { ...own, permissionSet: ['orders'] }, root)).toBe(40300);
    const changed = (await logged()).find(({ resource, action }) => resource === 'admin' && action === 'update');
    const stored = await server.call('/audit-log/get', { id: changed?.id }, { token: root });
    expect(stored.data).toMatchObject({
      before: { permissionSet: ['orders'] },
      after: { permissionSet: ['orders', 'admins'] },
    });
  });

  test('may store an agent contract, and may not use a document of another area', async () => {
    expect(await change({ permissionSet: ['expand'] })).toBe(20000);
    const upload = { name: 'contract.txt', content: Buffer.from('Party A and party B').toString('base64') };
    const { file } = (await server.call('/document/upload', upload, { token })).data;
    const times = { startOn: '2026-01-01', endOn: '2096-01-01' };
    const contract = { name: 'East', userId: 1, regionCode: '330100', ...times };
    const agent = await server.call('/regional-agent/create', contract, { token });
    expect(agent.code).toBe(20000);
    expect(await getCode('/regional-agent/attach-contract', { id: agent.data.id, file })).toBe(20000);
    const taken = async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ file }) };
      return (await fetch(`${server.url}/api/v1/admin/document/download`, init)).text();
    };
    expect(await taken()).toBe('Party A and party B');
    expect(await change({ permissionSet: ['ai'] })).toBe(20000);
    expect(await getCode('/document/download', { file })).toBe(40400);
    expect(await change({ permissionSet: ['orders'] })).toBe(20000);
    expect(await getCode('/document/download', { file })).toBe(40300);
  });

  test('may be required to set up two-factor authentication, and can do nothing before', async () => {
    expect(await change({ requireTwoFactor: true })).toBe(20000);
    const rejected = await server.call('/order/list', {}, { token });
    expect([rejected.code, rejected.data.twoFactorSetupRequired]).toEqual([40300, true]);
    expect(await getCode('/order/list', {}, root)).toBe(20000);
    expect(await change({ requireTwoFactor: false, permissionSet: ['all'] })).toBe(20000);
    expect(await getCode('/user/list')).toBe(20000);
  });
});
