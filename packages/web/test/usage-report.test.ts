import { readFileSync } from 'node:fs';
import nodePath from 'node:path';
import { createServiceClient } from '@gantry/core';
import Sqlite from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './accessibility.ts';
import { visit } from './browser.ts';
import { type AppShell, openConsole } from './console-harness.ts';

const path = '/comsums/consum-table';
let console: AppShell;
let userId: number;

/** A user with 500 coins who has used 3 and 4 of them. */
beforeAll(async () => {
  console = await openConsole();
  userId = Number((await console.call('/user/create', { username: 'wang.fang' })).id);
  await console.call('/user/adjust-balance', { id: userId, asset: 'coin', amount: 500, reason: 'to begin with' });
  const { clientId, secret } = await console.call<{ clientId: string; secret: string }>('/service-client/create', {
    name: 'usage',
    scopes: ['all'],
  });
  const api = createServiceClient({
    baseUrl: console.server.url,
    transport: async ({ url, body, headers }) => {
      const answer = await fetch(url, { method: 'POST', body, headers: { ...headers } });
      return { status: answer.status, body: await answer.text() };
    },
    credentials: { clientId, secret },
    newKey: () => crypto.randomUUID(),
  });
  for (const [capability, amount] of [
    ['chat', 3],
    ['draw', 4],
  ] as const) {
    const requestId = crypto.randomUUID();
    const { holdNo } = await api.call('billingHold', { userId, capability, asset: 'coin', amount: 5, requestId });
    await api.call('billingCapture', { holdNo, amount, usage: { modelName: 'm', promptTokens: 10 } });
  }
});
afterAll(() => console?.close());

/** Writes usage since a day directly into the database file, so that a usual value exists: no call can write the past. */
function usedSince(day: string): void {
  const file = new Sqlite(nodePath.join(console.server.data, 'gantry.db'));
  const names = ['requests', 'success', 'failed', 'prompt_tokens', 'completion_tokens', 'units', 'charged_coin'];
  const zeros = [...names, 'charged_compute', 'upstream_cost', 'hour', 'user_id', 'model_id', 'api_key_id', 'stripe'];
  file
    .prepare(
      `insert into usage_sums (span, day, capability, ${zeros.join(', ')}) values ('day', ?, 'chat', ${zeros.map(() => 0).join(', ')})`,
    )
    .run(day);
  file.close();
}

const open = (address: string) =>
  visit(console.browser, console.server.url, { token: console.token, locale: 'en-US' }).then(async (visited) => {
    await visited.page.goto(address);
    return visited;
  });

