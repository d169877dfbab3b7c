import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Browser, getPagePath, getStorageKey, launchBrowser, type Visit, visit } from './browser.ts';
import { hasFirefox, openFirefox } from './firefox.ts';

const operator = { username: 'operator', password: 'maple-lantern-58-quiet-river', role: 'user' } as const;
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ firstStart: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function at(path: string, stored = {}): Promise<Visit> {
  const visited = await visit(browser, server.url, stored);
  await visited.page.goto(path);
  return visited;
}

async function signIn({ page }: Visit, username: string, password: string): Promise<void> {
  await page.fill('[name=username]', username);
  await page.fill('[name=password]', password);
  await page.click('button[type=submit]');
}

describe('first run', () => {
  it('creates the first admin with the code that the server printed, and signs in', async () => {
    const visited = await at('/');
    const { page, leave, problems } = visited;
    await page.waitForSelector('text=创建首位管理员');
    await page.fill('[name=code]', 'AAAA-BBBB-CCCC');
    await page.fill('[name=username]', firstAdmin.username);
    await page.fill('[name=name]', firstAdmin.name);
    await page.fill('[name=password]', firstAdmin.password);
    await page.click('button[type=submit]');
    await page.waitForSelector('.credentials-hint:has-text("初始化码")');
    await page.fill('[name=code]', await server.setupCode());
    await page.click('button[type=submit]');
    await page.waitForSelector('[data-testid=page]');
    await expect.poll(() => getPagePath(page)).toBe('/workplace');
    await expect.poll(() => getStorageKey(page, 'token')).toMatch(/^adm_/);
    await expect
      .poll(async () => JSON.parse((await getStorageKey(page, 'adminInfo')) ?? '{}'))
      .toEqual({
        name: 'Root',
        avatar: null,
        role: 'admin',
        permissionSet: ['all'],
      });
    expect(problems).toEqual([]);
    await leave();
    await createPerson(['--data', server.data], operator);
  });
});

describe('sign-in', () => {
  it('remembers the username on request, and never the password', async () => {
    const visited = await at('/login');
    const { page, leave } = visited;
    await page.focus('[name=username]');
    await page.keyboard.press('Tab');
    const problem = page.locator('[data-testid=login-error]');
    await expect.poll(() => problem.textContent()).toBe('用户名不能为空');
    await page.keyboard.type('x');
    await expect.poll(() => problem.textContent()).toBe('');
    await page.keyboard.press('Enter');
    await expect.poll(() => problem.textContent()).toBe('用户名不能为空');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username');
    await page.check('.sign-in-remember input');
    await signIn(visited, operator.username, operator.password);
    await Promise.all([
      page.waitForSelector('[data-testid=toast]:has-text("欢迎使用")'),
      page.waitForSelector('[data-testid=page]'),
    ]);
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain(operator.password);
    await page.click('[data-testid=account]');
    await page.click('[role=menuitem]:has-text("退出登录")');
    await page.waitForSelector('[data-testid=login]');
    await expect.poll(() => getStorageKey(page, 'token')).toBeNull();
    await expect.poll(() => getStorageKey(page, 'adminInfo')).toBeNull();
    await page.reload();
    await expect.poll(() => page.inputValue('[name=username]')).toBe(operator.username);
    await leave();
  });
});

