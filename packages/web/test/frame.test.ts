import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import {
  atRest,
  type Browser,
  getPagePath,
  getStorageKey,
  launchBrowser,
  type StoredSession,
  type Visit,
  visit,
} from './browser.ts';
import { stepTo } from './every-page.ts';

let server: RunningServer;
let browser: Browser;
let token: string;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  token = await server.firstAdmin();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function at(path: string, stored: StoredSession = {}, options = {}): Promise<Visit> {
  const visited = await visit(browser, server.url, { token, ...stored }, options);
  await visited.page.goto(path);
  await visited.page.waitForSelector('main');
  return visited;
}

const tabTitles = (page: Page) => page.locator('.tab-name').allTextContents();
const bodyTheme = (page: Page) => page.evaluate(() => document.body.getAttribute('arco-theme'));

const focusIsInBox = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-testid=message-box]') != null);

describe('language', () => {
  it('announces the change, reloads, and shows English from then on', async () => {
    const { page, leave, problems } = await at('/workplace');
    await page.click('button[aria-label="语言"]');
    await page.click('[role=menuitemradio]:has-text("English")');
    await page.waitForSelector('[data-testid=toast]:has-text("切换语言成功，即将刷新页面")');
    await page.waitForSelector('h1:has-text("Workplace")');
    await expect.poll(() => getStorageKey(page, 'locale')).toBe('en-US');
    await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en-US');
    expect(problems).toEqual([]);
    await leave();
  });

  it.each(['fr-FR', 'zh-TW'])('falls back to English for an unsupported language: %s', async (locale) => {
    const { page, leave } = await at('/workplace', { locale });
    await page.waitForSelector('h1:has-text("Workplace")');
    await leave();
  });
});

describe('theme', () => {
  it('stores the theme, applies it before the first paint, and updates the other tabs', async () => {
    const { page, context } = await at('/workplace');
    const other = await context.newPage();
    await other.goto('/workplace');
    await other.waitForSelector('h1');
    await expect.poll(() => bodyTheme(page)).toBeNull();
    await page.click('button[aria-label="点击切换为暗黑模式"]');
    await expect.poll(() => bodyTheme(page)).toBe('dark');
    await expect.poll(() => getStorageKey(page, 'theme')).toBe('dark');
    await expect.poll(() => bodyTheme(other)).toBe('dark');
    await other.route('**/assets/*.js', (route) => route.abort());
    await other.reload({ waitUntil: 'domcontentloaded' });
    await expect.poll(() => bodyTheme(other)).toBe('dark');
    await context.close();
  });
});

