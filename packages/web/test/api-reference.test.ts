import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { violationsOn } from './accessibility.ts';
import { type Browser, launchBrowser, visit } from './browser.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens the page and waits until the operations are rendered. */
async function openReference(query: string, theme: 'light' | 'dark') {
  const opened = await visit(browser, server.url, {}, { locale: 'en-US', colorScheme: theme });
  const outside: string[] = [];
  opened.page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !url.startsWith('data:')) outside.push(url);
  });
  await opened.page.goto(`/docs${query}`);
  await opened.page.locator('main[aria-busy="false"] h2').first().waitFor();
  return { ...opened, outside };
}

describe('API reference', () => {
  it.each(['light', 'dark'] as const)(
    'shows readable operations in the %s theme without external requests',
    async (theme) => {
      const { page, problems, outside } = await openReference('?api=admin&tag=Refund', theme);
      await page.getByText('/refund/list').first().waitFor();
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      expect(await violationsOn(page, 'colours')).toEqual([]);
      expect(problems).toEqual([]);
      expect(outside).toEqual([]);
      await page.close();
    },
  );

  it('shows the service API by default', async () => {
    const { page, problems, outside } = await openReference('', 'light');
    await page.getByRole('heading', { name: 'Gantry service API' }).waitFor();
    expect(await page.getByLabel('Area').inputValue()).toBe('user');
    expect(problems).toEqual([]);
    expect(outside).toEqual([]);
    await page.close();
  });

  it('shows one area of the admin API and finds an operation of another', async () => {
    const { page, problems, outside } = await openReference('?api=admin&tag=Order&lang=en', 'light');
    await page.getByLabel('Find operation').fill('bannedWordCreate');
    await page.getByLabel('Find operation').press('Enter');
    await page.getByText('/banned-word/create').first().waitFor();
    expect(await page.getByLabel('Area').inputValue()).toBe('Banned word');
    expect(page.url()).toMatch(/#.*operation\/bannedWordCreate$/);
    expect(problems).toEqual([]);
    expect(outside).toEqual([]);
    await page.close();
  });

  it('shows Chinese texts when Chinese is selected', async () => {
    const { page, problems } = await openReference('?api=admin&lang=en', 'dark');
    await page.getByLabel('Language').selectOption('zh');
    await page.getByLabel('查找操作').waitFor();
    await page.locator('main[aria-busy="false"] h2').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    expect(await page.getByText('请求示例').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await page.close();
  });
});
