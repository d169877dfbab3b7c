import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppShell, field, openConsole, toastSays } from './console-harness.ts';

let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await console.call('/user/create', { username: 'li.lei' });
  await console.call('/distributor/create', { userId: 1, directBps: 1500 });
});
afterAll(() => console?.close());

it('approves a distributor and freezes them again, with a label for each state', async () => {
  const { page, leave, problems } = await console.open('/expand/distribution');
  const row = page.locator('.grid-row', { hasText: 'li.lei' });
  await row.getByRole('button', { name: 'Approve' }).click();
  await toastSays(page, 'Approve: done');
  await row.locator('.option-tag', { hasText: 'Active' }).waitFor();
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Freeze', exact: true }).click();
  await field(page, 'Reason').fill('looks odd');
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze', exact: true }).click();
  await row.locator('.option-tag', { hasText: 'Frozen' }).waitFor();
  await expect.poll(() => console.call('/distributor/get', { id: 1 })).toMatchObject({ reason: 'looks odd' });
  await row.getByRole('link').first().click();
  await page.waitForSelector('[role=dialog] dd:has-text("looks odd")');
  expect(problems).toEqual([]);
  await leave();
});

it('shows every tab of both pages', async () => {
  const { page, context, problems } = await console.open('/expand/distribution');
  for (const tab of ['Commissions', 'Withdrawals', 'Payable entries', 'Distribution settings']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.waitForSelector('.list-page, .settings-page');
  }
  await page.waitForSelector('.settings-page');
  await page.goto('/expand/regionalagency');
  await page.getByRole('tab', { name: 'Regional income', exact: true }).click();
  await page.waitForSelector('.list-page');
  expect(problems).toEqual([]);
  await context.close();
});