describe('new platform', () => {
  it('lists the setup steps, each with a link to its page', async () => {
    const { page, leave, problems } = await at('/workplace');
    await page.getByTestId('first-steps').getByRole('link', { name: '添加上游密钥' }).click();
    await page.waitForSelector('[data-testid=form-api-key]');
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('loading indicator', () => {
  it('shows a thin bar until the page has its first response', async () => {
    const { page, leave, problems } = await at('/workplace');
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    await page.waitForSelector('[data-testid=progress]', { state: 'detached' });
    await page.route('**/order/list', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.click('.side-menu a:has-text("订单管理")');
    const bar = page.getByRole('progressbar', { name: '加载中' });
    await bar.waitFor();
    await expect.poll(() => page.getAttribute('.shell-content', 'aria-busy')).toBe('true');
    free();
    await bar.waitFor({ state: 'detached' });
    await expect.poll(() => page.getAttribute('.shell-content', 'aria-busy')).toBe('false');
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('messages', () => {
  it('clears messages and restores them on undo', async () => {
    const notice = { title: '周日维护', content: '两点到四点' };
    const made = await server.insist('/notice/create', notice, { token });
    await server.insist('/notice/publish', { id: (made.data as { id: number }).id }, { token });
    const { page, leave, problems } = await at('/workplace');
    await page.click('[data-testid=bell]');
    const box = page.getByTestId('message-box');
    const message = box.locator('.message-list li', { hasText: '周日维护' });
    await message.waitFor();
    await box.getByRole('button', { name: '清空' }).click();
    await message.waitFor({ state: 'detached' });
    await expect.poll(() => focusIsInBox(page)).toBe(true);
    const restored = page.waitForResponse('**/message/clear');
    await page.locator('[data-testid=toast]').getByRole('button', { name: '撤销' }).click();
    await restored;
    await page.reload();
    await page.click('[data-testid=bell]');
    await message.waitFor();
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('settings drawer', () => {
  it('opens from the bar, applies changes immediately, and shows a floating button only while the bar is hidden', async () => {
    const { page, leave, problems } = await at('/workplace');
    await expect.poll(() => page.isVisible('[data-testid=floating-settings]')).toBe(false);
    await page.click('button[aria-label="页面配置"]');
    const drawer = page.locator('[role=dialog]:has-text("应用配置")');
    await drawer.waitFor();
    await expect.poll(async () => (await page.locator('.side-drawer').boundingBox())?.width).toBe(410);
    await page.waitForSelector(".arco-alert-warning:has-text('点击下方的“复制配置”按钮')");
    // Labels are at the start of their lines and controls at the end, 20 pixels from the edge.
    const endOf = async (name: string) => {
      const box = await page.locator(`[data-testid=${name}]`).boundingBox();
      return box && Math.round(box.x + box.width);
    };
    await expect.poll(() => Promise.all(['setting-footer', 'setting-topMenu'].map(endOf))).toEqual([1420, 1420]);
    await page.click('[data-testid=setting-footer]');
    await expect.poll(() => page.isVisible('.shell-footer')).toBe(false);
    await page.click('[data-testid=setting-tabBar]');
    await expect.poll(() => page.isVisible('.tab-bar')).toBe(false);
    await page.click('[data-testid=setting-navbar]');
    await expect.poll(() => page.isVisible('.navbar')).toBe(false);
    await drawer.getByRole('button', { name: '取消' }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.click('[data-testid=floating-settings]');
    await drawer.waitFor();
    await page.click('[data-testid=setting-topMenu]');
    await page.click('[data-testid=setting-navbar]');
    await page.waitForSelector('.top-menu');
    await expect.poll(() => page.isVisible('.sider')).toBe(false);
    // Not all areas fit; the others are in the menu at the end.
    await page.keyboard.press('Escape');
    await page.click('.top-menu > [data-menu-host] button:has-text("更多")');
    await page.click('[role=menu] :text("系统设置")');
    await expect.poll(() => getPagePath(page)).toBe('/form/group');
    expect(problems).toEqual([]);
    await leave();
  });

  it('shows the breadcrumb of a page while the menu is hidden', async () => {
    const { page, leave, problems } = await at('/orders/order-table');
    await page.waitForSelector('[data-testid=page]');
    expect(await page.isVisible('.breadcrumb')).toBe(false);
    await page.click('button[aria-label="页面配置"]');
    await page.click('[data-testid=setting-menu]');
    await expect.poll(() => page.isVisible('.sider')).toBe(false);
    await expect.poll(() => page.locator('.breadcrumb').innerText()).toContain('订单');
    expect(problems).toEqual([]);
    await leave();
  });

  it('copies the full settings and shows a message', async () => {
    const { page, context } = await at('/workplace', {}, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.click('button[aria-label="页面配置"]');
    await page.click('button:has-text("复制配置")');
    await page.waitForSelector('[data-testid=toast]:has-text("已拷贝配置")');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
    expect(JSON.parse(text)).toMatchObject({
      theme: 'light',
      menuWidth: 220,
      themeColor: '#165DFF',
      globalSettings: true,
      tabBar: true,
      device: 'desktop',
    });
    await context.close();
  });

  it('derives ten steps for both themes from a theme color and shows their contrast', async () => {
    const { page, leave, problems } = await at('/workplace');
    await page.click('button[aria-label="页面配置"]');
    await page.click('.theme-preset[title=purple]');
    const step = (theme: string) =>
      page.evaluate((name) => {
        document.body.setAttribute('arco-theme', name);
        return getComputedStyle(document.body).getPropertyValue('--arcoblue-1').trim();
      }, theme);
    await expect.poll(() => step('light')).toBe('245,232,255');
    await expect.poll(() => step('dark')).toBe('22,0,77');
    await expect.poll(() => page.locator('[data-testid=contrast]').first().textContent()).toBe('6.94 AA');
    await page.click('[data-testid=setting-colorWeak]');
    await expect.poll(() => page.evaluate(() => document.documentElement.style.filter)).toBe('invert(80%)');
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('tab bar', () => {
  it('opens one tab per page, closes tabs relative to one, and reloads the current page', async () => {
    const { page, leave, problems } = await at('/workplace');
    for (const path of ['/ai/ai_icon', '/news/help-table', '/news/notice-table']) {
      await page.click('h1');
      await page.keyboard.press('Control+k');
      await page.fill('[data-testid=palette]', path);
      await page.keyboard.press('Enter');
      await expect.poll(() => getPagePath(page)).toBe(path);
    }
    await expect.poll(() => tabTitles(page)).toEqual(['工作台', '图标', '帮助文档', '公告']);
    const heights = await page
      .locator('.tab-bar, .tab-name, .tab-close, .tab-bar > [data-menu-host] button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights[0]).toBe(32);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
    await page.locator('.tab-name', { hasText: '帮助文档' }).click({ button: 'right' });
    const items = page.locator('[role=menuitem]');
    await expect
      .poll(() => items.allTextContents())
      .toEqual(['重新加载', '关闭当前标签页', '关闭左侧标签页', '关闭右侧标签页', '关闭其它标签页', '关闭全部标签页']);
    await expect.poll(() => items.first().getAttribute('aria-disabled')).toBe('true');
    await items.nth(3).click();
    await expect.poll(() => tabTitles(page)).toEqual(['工作台', '图标', '帮助文档']);
    await expect.poll(() => getPagePath(page)).toBe('/news/help-table');
    await page.locator('.tab-name', { hasText: '帮助文档' }).click({ button: 'right' });
    await page.click('[role=menuitem]:has-text("重新加载")');
    await expect.poll(() => getPagePath(page)).toBe('/news/help-table');
    await page.click('button[aria-label="关闭 帮助文档"]');
    await expect.poll(() => getPagePath(page)).toBe('/ai/ai_icon');
    await expect.poll(() => page.locator('button[aria-label="关闭 工作台"]').count()).toBe(0);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('failed call', () => {
  const fail = (page: Page, path: string) =>
    page.route(path, (route) => route.fulfill({ status: 500, json: { message: '现在不行' } }));

  it('shows its message for five seconds, and the same message only once', async () => {
    const { page, context } = await at('/user/setting?tab=profile');
    await fail(page, '**/profile/update');
    await page.fill('.user-form input:not([type=file])', 'Somebody');
    const toast = page.locator('[data-testid=toast]:has-text("现在不行")');
    await page.click('.user-actions button[type=submit]');
    await toast.waitFor();
    await page.click('.user-actions button[type=submit]');
    await atRest(page);
    const shownAt = Date.now();
    await expect.poll(() => toast.count()).toBe(1);
    await page.mouse.move(0, 0);
    await toast.waitFor({ state: 'detached' });
    expect(Date.now() - shownAt).toBeGreaterThan(3_500);
    await context.close();
  });

  it('shows the error of a query in its place, without an additional toast', async () => {
    const { page, context } = await at('/workplace');
    await fail(page, '**/banned-word/list');
    await page.goto('/ai/ai_limit_text');
    await page.locator('main [role=alert]:has-text("现在不行")').waitFor();
    await atRest(page);
    expect(await page.locator('[data-testid=toast]').count()).toBe(0);
    await context.close();
  });
});

describe('narrow window', () => {
  it('keeps the menu in a drawer that closes when a page is chosen', async () => {
    const { page, context, problems } = await at('/workplace', {}, { viewport: { width: 390, height: 844 } });
    await expect.poll(() => page.isVisible('.sider')).toBe(false);
    await page.click('button[aria-label="打开菜单"]');
    const inDrawer = () => page.evaluate(() => document.activeElement?.closest('.side-drawer') != null);
    await expect.poll(inDrawer).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.isVisible('.side-drawer')).toBe(false);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('打开菜单');
    await page.keyboard.press('Enter');
    await page.click('.side-drawer [role=button]:has-text("资讯管理")');
    await page.click('.side-drawer a:has-text("公告")');
    await expect.poll(() => getPagePath(page)).toBe('/news/notice-table');
    await expect.poll(() => page.isVisible('.side-drawer')).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([360, 768, 1024, 1440, 2560])('never scrolls sideways at %d pixels', async (width) => {
    const { page, leave } = await visit(browser, server.url, { token });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/workplace');
    const tooWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    for (const [path, shown] of [
      ['/workplace', '.workplace'],
      ['/user/info', '.user-facts'],
      ['/user/setting?tab=profile', '.user-form'],
    ] as const) {
      if (getPagePath(page) !== path) await stepTo(page, path);
      await page.waitForSelector(shown);
      await atRest(page);
      await expect.poll(tooWide, { message: path }).toBe(0);
    }
    await leave();
  });
});

describe('expired session', () => {
  const end = () => server.call('/logout', {}, { token });

  it('asks once, however many calls fail, and leads to sign-in', async () => {
    const visited = await at('/user/setting?tab=profile');
    const { page, leave } = visited;
    await page.fill('input[autocomplete], .user-form input:not([type=file])', 'Somebody');
    await end();
    await page.click('.user-actions button[type=submit]');
    const dialog = page.locator('[role=dialog]:has-text("您已退出登录。可以取消并留在此页，或重新登录。")');
    await dialog.waitFor();
    await page.waitForSelector('[data-testid=toast]');
    await expect.poll(() => dialog.count()).toBe(1);
    await dialog.locator('button:has-text("取消")').click();
    await expect.poll(() => page.inputValue('.user-form input:not([type=file])')).toBe('Somebody');
    await page.click('.user-actions button[type=submit]');
    await dialog.locator('button:has-text("在此登录，保留本页")').click();
    await page.fill('[role=dialog] [name=password]', firstAdmin.password);
    await page.click('[role=dialog] button[type=submit]');
    await expect.poll(() => page.isVisible('[role=dialog]')).toBe(false);
    token = (await getStorageKey(page, 'token')) ?? '';
    expect(token).toMatch(/^adm_/);
    await expect.poll(() => page.inputValue('.user-form input:not([type=file])')).toBe('Somebody');
    await page.click('.user-actions button[type=submit]');
    await page.waitForSelector('[data-testid=toast]:has-text("已保存")');
    await leave();
  });

  it('ends in every tab when one of them signs out', async () => {
    const { page, context } = await at('/workplace');
    const other = await context.newPage();
    await other.goto('/workplace');
    await other.waitForSelector('h1');
    await page.click('[data-testid=account]');
    await page.click('[role=menuitem]:has-text("退出登录")');
    await page.waitForSelector('[data-testid=login]');
    await other.waitForSelector('[data-testid=login]');
    token = await server.signIn(firstAdmin.username, firstAdmin.password);
    await context.close();
  });
});

describe('unsaved changes', () => {
  it('asks before the page is left, and stays or leaves according to the answer', async () => {
    const { page, leave } = await at('/user/setting?tab=profile');
    await page.fill('.user-form input:not([type=file])', 'Half a name');
    await page.click('.navbar-brand');
    const dialog = page.locator('[role=dialog]:has-text("有未保存的修改")');
    await dialog.locator('button:has-text("取消")').click();
    await expect.poll(() => getPagePath(page)).toBe('/user/setting?tab=profile');
    await page.click('.navbar-brand');
    await dialog.locator('button:has-text("离开")').click();
    await expect.poll(() => getPagePath(page)).toBe('/workplace');
    await leave();
  });
});

describe('role preview', () => {
  it('shows the pages of the role with a banner, and changes nothing on the server', async () => {
    const { page, leave } = await at('/form/group');
    await page.click('[data-testid=account]');
    await page.click('[role=menuitem]:has-text("切换角色")');
    await page.waitForSelector('.preview-banner');
    await expect.poll(() => getPagePath(page)).toBe('/workplace');
    await expect.poll(() => getStorageKey(page, 'userRole')).toBe('user');
    await expect.poll(() => page.isVisible('.side-menu a[href="/form/group"]')).toBe(false);
    await page.click('.preview-banner button');
    await page.waitForSelector('.side-menu a[href="/form/group"]');
    await expect.poll(() => getStorageKey(page, 'userRole')).toBeNull();
    await leave();
  });
});

describe('redirect page', () => {
  it('leads to the path inside it, and never leaves this console', async () => {
    const { page, context } = await at('/redirect/ai/ai_icon?q=x');
    await expect.poll(() => getPagePath(page)).toBe('/ai/ai_icon?q=x');
    for (const path of ['/redirect/%2F%2Fevil', '/redirect/javascript:x']) {
      await page.goto(path);
      await page.waitForSelector('[data-testid=not-found]');
      await expect.poll(() => new URL(page.url()).origin).toBe(server.url);
    }
    await page.getByTestId('search-pages').click();
    await page.getByTestId('palette').waitFor();
    await context.close();
  });
});