/** Returns accessibility violations of the page. A control that is partly scrolled under the top bar is smaller than it is. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => window.scrollTo(0, 0));
  return violationsOn(page);
}

/** Selects an option and waits until the list is closed. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const shown = page.locator('.arco-select-option:visible');
  await page.locator(`[aria-label="${label}"]`).first().click();
  await shown.filter({ hasText: option }).click();
  await shown.first().waitFor({ state: 'hidden' });
}

describe('usage report', () => {
  it('groups by the selected dimensions and links to the ledger of a user', async () => {
    const { page, leave, problems } = await open(path);
    await page.locator('[data-testid=usage-coin] dd', { hasText: '7' }).waitFor();
    await choose(page, 'Group by', 'User');
    await choose(page, 'Then by', 'Capability');
    const rows = page.locator('.usage-card tbody tr', { hasText: 'wang.fang' });
    await rows.nth(1).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('user,capability');
    await expect.poll(() => page.locator('.usage-card tfoot td').nth(3).textContent()).toBe('7');
    await page.getByText('Data table').click();
    await page.locator('.stat-table tbody tr').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await rows.first().getByRole('link', { name: 'Ledger' }).click();
    await page.waitForSelector('.list-page .grid-body [role=row]');
    const filters = new URL(page.url()).searchParams.get('f') ?? '{}';
    expect(JSON.parse(filters)).toEqual({ userId: [userId] });
    expect(problems).toEqual([]);
    await leave();
  });

  it('shows with one click the highest usage since Monday, its model, and whether it is usual', async () => {
    usedSince('2020-01-01');
    const { page, leave } = await open(`${path}?range=yesterday&user=${userId}&by=capability`);
    await page.getByRole('button', { name: 'Top spenders this week', exact: true }).click();
    const row = page.locator('.usage-card tbody tr', { hasText: 'wang.fang' });
    await row.waitFor();
    expect(new URL(page.url()).search).toBe('?range=this-week&by=user%2Cmodel');
    await expect.poll(() => page.locator('.usage-card thead th').allTextContents()).toContain('Usual credits');
    expect(await row.locator('.usage-share').textContent()).toContain('100%');
    // The ranking comes before the chart.
    const cards = page.locator('.usage-card');
    expect([
      await cards.first().locator('table.usage-table').count(),
      await cards.last().locator('canvas').count(),
    ]).toEqual([1, 1]);
    // Seven credits after four weeks without usage: the row shows it as text, not only as a tooltip.
    await row.getByText('New', { exact: true }).waitFor();
    await leave();
  });

  it('is exported as a workbook with its filters', async () => {
    const { page, leave, problems } = await open(`${path}?range=today&by=user,capability`);
    await page.locator('.usage-card tbody tr', { hasText: 'Drawing' }).waitFor();
    const requested = page.waitForRequest('**/usage-record/report-export');
    const saving = page.waitForEvent('download');
    await page.locator('.usage-foot').getByRole('button', { name: 'Export' }).click();
    await page.getByText('Export Excel', { exact: true }).click();
    expect((await requested).postDataJSON()).toMatchObject({
      range: 'today',
      by: ['user', 'capability'],
      format: 'xlsx',
    });
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^usage-[\d-]{10}\.xlsx$/);
    expect(
      readFileSync(await saved.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect(problems).toEqual([]);
    await leave();
  });

  it('can be opened and changed by URL and by keyboard', async () => {
    const { page, leave, problems } = await open(`${path}?by=capability&range=today`);
    await page.locator('.usage-card tbody tr', { hasText: 'Drawing' }).waitFor();
    const yesterday = page.getByRole('button', { name: 'Yesterday' });
    await yesterday.focus();
    await page.keyboard.press('Enter');
    await page.getByText('No usage in this period').waitFor();
    await expect.poll(() => yesterday.getAttribute('aria-pressed')).toBe('true');
    await page.goBack();
    await page.locator('.usage-card tbody tr', { hasText: 'Drawing' }).waitFor();
    expect(problems).toEqual([]);
    await leave();
  });

  it('keeps its name and unit until another measure is loaded', async () => {
    const { page, leave, problems } = await open(`${path}?range=today`);
    const head = page.locator('.usage-course .dim');
    await head.filter({ hasText: 'Credits · coins and compute' }).waitFor();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/usage-record/chart', async (route) => {
      await held;
      await route.continue();
    });
    const requested = page.waitForRequest('**/usage-record/chart');
    await choose(page, 'Metric', 'Upstream cost');
    await requested;
    expect(await head.textContent()).toBe('Credits · coins and compute');
    answer();
    await head.filter({ hasText: 'Upstream cost · CNY' }).waitFor();
    expect(problems).toEqual([]);
    await leave();
  });
});

it('is shown next to a user with all records that refer to them, each at its own URL', async () => {
  const { page, context, problems } = await open(`/user/user-table?id=${userId}&view=ledger-entry`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await page.locator('.related tbody tr').nth(2).waitFor();
  await expect.poll(() => tab('Ledger entries').getAttribute('aria-selected')).toBe('true');
  expect(await violations(page)).toEqual([]);
  await tab('Ledger entries').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.related caption', { hasText: 'Usage' }).waitFor({ state: 'attached' });
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('usage-record');
  await expect.poll(() => page.locator('.related tbody tr').count()).toBe(2);
  await page.getByRole('link', { name: 'Open as a list' }).click();
  await page.waitForURL((url) => url.pathname === path && url.searchParams.get('tab') === 'usage-record');
  expect(problems).toEqual([]);
  await context.close();
});