describe('password that another user set', () => {
  it('must be changed first', async () => {
    const token = await server.signIn(firstAdmin.username, firstAdmin.password);
    const given = {
      username: 'newcomer',
      name: '新人',
      role: 'user',
      permissionSet: ['all'],
      password: 'handed-over-on-paper-77',
    };
    expect((await server.call('/admin/create', given, { token })).code).toBe(20000);
    const visited = await at('/login');
    const { page, leave, problems } = visited;
    await signIn(visited, given.username, given.password);
    await page.waitForSelector('h1:has-text("设置新密码")');
    await page.fill('[name=next]', 'birch-saddle-41-morning-tide');
    await page.fill('[name=again]', 'something else entirely');
    await page.click('button[type=submit]');
    await page.waitForSelector('[data-testid=login-error]:has-text("两次输入不一致")');
    await page.fill('[name=again]', 'birch-saddle-41-morning-tide');
    await page.click('button[type=submit]');
    await page.waitForSelector('[data-testid=data-panel]');
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('route guard', () => {
  it('sends a visitor to sign-in with the route and its query, and back to both afterwards', async () => {
    const visited = await at('/ai/ai_icon?q=star');
    const { page, leave, problems } = visited;
    await page.waitForSelector('[data-testid=login]');
    await expect.poll(() => getPagePath(page)).toBe('/login?redirect=AiIcon&q=star');
    await signIn(visited, operator.username, operator.password);
    await page.waitForSelector('[data-testid=page]');
    await expect.poll(() => getPagePath(page)).toBe('/ai/ai_icon?q=star');
    expect(problems).toEqual([]);
    await leave();
  });

  it('sets no redirect for the workplace', async () => {
    for (const path of ['/', '/workplace']) {
      const { page, leave } = await at(path);
      await page.waitForSelector('[data-testid=login]');
      await expect.poll(() => getPagePath(page)).toBe('/login');
      await leave();
    }
  });

  it('rejects a stale token on every page', async () => {
    const { page, leave } = await at('/ai/ai_icon', { token: 'adm_stale' });
    await page.waitForSelector('[data-testid=login]');
    await expect.poll(() => getPagePath(page)).toBe('/login?redirect=AiIcon');
    await expect.poll(() => getStorageKey(page, 'token')).toBeNull();
    await leave();
  });

  it('redirects a role to its first page when it may not open the requested one', async () => {
    const token = await server.signIn(operator.username, operator.password);
    const { page, leave } = await at('/form/group', { token });
    await page.waitForSelector('[data-testid=data-panel]');
    await expect.poll(() => getPagePath(page)).toBe('/workplace');
    await leave();
  });

  it('shows unknown and unavailable routes as not found', async () => {
    const token = await server.signIn(operator.username, operator.password);
    for (const path of ['/nowhere', '/devcourse/course', '/devcourse/schedule']) {
      const { page, leave } = await at(path, { token });
      await page.waitForSelector('[data-testid=not-found]');
      await leave();
    }
  });
});

/** The full list is tested on the deciding function, in src/router. */
const malicious = ['https://evil.example', '//evil.example', 'javascript:alert(1)', '\t//evil.example', 'Group'];

describe('sign-in redirect', () => {
  it.each(malicious)('leads home for %j', async (redirect) => {
    const visited = await at(`/login?redirect=${encodeURIComponent(redirect)}&next=https://evil.example&tab=x`);
    const { page, context } = visited;
    const home = page.waitForSelector('[data-testid=data-panel]');
    await signIn(visited, operator.username, operator.password);
    await home;
    await expect.poll(() => page.url()).toBe(`${server.url}/workplace`);
    await context.close();
  });
});

/** Controls of the page whose background is still white. */
const whiteControls = `[...document.querySelectorAll('input, textarea, select, button, [role=combobox]')]
  .filter((one) => getComputedStyle(one).backgroundColor === 'rgb(255, 255, 255)').length`;

if (hasFirefox())
  describe('Firefox', () => {
    it('signs in, opens and edits a user, and switches to the dark theme without an error', async () => {
      const token = await server.signIn(firstAdmin.username, firstAdmin.password);
      const { data } = await server.insist('/user/create', { username: 'hong.yan' }, { token });
      const page = await openFirefox();
      try {
        await page.goto(`${server.url}/login`);
        await page.click('.sign-in-bar button', 'English');
        await page.waitFor(
          `document.documentElement.lang === 'en-US' && document.querySelector('[name=username]') !== null`,
        );
        await page.type('[name=username]', firstAdmin.username);
        await page.type('[name=password]', firstAdmin.password);
        await page.click('button[type=submit]');
        await page.waitFor(`document.querySelector('[data-testid=data-panel]') !== null`);
        await page.click('.side-menu [role=button]', 'Users');
        await page.click('.side-menu a[href="/user/user-table"]');
        await page.click('.grid-body .title-link', 'hong.yan');
        await page.click('.side-drawer button', 'Edit');
        await page.type('[data-testid=form-user] textarea', 'From Firefox');
        await page.click('.side-drawer button', 'Save');
        await page.waitFor(`document.querySelector('[data-testid=toast]') !== null`);
        const saved = await server.insist('/user/get', { id: data.id }, { token });
        expect(saved.data.remark).toBe('From Firefox');
        await page.goto(`${server.url}/user/user-table`);
        await page.click('button[aria-label*="dark"]');
        await page.waitFor(`document.body.getAttribute('arco-theme') === 'dark'`);
        expect(await page.evaluate(whiteControls)).toBe(0);
        expect(page.problems).toEqual([]);
      } finally {
        await page.close();
      }
    });
  });
