import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCame } from './browser.ts';
import { type AppShell, makeWords, openConsole, titles } from './console-harness.ts';
import { stepTo } from './every-page.ts';
import { plainPicture } from './some-slides.ts';

let console: AppShell;
beforeAll(async () => {
  console = await openConsole();
  await makeWords(console, ['one word', 'another word']);
});
afterAll(() => console?.close());

const words = '/ai/ai_limit_text';
/** Within this time, in ms, a page must show that it is offline. */
const soon = { timeout: 5000 };

describe('offline browser', () => {
  it('shows a message in a list within five seconds, and the rows once it is online', async () => {
    const { page, context } = await console.open(words);
    await expect.poll(() => titles(page)).toHaveLength(2);
    await allCame(page);
    await context.setOffline(true);
    await page.getByPlaceholder('Search').first().fill('another');
    await page.waitForSelector('.list-body [role=alert]:has-text("cannot be reached")', soon);
    await context.setOffline(false);
    await expect.poll(() => titles(page)).toEqual(['another word']);
    expect(await page.locator('.list-body [role=alert]').count()).toBe(0);
    await context.close();
  });

  it('shows a message on a page whose code is not loaded, and opens it once it is online', async () => {
    const { page, context } = await console.open(words);
    await allCame(page);
    await context.setOffline(true);
    await stepTo(page, '/market/vip-table');
    await page.waitForSelector('[data-testid=broken-page]:has-text("cannot be reached")', soon);
    await context.setOffline(false);
    await page.waitForSelector('.list-page:not([data-left])');
    expect(await page.locator('body').textContent()).not.toContain('Unexpected Application Error');
    await context.close();
  });

  it('preserves typed input when a part cannot be loaded, and loads the part once it is online', async () => {
    const { page, context } = await console.open(words);
    await allCame(page);
    const box = page.getByPlaceholder('Search').first();
    await box.fill('word');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.waitForSelector('[data-testid=part-failure]:has-text("preserved")', soon);
    await expect.poll(() => box.inputValue()).toBe('word');
    await context.setOffline(false);
    await page.waitForSelector('[role=dialog] .theme-presets');
    await expect.poll(() => box.inputValue()).toBe('word');
    await context.close();
  });
});

it('offers to reload when an upgrade replaced the code of a part', async () => {
  const { page, context } = await console.open(words);
  await allCame(page);
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Settings' }).click();
  const failure = page.locator('[data-testid=part-failure]', { hasText: 'reload the page' });
  await failure.waitFor(soon);
  await page.unroute('**/assets/*.js');
  await Promise.all([page.waitForEvent('load'), failure.getByRole('button', { name: 'Reload' }).click()]);
  await page.waitForSelector('.list-page');
  await context.close();
});

describe('proxy without a server', () => {
  it('shows the error page of the proxy as a message with its status', async () => {
    const { page, context } = await console.open(words);
    await expect.poll(() => titles(page)).toHaveLength(2);
    const body = '<html><title>504 Gateway Time-out</title></html>';
    await page.route('**/banned-word/list', (route) => route.fulfill({ status: 504, contentType: 'text/html', body }));
    await page.getByPlaceholder('Search').first().fill('another');
    const alert = page.locator('.list-body [role=alert]', { hasText: 'The server did not answer the proxy in time' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain('504');
    expect(await page.locator('body').textContent()).not.toContain('Gateway Time-out');
    await context.close();
  });
});

describe('image with a failing storage', () => {
  it('shows a placeholder', async () => {
    const file = { name: 'dot.png', content: plainPicture(4, 4) };
    const { path: picture } = await console.call<{ path: string }>('/file/upload', file);
    await console.call('/ai-icon/create', { name: 'unreachable', picture });
    const { page, context } = await console.open('/workplace');
    await page.route('**/files/*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }),
    );
    await page.goto('/ai/ai_icon');
    await page.locator('.image-missing').first().waitFor();
    expect(await page.locator('.image-missing').first().getAttribute('aria-label')).not.toBe('');
    await context.close();
  });
});
