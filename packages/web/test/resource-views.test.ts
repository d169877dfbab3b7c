import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '../../server/test/server-process.ts';
import { violationsOn } from './accessibility.ts';
import { getPagePath } from './browser.ts';
import { type AppShell, makeWords, openConsole, titles, toastSays } from './console-harness.ts';

const words = '/ai/ai_limit_text';
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await makeWords(console, ['spam one', 'spam two']);
  await makeWords(console, ['赌博网站'], { category: 'illegal', level: '2' });
});
afterAll(() => console?.close());

const switcher = (page: Page) => page.locator('.view-switch');
const panel = (page: Page) => page.locator('.views-panel');
const getViewId = (page: Page) => new URL(page.url()).searchParams.get('v');

describe('saved view', () => {
  it('stores the content and look of the list; the URL contains its ID and later differences', async () => {
    const { page, leave, problems } = await console.open(`${words}?q=spam&density=mini&sort=-hitCount`);
    await expect.poll(async () => (await titles(page)).length).toBe(2);
    await page.keyboard.press('v');
    await panel(page).getByRole('textbox', { name: 'Name of a new view' }).fill('Spam by hits');
    await page.keyboard.press('Enter');
    await toastSays(page, 'View “Spam by hits” saved');
    await expect.poll(() => switcher(page).textContent()).toBe('View: Spam by hits');
    const id = getViewId(page);
    await expect.poll(() => getPagePath(page)).toBe(`${words}?v=${id}`);
    await expect.poll(() => page.inputValue('.keyword-box input')).toBe('spam');

    await page.fill('.keyword-box input', '');
    await expect.poll(async () => (await titles(page)).length).toBe(3);
    await switcher(page).locator('.view-changed').waitFor();
    await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ v: id, q: '' });
    await page.reload();
    await expect.poll(async () => (await titles(page)).length).toBe(3);
    await switcher(page).click();
    await panel(page).getByRole('button', { name: 'Discard' }).click();
    await expect.poll(async () => (await titles(page)).length).toBe(2);
    await expect.poll(async () => (await page.locator('.grid-body .grid-row').first().boundingBox())?.height).toBe(32);
    await page.fill('.keyword-box input', 'spam two');
    await expect.poll(() => titles(page)).toEqual(['spam two']);
    await switcher(page).click();
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => getPagePath(page)).toBe(`${words}?v=${id}`);
    await switcher(page).locator('.view-changed').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await leave();
  });

  it('can be renamed and shared with everyone', async () => {
    const { page, leave, problems } = await console.open(words);
    await switcher(page).click();
    await panel(page).getByRole('button', { name: 'Rename “Spam by hits”' }).click();
    await panel(page).getByRole('textbox', { name: 'Rename “Spam by hits”' }).fill('Spam');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('button', { name: 'Share “Spam”' }).click();
    await page.getByRole('menuitemradio', { name: 'Everyone' }).click();
    await expect
      .poll(async () => (await console.call<{ views: object[] }>('/view/list', { resource: 'bannedWord' })).views)
      .toMatchObject([{ name: 'Spam', audience: 'everyone' }]);
    expect(await violationsOn(page)).toEqual([]);
    expect(problems).toEqual([]);
    await leave();
  });

  it('opens by default for the user who selected it, and the plain list stays available', async () => {
    const { page, leave } = await console.open(words);
    await switcher(page).click();
    await panel(page).getByRole('button', { name: 'Open with “Spam”' }).click();
    await panel(page).locator('[aria-pressed=true]').waitFor();
    await page.goto(words);
    await page.waitForURL(/[?&]v=\d+/);
    await expect.poll(() => titles(page)).toEqual(['spam two']);
    await switcher(page).click();
    await panel(page).getByRole('button', { name: 'All' }).click();
    await expect.poll(async () => (await titles(page)).length).toBe(3);
    expect(getViewId(page)).toBe('all');
    await leave();
  });

  it('can be restored after an accidental deletion', async () => {
    const { page, leave, problems } = await console.open(`${words}?v=all`);
    await switcher(page).click();
    await panel(page).getByRole('button', { name: 'Delete “Spam”' }).click();
    await toastSays(page, 'View “Spam” deleted');
    await panel(page).getByRole('button', { name: 'Spam', exact: true }).waitFor({ state: 'detached' });
    await page.locator('[data-testid=toast]').getByRole('button', { name: 'Undo' }).click();
    await panel(page).getByRole('button', { name: 'Spam', exact: true }).waitFor();
    expect(problems).toEqual([]);
    await leave();
  });

  it('can be used but not changed by other roles when it is shared, in their language', async () => {
    const person = { username: 'mei.chen', password: 'cobalt-window-58-orchard', role: 'user' } as const;
    await createPerson(['--data', console.server.data], person);
    const token = await console.server.signIn(person.username, person.password);
    const { page, context } = await console.open(words, { locale: 'zh-CN', token });
    await switcher(page).click();
    await panel(page).getByRole('heading', { name: '共享的视图' }).waitFor();
    await expect.poll(() => panel(page).getByRole('button', { name: '重命名' }).count()).toBe(0);
    await panel(page).getByRole('button', { name: 'Spam' }).first().click();
    await expect.poll(() => titles(page)).toEqual(['spam two']);
    await context.close();
  });
});
