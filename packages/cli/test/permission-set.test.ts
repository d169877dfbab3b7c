import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';
import { openTui } from './terminal-window.ts';

const colleague = { username: 'only-orders', password: 'granite-pillow-58-otter-moss', role: 'user' } as const;
let server: RunningServer;
let gantry: Gantry;
/** The token of the first admin. */
let token: string;

beforeAll(async () => {
  server = await startServer();
  token = await server.firstAdmin();
  await createPerson(['--data', server.data], colleague);
  const { data } = await server.call('/admin/list', { keyword: colleague.username }, { token });
  const [person] = data.items as { id: number; version: number }[];
  const narrowed = { id: person?.id, version: person?.version, permissionSet: ['orders'] };
  expect((await server.call('/admin/update', narrowed, { token })).code).toBe(20000);
  gantry = newGantry();
  const login = ['login', '--server', server.url, '--username', colleague.username, '--password-stdin'];
  expect((await gantry.run(login, colleague.password)).code).toBe(0);
});
afterAll(async () => {
  await server?.stop();
  if (gantry) rmSync(gantry.directory, { recursive: true, force: true });
});

describe('a user with access to orders only', () => {
  it('can work on orders, and gets status 5 elsewhere', async () => {
    expect((await gantry.run(['order', 'list'])).code).toBe(0);
    const rejected = await gantry.run(['banned-word', 'list']);
    expect([rejected.code, rejected.stdout]).toEqual([5, '']);
    expect((await gantry.run(['user', 'list'])).code).toBe(5);
  });

  it('can read the permissions of the account', async () => {
    const { code, stdout } = await gantry.run(['whoami', '-o', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ role: 'user', permissionSet: ['orders'] });
    // Signing in would not help while the variable has an expired token.
    const stale = await gantry.another({ GANTRY_TOKEN: 'adm_nobody', GANTRY_SERVER: server.url }).run(['whoami']);
    expect([stale.code, stale.stderr]).toEqual([4, expect.stringContaining('GANTRY_TOKEN')]);
  });

  it('sees the metrics of that area only', async () => {
    const { code, stdout } = await gantry.run(['dashboard', '-o', 'json']);
    expect(code).toBe(0);
    const reported = JSON.parse(stdout) as { contentData: unknown; orderPanel: unknown; dataPanel: { cards: unknown } };
    expect([reported.contentData, reported.dataPanel.cards]).toEqual([null, []]);
    expect(reported.orderPanel).toHaveProperty('range');
  });
});

describe('a new admin', () => {
  it('needs a permission set, which can come from a preset', async () => {
    const root = gantry.another({ GANTRY_TOKEN: token, GANTRY_SERVER: server.url });
    expect((await server.call('/step-up', { password: firstAdmin.password }, { token })).code).toBe(20000);
    const invite = (...more: string[]) => root.run(['admin', 'invite', '--username', 'li.na', ...more, '-o', 'json']);
    const silent = await invite();
    expect([silent.code === 0, silent.stdout]).toEqual([false, '']);
    expect(silent.stderr).toContain('Permission set is required');
    const unknown = await invite('--preset', 'everything');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('orders, support, content, finance')]);
    expect((await invite('--preset', 'orders', '--permission-set', 'all')).stderr).toContain('either --preset or');
    expect((await invite('--preset', 'support')).code).toBe(0);
    const { data } = await server.call('/admin/list', { keyword: 'li.na' }, { token });
    expect(data.items).toMatchObject([{ role: 'user', permissionSet: ['user', 'orders', 'news'] }]);
  });

  it('with read-only access gets status 5 for a write', async () => {
    const reader = { username: 'only-reads', password: colleague.password, role: 'admin', preset: 'readOnly' } as const;
    await createPerson(['--data', server.data], reader);
    const own = await server.signIn(reader.username, reader.password);
    const shell = gantry.another({ GANTRY_TOKEN: own, GANTRY_SERVER: server.url });
    expect((await shell.run(['banned-word', 'list'])).code).toBe(0);
    expect((await shell.run(['whoami'])).stdout).toContain('Read-only');
    const written = await shell.run(['banned-word', 'create', '--word', 'casino', '--yes']);
    expect([written.code, written.stdout]).toEqual([5, '']);
    expect((await server.call('/banned-word/list', {}, { token })).data.items).toEqual([]);
  });
});

describe('the terminal interface of the same user', () => {
  it('shows only home and orders in its menu and command bar', async () => {
    const tui = openTui(gantry, server.url, { columns: 120, rows: 40 });
    try {
      const home = await tui.waitFor('q Quit');
      expect(home).toContain('Orders');
      for (const other of ['Banned words', 'Users', 'Key pool', 'Admins']) expect(home).not.toContain(other);
      await tui.press(':');
      tui.type('order');
      await tui.press('Enter');
      await tui.waitFor('2 Payment event');
    } finally {
      tui.close();
    }
  });
});
