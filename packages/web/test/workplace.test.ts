import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './accessibility.ts';
import { type AppShell, openConsole } from './console-harness.ts';

let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await console.call('/user/create', { username: 'li.lei' });
});
afterAll(() => console?.close());

/** Counts how far visible elements move while the page loads. */
const watchShifts = () => {
  const seen = window as unknown as { shift: number };
  seen.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};
const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift);
const getBottom = async (page: Page, testId: string) => {
  const box = await page.getByTestId(testId).boundingBox();
  return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
};

describe('workplace', () => {
  it('shows the system health, the metrics and a chart without scrolling, and nothing moves', async () => {
    const { page, leave, problems } = await console.open('/workplace', {}, { viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watchShifts);
    await page.reload();
    await page.waitForSelector('[data-testid=headline-chart] canvas');
    await page.waitForSelector('[data-testid=system-panel] meter');
    for (const part of ['health-line', 'headlines', 'headline-chart'])
      expect(await getBottom(page, part), part).toBeLessThanOrEqual(900);
    expect(await page.getByTestId('headlines').getByRole('listitem').count()).toBe(6);
    expect(await shiftOf(page)).toBeLessThan(0.05);
    expect(await violationsOn(page)).toEqual([]);
    expect(problems).toEqual([]);
    await leave();
  });

  it('renders its chart in the theme of the body', async () => {
    const { page, leave } = await console.open('/workplace');
    const canvas = page.locator('[data-testid=headline-chart] canvas');
    await canvas.waitFor();
    const draw = () => canvas.evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
    const setTheme = (theme: string) => page.evaluate((name) => document.body.setAttribute('arco-theme', name), theme);
    const light = await draw();
    await setTheme('dark');
    await expect.poll(draw).not.toBe(light);
    await setTheme('something');
    await expect.poll(draw).toBe(light);
    await leave();
  });

  it('has one period for all metrics, which is in the URL, and charts the selected metric', async () => {
    const { page, leave, problems } = await console.open('/workplace');
    const period = page.getByRole('group', { name: 'Range' });
    await period.getByRole('button', { name: '7 days' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('last-7d');
    await page.getByTestId('headline-activeUsers').getByRole('button').click();
    const chart = page.getByTestId('headline-chart');
    await chart.getByRole('heading', { name: 'Active users' }).waitFor();
    await chart.getByText('Data table').click();
    await expect.poll(() => chart.locator('tbody tr').count()).toBe(7);
    await chart.getByRole('button', { name: 'Metric: Active users' }).click();
    await page.getByRole('menuitemradio', { name: 'Paid orders' }).click();
    await chart.getByRole('heading', { name: 'Paid orders' }).waitFor();
    await page.goto('/workplace?range=custom&start=2026-01-01&end=2026-01-03');
    await expect.poll(() => chart.locator('tbody tr').count()).toBe(3);
    await expect.poll(() => page.getByRole('textbox', { name: 'Start' }).inputValue()).toBe('2026-01-01');
    expect(problems).toEqual([]);
    await leave();
  });

  it('groups pending to-dos by urgency, and links the health line to its cause', async () => {
    await console.call('/notice/create', { title: '草稿', content: '稍后' });
    const { page, leave } = await console.open('/workplace');
    const todos = page.getByTestId('todo-panel');
    await todos.getByRole('heading', { name: 'When there is time' }).waitFor();
    expect(await todos.getByRole('heading', { name: 'Waiting for review' }).count()).toBe(0);
    await page
      .getByTestId('health-line')
      .getByRole('link', { name: /Processor/ })
      .click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#system');
    await expect.poll(async () => (await page.getByTestId('system-panel').boundingBox())?.y).toBeLessThan(600);
    await leave();
  });

  it('filters the orders by product type, and shows all types again', async () => {
    const { page, leave, problems } = await console.open('/workplace');
    const panel = page.getByTestId('order-panel');
    const types = panel.getByRole('button', { name: /^Product type:/ });
    await types.click();
    const sent = page.waitForRequest((request) => request.url().endsWith('/order_panel'));
    await page.getByRole('menuitemradio', { name: 'Membership', exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ productType: 'vip' });
    await types.click();
    await page.getByRole('menuitemradio', { name: 'All' }).click();
    await expect.poll(() => types.textContent()).toBe('Product type');
    expect(problems).toEqual([]);
    await leave();
  });
});
