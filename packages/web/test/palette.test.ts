import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '../../server/test/server-process.ts';
import { getPagePath } from './browser.ts';
import { type AppShell, focusIsIn, makeWords, openConsole } from './console-harness.ts';
import { stepTo } from './every-page.ts';

let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await makeWords(console, ['quartz lantern', 'quartz harbour']);
  await console.call('/notice/create', { title: 'Quartz week', content: 'All week long' });
});
afterAll(() => console?.close());

describe('command palette', () => {
  it('finds records of all resources by title, opens one, and offers it first the next time', async () => {
    const { page, leave, problems } = await console.open('/ai/ai_limit_text');
    await page.keyboard.press('Control+k');
    await page.fill('[data-testid=palette]', 'quartz');
    const rows = page.locator('.palette-row');
    await rows.filter({ hasText: 'Quartz week' }).waitFor();
    await rows.filter({ hasText: 'quartz lantern' }).waitFor();
    await expect.poll(() => rows.filter({ hasText: 'Records' }).count()).toBe(1);
    await page.fill('[data-testid=palette]', 'quartz harb');
    await expect.poll(() => rows.locator('.palette-title').allTextContents()).toEqual(['quartz harbour']);
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=dialog] h2:has-text("quartz harbour")');
    const place = getPagePath(page);
    await expect.poll(() => focusIsIn(page, '[role=dialog]')).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { state: 'detached' });
    await page.keyboard.press('Control+k');
    const first = rows.first();
    await first.locator('.palette-kind', { hasText: 'Recent' }).waitFor();
    await expect.poll(() => first.locator('.palette-title').textContent()).toBe('quartz harbour');
    await page.keyboard.press('Enter');
    await expect.poll(() => getPagePath(page)).toBe(place);
    expect(problems).toEqual([]);
    await leave();
  });

  it('offers a typed action before the record itself', async () => {
    await console.call('/user/create', { username: 'quill.marsh' });
    const { page, leave, problems } = await console.open('/workplace');
    await page.keyboard.press('Control+k');
    const shown = page.locator('.palette-title');
    await page.fill('[data-testid=palette]', 'quill.marsh +500');
    await expect.poll(async () => (await shown.allTextContents())[0]).toBe('quill.marsh · Adjust balance +500');
    await page.fill('[data-testid=palette]', 'quill.marsh');
    await expect.poll(async () => (await shown.allTextContents())[0]).toBe('quill.marsh');
    expect(problems).toEqual([]);
    await leave();
  });

  it('offers recent pages and records while nothing is typed, except the current page', async () => {
    const { page, leave, problems } = await console.open('/ai/ai_icon');
    const steps = ['/orders/order-table?tab=refund', '/ai/ai_limit_text?id=1', '/workplace'];
    for (const [at, step] of steps.entries()) {
      await stepTo(page, step);
      await page.waitForSelector(['h1:has-text("Refunds")', '[role=dialog] h2', '.workplace'][at] ?? '');
    }
    await page.keyboard.press('Control+k');
    const recent = page.locator('.palette-row .palette-title');
    await page.locator('.palette-row').first().locator('.palette-kind', { hasText: 'Recent' }).waitFor();
    const titles = await recent.allTextContents();
    expect(titles.slice(1, 4)).toEqual(['Banned words', 'Refunds', 'Icons']);
    expect(titles[0]).toContain('quartz');
    expect(problems).toEqual([]);
    await leave();
  });

  it('remembers a command that is not a page', async () => {
    const { page, leave, problems } = await console.open('/workplace');
    const first = page.locator('.palette-row').first();
    await page.keyboard.press('Control+k');
    await page.fill('[data-testid=palette]', 'dark mode');
    await expect.poll(() => first.locator('.palette-title').textContent()).toBe('Switch to dark mode');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body[arco-theme=dark]');
    await page.keyboard.press('Control+k');
    await first.locator('.palette-kind', { hasText: 'Recent' }).waitFor();
    expect(await first.locator('.palette-title').textContent()).toBe('Switch to light mode');
    expect(problems).toEqual([]);
    await leave();
  });

  it('finds a record whose own name looks like a name and a new one', async () => {
    await makeWords(console, ['cobalt -> quartz']);
    const { page, leave, problems } = await console.open('/ai/ai_limit_text');
    await page.keyboard.press('Control+k');
    await page.fill('[data-testid=palette]', 'cobalt -> quartz');
    await page.locator('.palette-row', { hasText: 'cobalt -> quartz' }).first().waitFor();
    await page.locator('.palette-list[aria-busy=false]').waitFor();
    const found = page.locator('.palette-title');
    await expect.poll(async () => (await found.allTextContents())[0]).toBe('cobalt -> quartz');
    expect((await found.allTextContents()).filter((title) => title.includes('→'))).toEqual([]);
    expect(problems).toEqual([]);
    await leave();
  });

  it('opens a tab, which names the page and the window', async () => {
    const { page, leave, problems } = await console.open('/workplace');
    await page.keyboard.press('Control+k');
    await page.fill('[data-testid=palette]', 'refunds');
    const first = page.locator('.palette-row').first();
    await expect.poll(() => first.locator('.palette-title').textContent()).toBe('Refunds');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1:has-text("Refunds")');
    expect(getPagePath(page)).toBe('/orders/order-table?tab=refund');
    await expect.poll(() => page.title()).toMatch(/^Refunds /);
    expect(await page.locator('.tab.current .tab-name').textContent()).toBe('Refunds');
    expect(problems).toEqual([]);
    await leave();
  });

  it('opens a setting by its name, key or group, and focuses it', async () => {
    const { page, leave, problems } = await console.open('/workplace');
    const first = page.locator('.palette-row').first();
    const follow = async (typed: string, title: string) => {
      await page.keyboard.press('Control+k');
      await page.fill('[data-testid=palette]', typed);
      await expect.poll(() => first.locator('.palette-title').textContent()).toBe(title);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.palette', { state: 'detached' });
    };
    const current = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-setting]')?.dataset.setting);
    await follow('smtp host', 'SMTP host');
    await expect.poll(current).toBe('mail.host');
    expect(getPagePath(page)).toBe('/expand/setting?tab=extensions&setting=mail.host');
    await follow('site.timezone', 'Time zone');
    await expect.poll(current).toBe('site.timezone');
    await page.getByRole('button', { name: 'History: Site' }).focus();
    await follow('site.timezone', 'Time zone');
    await expect.poll(current).toBe('site.timezone');
    await follow('邮件', 'Mail');
    await page.waitForFunction(() => {
      const card = document.querySelector('[data-setting=mail]');
      return card?.contains(document.activeElement) && card.getBoundingClientRect().top < 200;
    });
    expect(problems).toEqual([]);
    await leave();
  });

  it('offers only what the user may read', async () => {
    await createPerson(['--data', console.server.data], {
      username: 'quartz.person',
      password: 'cobalt-window-58-orchard',
      role: 'user',
    });
    const token = await console.server.signIn('quartz.person', 'cobalt-window-58-orchard');
    const { page, context } = await console.open('/ai/ai_limit_text', { token, locale: 'zh-CN' });
    await page.keyboard.press('Control+k');
    await page.fill('[data-testid=palette]', 'quartz');
    const rows = page.locator('.palette-row');
    await rows.filter({ hasText: '公告' }).waitFor();
    await page.locator('.palette-list[aria-busy=false]').waitFor();
    await expect.poll(() => rows.filter({ hasText: '管理员' }).count()).toBe(0);
    await page.fill('[data-testid=palette]', 'smtp host');
    await page.waitForSelector('.palette-none');
    await context.close();
  }, 60_000);
});
