import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import decodeQr from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Browser, launchBrowser, type Visit, visit } from './browser.ts';

let server: RunningServer;
let browser: Browser;
let token: string;
const nextPassword = 'copper-meadow-17-silent-orbit';

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  token = await server.firstAdmin();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function at(tab: string): Promise<Visit> {
  const visited = await visit(browser, server.url, { token });
  await visited.page.goto(`/user/setting?tab=${tab}`);
  await visited.page.waitForSelector('[role=tabpanel]');
  return visited;
}

/** Computes the six-digit code of a base32 secret at a time, by RFC 6238. */
function getDigits(secret: string, ms: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/[\s=]/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash[19] ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Decodes the QR code on the page. */
async function scanned(page: Page): Promise<string> {
  const { width, height, data } = PNG.sync.read(await page.locator('.qr-code').screenshot());
  return decodeQr({ width, height, data: new Uint8Array(data) });
}

/** Answers the first call like the server does five minutes after sign-in; later calls reach the server. */
async function staleOnce(page: Page, calls: string): Promise<void> {
  const body = { code: 40301, message: '请再次确认身份', data: { requestId: 'stale' } };
  await page.route(calls, (route) => route.fulfill({ status: 403, json: body }), { times: 1 });
}

async function confirmIdentity(page: Page): Promise<void> {
  const dialog = page.locator('[role=dialog]:has-text("需要确认身份")');
  await dialog.locator('input[type=password]').fill(firstAdmin.password);
  await dialog.locator('button:has-text("确定")').click();
  await dialog.waitFor({ state: 'detached' });
}

describe('access tokens', () => {
  it('are created after a password confirmation, shown once, and revoked', async () => {
    const { page, leave, problems } = await at('tokens');
    await staleOnce(page, '**/access-token/create');
    await page.click('button:has-text("新建令牌")');
    await page.fill('[role=dialog] input[maxlength="64"]', 'nightly import');
    await page.click('[role=dialog] .arco-btn-primary');
    await confirmIdentity(page);
    const made = await page.locator('.copy-text pre').textContent();
    expect(made).toMatch(/^pat_/);
    const answer = await server.call('/info', {}, { token: made });
    expect(answer.code).toBe(20000);
    await page.click('button:has-text("我已保存")');
    await page.waitForSelector('td:has-text("nightly import")');
    await page.click('button:has-text("吊销")');
    await page.click('[role=dialog] .arco-btn-primary');
    await page.waitForSelector('text=还没有访问令牌');
    expect((await server.call('/info', {}, { token: made })).code).not.toBe(20000);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('two-factor', () => {
  it('is enabled with a code of the app, required at sign-in, and disabled again', async () => {
    const { page, context, problems } = await at('security');
    await page.click('.security button:has-text("启用")');
    const secret = (await page.locator('.copy-text pre').textContent()) ?? '';
    const uri = new URL(await scanned(page));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('secret')).toBe(secret.replace(/\s+/g, ''));
    await page.fill('[role=dialog] input[autocomplete="one-time-code"]', getDigits(secret, Date.now()));
    await page.click('[role=dialog] .arco-btn-primary');
    await page.waitForSelector('text=恢复码');
    const codes = ((await page.locator('.copy-text pre').textContent()) ?? '').split('\n');
    expect(codes).toHaveLength(10);
    await page.click('button:has-text("我已保存")');
    await page.waitForSelector('.security button:has-text("关闭")');

    const other = await visit(browser, server.url);
    await other.page.goto('/login');
    await other.page.fill('[name=username]', firstAdmin.username);
    await other.page.fill('[name=password]', firstAdmin.password);
    await other.page.click('button[type=submit]');
    await other.page.fill('[name=totp]', codes[0] ?? '');
    await other.page.click('button[type=submit]');
    await other.page.waitForSelector('[data-testid=page]');
    expect(other.problems).toEqual([]);
    await other.context.close();

    await page.click('.security button:has-text("关闭")');
    await page.fill('[role=dialog] input[type=password]', firstAdmin.password);
    expect(await page.locator('[role=dialog] .arco-btn-status-danger').isDisabled()).toBe(true);
    await page.fill('[role=dialog] input[autocomplete="one-time-code"]', codes[1] ?? '');
    await page.click('[role=dialog] .arco-btn-status-danger');
    await page.waitForSelector('.security button:has-text("启用")');
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('password change', () => {
  it('requires the old password and ends every other session', async () => {
    const elsewhere = await server.signIn(firstAdmin.username, firstAdmin.password);
    const { page, leave, problems } = await at('security');
    await page.click('.security button >> nth=0');
    const fill = (name: string, value: string) =>
      page.fill(`[role=dialog] input[autocomplete=${name}] >> nth=0`, value);
    await fill('current-password', 'not the one at all');
    await fill('new-password', nextPassword);
    await page.fill('[role=dialog] input[autocomplete=new-password] >> nth=1', nextPassword);
    await page.click('[role=dialog] .arco-btn-primary');
    await page.waitForSelector('[role=dialog] .form-note .problem');
    await fill('current-password', firstAdmin.password);
    await page.click('[role=dialog] .arco-btn-primary');
    await page.waitForSelector('[data-testid=toast]:has-text("密码已修改")');
    expect((await server.call('/info', {}, { token: elsewhere })).code).not.toBe(20000);
    expect((await server.call('/info', {}, { token })).code).toBe(20000);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('user center', () => {
  it('shows the profile, the latest actions and the account protection, with links to the settings', async () => {
    const { page, leave, problems } = await at('profile');
    await page.click('[data-testid=account]');
    await page.click('[role=menuitem]:has-text("用户中心")');
    await page.waitForURL('**/user/info');
    await page.waitForSelector('h1:has-text("用户中心")');
    await page.waitForSelector('.user-facts dd:has-text("root-admin")');
    await page.waitForSelector('.center-card tbody tr');
    await page.waitForSelector('.center-card:has-text("安全设置") dd:has-text("关")');
    await page.click('a[aria-label="全部 最近操作"]');
    await page.waitForURL('**/user/setting?tab=log');
    await page.click('[data-testid=account]');
    await page.click('[role=menuitem]:has-text("用户设置")');
    await page.waitForSelector('.user-form');
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('profile', () => {
  it('is saved and shown in the top bar', async () => {
    const { page, leave, problems } = await at('profile');
    await page.fill('.user-form input:not([type=file])', '周雨');
    await page.click('.user-actions button[type=submit]');
    await page.waitForSelector('[data-testid=toast]:has-text("已保存")');
    await page.waitForSelector('button[aria-label="周雨 的账号"]');
    await page.fill('.user-form input >> nth=3', '12345');
    await page.click('.user-actions button[type=submit]');
    await page.waitForSelector('.form-note .problem');
    expect(problems).toEqual([]);
    await leave();
  });

  it("contains a log of the user's own actions", async () => {
    const { page, context } = await at('log');
    await page.waitForSelector('.user-table tbody tr');
    await expect.poll(() => page.locator('.user-table tbody tr').count()).toBeGreaterThan(3);
    await context.close();
  });
});
