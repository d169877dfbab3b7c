import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Browser, launchBrowser, type Visit, visit } from './browser.ts';

/** A fake provider script: it renders a checkbox and returns a token when it is checked. */
const script = `window.turnstile = { render(place, { sitekey, callback }) {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.id = 'box-' + sitekey;
  box.onchange = () => callback('a-person');
  const room = document.createElement('div');
  room.style.height = '90px';
  room.append(box);
  place.append(room);
} };`;

let provider: Server;
let host: string;
let server: RunningServer;
let browser: Browser;
let token: string;
let version = 0;

beforeAll(async () => {
  provider = createServer((request, response) => {
    if (request.url === '/api.js') return response.setHeader('content-type', 'text/javascript').end(script);
    let form = '';
    request.on('data', (piece) => {
      form += piece;
    });
    request.on('end', () => {
      const success = new URLSearchParams(form).get('response') === 'a-person';
      response.writeHead(request.url === '/siteverify' ? 200 : 500).end(JSON.stringify({ success }));
    });
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(provider.address() as AddressInfo).port}`;
  server = await startServer();
  browser = await launchBrowser();
  token = await server.firstAdmin();
  const values = { privateHosts: [host] };
  await server.insist('/settings/save', { page: 'system', group: 'outbound', version: 0, values }, { token });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  provider?.close();
});

async function save(values: object): Promise<void> {
  const full = { kind: 'turnstile', siteKey: '1x-site', secret: 's1te', ...values };
  const requested = { page: 'extensions', group: 'captcha', version, values: full };
  const { code } = await server.insist('/settings/save', requested, { token });
  expect(code).toBe(20000);
  version += 1;
}

/** Opens sign-in as a user with enough failed attempts to require a captcha. */
async function failed(username: string): Promise<Visit> {
  for (let tries = 0; tries < 2; tries += 1)
    await server.call('/login', { username, password: 'not-it-at-all-surely' });
  const visited = await visit(browser, server.url);
  await visited.page.goto('/login');
  await visited.page.fill('[name=username]', username);
  await visited.page.fill('[name=password]', 'not-it-at-all-surely');
  await visited.page.click('button[type=submit]');
  return visited;
}

describe('sign-in with a hosted captcha', () => {
  it('shows the widget in its own frame and accepts its token', async () => {
    await save({ scriptUrl: `http://${host}/api.js`, verifyUrl: `http://${host}/siteverify` });
    const { page, context, problems } = await failed('nobody-one');
    const frame = page.frameLocator('.credentials-widget iframe');
    await frame.locator('#box-1x-site').waitFor();
    await page.waitForSelector('[data-testid=login-error]:has-text("请先完成人机验证")');
    await expect.poll(async () => (await page.locator('.credentials-widget iframe').boundingBox())?.height).toBe(90);
    await page.waitForSelector('button[type=submit]:not([disabled])');
    await page.click('button[type=submit]');
    await page.waitForSelector('[data-testid=login-error]:has-text("请先完成人机验证")');
    await frame.locator('#box-1x-site').check();
    await expect.poll(() => page.inputValue('[name=captchaToken]')).toBe('a-person');
    await page.click('button[type=submit]');
    await page.waitForSelector('[data-testid=login-error]:has-text("账号或者密码错误")');
    await expect.poll(() => page.inputValue('[name=captchaToken]')).toBe('');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('falls back to the image when the provider cannot verify', async () => {
    await save({ scriptUrl: `http://${host}/api.js`, verifyUrl: `http://${host}/broken` });
    const { page, context } = await failed('nobody-two');
    const box = page.frameLocator('.credentials-widget iframe').locator('#box-1x-site');
    await box.check();
    await expect.poll(() => page.inputValue('[name=captchaToken]')).toBe('a-person');
    await page.click('button[type=submit]:not([disabled])');
    await page.waitForSelector('[data-testid=login-error]:has-text("请改用图片验证码")');
    await page.locator('.credentials-captcha img').waitFor();
    await context.close();
  });

  it('falls back to the image when the script does not load, and on request', async () => {
    await save({ scriptUrl: 'http://127.0.0.1:9/api.js', verifyUrl: `http://${host}/siteverify` });
    const broken = await failed('nobody-three');
    await broken.page.locator('.credentials-captcha img').waitFor();
    await broken.context.close();
    await save({ scriptUrl: `http://${host}/api.js`, verifyUrl: `http://${host}/siteverify` });
    const requested = await failed('nobody-four');
    await requested.page.click('.credentials-widget button');
    await requested.page.locator('.credentials-captcha img').waitFor();
    await requested.context.close();
  });
});
