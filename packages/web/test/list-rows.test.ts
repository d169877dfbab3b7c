import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppShell, makeWords, openConsole } from './console-harness.ts';
import { fillTables } from './sample-rows.ts';

const words = '/ai/ai_limit_text';
const sizes = [
  { width: 1440, height: 900, least: 14 },
  { width: 1280, height: 720, least: 9 },
];
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await makeWords(
    console,
    Array.from({ length: 40 }, (_, at) => `spam${at}`),
  );
  fillTables(console.server.data, { now: Date.now(), picture: '' });
});
afterAll(() => console?.close());

/** Returns the offset of the table header from the top of the window, in px, and the number of fully visible rows. */
async function measure(page: Page) {
  await page.waitForSelector('.grid-body .grid-row .title-link');
  return page.evaluate(() => {
    const head = document.querySelector('.grid-head')?.getBoundingClientRect();
    const grid = document.querySelector('.grid')?.getBoundingClientRect();
    const foot = document.querySelector('.list-foot')?.getBoundingClientRect();
    const end = Math.min(grid?.bottom ?? 0, foot?.top ?? 0, window.innerHeight);
    const rows = [...document.querySelectorAll('.grid-body .grid-row')].map((row) => row.getBoundingClientRect());
    return { head: head?.top ?? 0, rows: rows.filter(({ bottom }) => bottom <= end + 1).length };
  });
}

describe.each(sizes)('list in a window of $width x $height', ({ width, height, least }) => {
  it.each(['zh-CN', 'en-US'])('shows enough rows in %s', async (locale) => {
    const { page, leave } = await console.open(words, { locale }, { viewport: { width, height } });
    expect((await measure(page)).rows).toBeGreaterThanOrEqual(least);
    await leave();
  });

  it.each(['zh-CN', 'en-US'])('starts its rows near the top in %s', async (locale) => {
    const lists = ['/orders/order-table', '/user/user-table', '/ai/api_key', '/ai/model_system', words];
    const heads: Record<string, number> = {};
    for (const path of lists) {
      const { page, leave } = await console.open(path, { locale }, { viewport: { width, height } });
      heads[path] = (await measure(page)).head;
      await leave();
    }
    expect(Object.entries(heads).filter(([, head]) => head > 230)).toEqual([]);
  });
});
