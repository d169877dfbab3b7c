import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson } from '../../server/test/server-process.ts';
import { atRest, getPagePath } from './browser.ts';
import { type AppShell, field, openConsole } from './console-harness.ts';

const first = 'granite-pillow-58-otter-moss';
const own = 'two copper lanterns sing at noon';
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
});
afterAll(() => console?.close());

/** Signs a new admin in for the first time with a new password. */
async function begin(username: string): Promise<string> {
  const { server } = console;
  const token = await server.signIn(username, first);
  const changed = await server.call('/password/change', { current: first, next: own }, { token });
  expect(changed.code).toBe(20000);
  return server.signIn(username, own);
}

it('shows only orders and home to an admin with order permissions, whatever the URL', async () => {
  const admin = await console.open('/admins/admin-table?new=1');
  const form = admin.page.getByRole('dialog');
  await field(admin.page, 'Username').fill('only-orders');
  await form.locator('input[type=password]').fill(first);
  await field(admin.page, 'Name').fill('Only Orders');
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await form.getByText('Permission set is required').first().waitFor();
  const jobs = form.getByRole('group', { name: 'Presets' });
  await jobs.getByText('View and handle orders, refunds and payment records.').waitFor();
  await jobs.getByRole('button', { name: 'Finance' }).click();
  await expect.poll(() => form.getByRole('checkbox', { checked: true }).count()).toBe(3);
  await jobs.getByRole('button', { name: 'Orders' }).click();
  await expect.poll(() => jobs.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Orders']);
  await save.click();
  await expect
    .poll(async () => (await console.call<{ items: object[] }>('/admin/list', { keyword: 'only-orders' })).items)
    .toMatchObject([{ username: 'only-orders', role: 'user', permissionSet: ['orders'] }]);
  await admin.context.close();

  const token = await begin('only-orders');
  const { page, context, problems } = await console.open('/orders/order-table', { token });
  await atRest(page);
  const menu = page.getByRole('navigation').first();
  const links = async () =>
    (await menu.locator('.arco-menu-item, .arco-menu-inline-header').allTextContents()).map((words) => words.trim());
  await expect.poll(links).toEqual(['Workplace', 'Orders', 'Refunds']);
  for (const [closed, title] of [
    ['/user/user-table', 'Users'],
    ['/ai/ai_limit_text', 'Banned words'],
    ['/admins/admin-table', 'Admins'],
  ]) {
    await page.goto(String(closed));
    await expect.poll(() => getPagePath(page), { timeout: 30_000 }).toBe('/workplace');
    const reported = page.locator('[data-testid=toast].error');
    await reported.filter({ hasText: `You do not have permission to open “${title}”.` }).waitFor();
    expect(await reported.count()).toBe(1);
  }
  await page.waitForSelector('[data-testid=order-panel]');
  await atRest(page);
  expect(await page.locator('[data-testid=content-panel], [data-testid=data-panel]').count()).toBe(0);
  await page.keyboard.press('Control+k');
  await page.fill('[data-testid=palette]', 'Key pool');
  await page.locator('.palette-none').waitFor();
  await page.fill('[data-testid=palette]', 'order-table');
  await expect.poll(() => page.locator('.palette-title').first().textContent()).toBe('Orders');
  expect(problems).toEqual([]);
  await context.close();
});

it('adds an admin in four actions from the workplace, with a password that is shown once and two-factor', async () => {
  const { page, leave, problems } = await console.open('/admins/admin-table');
  await page.goto('/workplace');
  await page.getByRole('link', { name: 'Add a colleague', exact: true }).click();
  await field(page, 'Username').fill('orders-too');
  const form = page.getByRole('dialog');
  await form.getByRole('group', { name: 'Presets' }).getByRole('button', { name: 'Orders' }).click();
  await form.getByRole('button', { name: 'Add a colleague', exact: true }).click();
  const reported = page.getByTestId('temporary-password');
  await expect.poll(() => reported.textContent()).toMatch(/^\S{15,}$/);
  const [made] = (await console.call<{ items: object[] }>('/admin/list', { keyword: 'orders-too' })).items;
  expect(made).toMatchObject({ name: 'orders-too', role: 'user', permissionSet: ['orders'], requireTwoFactor: true });
  const password = String(await reported.textContent());
  expect((await console.server.call('/login', { username: 'orders-too', password })).code).toBe(20000);
  expect(problems).toEqual([]);
  await leave();
});

it('shows which admins lack two-factor', async () => {
  const { page, leave, problems } = await console.open('/admins/admin-table');
  const filtered = page.waitForRequest(
    (request) => /admin\/list$/.test(request.url()) && /totpEnabled/.test(request.postData() ?? ''),
  );
  await page.getByText('Without two-factor').click();
  await filtered;
  await page.locator('.grid-row', { hasText: 'orders-too' }).waitFor();
  expect(problems).toEqual([]);
  await leave();
});

it('shows every list to a read-only admin, without any changing action', async () => {
  const reader = { username: 'only-reads', password: first, preset: 'readOnly' } as const;
  await createPerson(['--data', console.server.data], { ...reader, role: 'admin' });
  const token = await console.server.signIn(reader.username, first);
  await console.call('/banned-word/create', { word: 'casino' });
  const { page, context, problems } = await console.open('/ai/ai_limit_text', { token });
  const row = page.locator('.grid-row', { hasText: 'casino' });
  await row.waitFor();
  await page.getByRole('button', { name: 'Export' }).waitFor();
  for (const name of ['Create', 'Import', 'New banned word', 'Edit', 'Disable'])
    expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
  await page.keyboard.press('Control+k');
  await page.fill('[data-testid=palette]', 'New banned word');
  await page.locator('.palette-none').waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/form/group');
  const site = page.getByTestId('settings-site');
  await site.waitFor();
  await atRest(page);
  expect(await page.locator('.settings-foot').count()).toBe(0);
  expect(await site.locator('input:enabled').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

it('explains to mouse and keyboard users why a column cannot be sorted', async () => {
  const { page, leave, problems } = await console.open('/admins/admin-table');
  const heading = page.getByRole('columnheader', { name: 'Permission set' }).locator('.grid-heading');
  await heading.focus();
  await page.getByRole('tooltip').getByText('cannot be sorted').waitFor();
  await heading.click({ force: true });
  expect(await page.getByRole('columnheader', { name: 'Permission set' }).getAttribute('aria-sort')).toBeNull();
  expect(problems).toEqual([]);
  await leave();
});
