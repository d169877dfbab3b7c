import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppShell, openConsole } from './console-harness.ts';

/** More than the server's default counting limit. */
const rows = 12_345;
const chunk = 5_000;
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  for (let from = 1; from <= rows; from += chunk) {
    const length = Math.min(chunk, rows - from + 1);
    const lines = Array.from({ length }, (_, at) => ({ line: at + 1, values: { phrase: `phrase ${from + at}` } }));
    await console.call('/allow-word/import', { rows: lines });
  }
}, 60_000);
afterAll(() => console?.close());

/** Returns the first visible loaded row with its title; null while none is loaded. */
function firstInTheMiddle(): { index: number; title: string } | null {
  const row = document.querySelector('.grid-body .grid-row:has(.title-link)');
  const index = Number(row?.getAttribute('aria-rowindex'));
  const title = row?.querySelector('.title-link')?.textContent ?? '';
  return index > 10_500 && index < 11_500 ? { index, title } : null;
}

describe('list above the counting limit', () => {
  it('scrolls with its scroll bar to the very last row, and can be selected completely', async () => {
    const { page, context, problems } = await console.open('/ai/ai_limit_text?tab=allow-word&flow=scroll');
    const grid = page.locator(`[role=grid][aria-rowcount="${rows + 1}"]`);
    await grid.waitFor();
    await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    await page.waitForSelector(`.grid-row[aria-rowindex="${rows + 1}"] .title-link:has-text("phrase 1")`);
    await grid.evaluate((box) => box.scrollTo({ top: Math.round(box.scrollHeight * 0.9) }));
    const shown = await page.waitForFunction(firstInTheMiddle);
    const { index, title } = (await shown.jsonValue()) ?? { index: 0, title: '' };
    expect(title).toBe(`phrase ${rows - (index - 2)}`);
    await expect.poll(() => page.locator('.grid-body .grid-row').count()).toBeLessThan(60);
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await page.getByRole('button', { name: 'Select all 12,345 that match' }).click();
    await page.waitForSelector('.bulk-bar:has-text("All 12,345 matching selected")');
    expect(problems).toEqual([]);
    await context.close();
  }, 60_000);

  it('is counted on demand, and then opens any page', async () => {
    const { page, context, problems } = await console.open('/ai/ai_limit_text?tab=allow-word');
    const total = page.locator('.pager-total');
    await total.filter({ hasText: '10,000+ total' }).waitFor();
    await page.getByRole('textbox', { name: 'Page number' }).fill('610');
    await page.keyboard.press('Enter');
    await page.getByText('Page 610 is too far to open by its number').waitFor();
    await page.getByText('The first 501 pages open by number.').waitFor();
    await page.getByRole('button', { name: 'Count all and open it' }).click();
    await total.filter({ hasText: '12,345 total' }).waitFor();
    await page.waitForSelector(`.grid-body .title-link:has-text("phrase ${rows - 609 * 20}")`);
    await page.goto('/ai/ai_limit_text?tab=allow-word&q=12345&page=9');
    await page.getByText('Page 9 does not exist').waitFor();
    await page.getByRole('button', { name: 'Go to page 1' }).click();
    await page.waitForSelector('.grid-body .title-link:has-text("phrase 12345")');
    await page.goto('/ai/ai_limit_text?tab=allow-word');
    await page.getByRole('button', { name: 'Count all', exact: true }).click();
    await total.filter({ hasText: '12,345 total' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }, 60_000);
});
