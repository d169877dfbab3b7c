import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Browser, getStorageKey, launchBrowser, type Visit, visit } from './browser.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  await server.firstAdmin();
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

describe('rejected sign-in', () => {
  it('reports missing input before it calls the server', async () => {
    const { page, leave } = await at('/login');
    await page.click('button[type=submit]');
    await page.waitForSelector('[data-testid=login-error]:has-text("用户名不能为空")');
    await page.fill('[name=username]', 'somebody');
    await page.click('button[type=submit]');
    await page.waitForSelector('[data-testid=login-error]:has-text("密码不能为空")');
    await leave();
  });

  it('reports a wrong account or password, clears the token, and requires an image after two failures', async () => {
    const visited = await at('/login', { token: 'adm_stale' });
    const { page, context, problems } = visited;
    await signIn(visited, 'nobody', 'not-the-password-at-all');
    await page.waitForSelector('[data-testid=login-error]:has-text("账号或者密码错误")');
    await expect.poll(() => getStorageKey(page, 'token')).toBeNull();
    await page.waitForSelector('button[type=submit]:not([disabled])');
    await page.click('button[type=submit]');
    const picture = page.locator('.credentials-captcha img');
    await picture.waitFor();
    const first = await picture.getAttribute('src');
    expect(first).toMatch(/^data:image\/png;base64,/);
    await page.click('.credentials-captcha button');
    await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
    expect(problems).toEqual([]);
    await context.close();
  });
});
