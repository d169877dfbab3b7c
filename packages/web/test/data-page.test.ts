import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import { type Desk, openDesk } from './resource-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk?.close());

it('takes a backup, waits for its job across a reload, and downloads it', async () => {
  const { page, context } = await desk.open('/expand/data?tab=backup');
  await page.getByRole('button', { name: 'Take a backup' }).click();
  await page.getByRole('dialog').waitFor();
  await expect
    .poll(
      async () => {
        const { items } = await desk.call<{ items: { status: string }[] }>('/backup/list');
        return items[0]?.status;
      },
      { timeout: 45_000 },
    )
    .toBe('ready');
  await page.reload();
  await desk.call('/step-up', { password: firstAdmin.password });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download gantry-sqlite-/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^gantry-sqlite-.*\.gantry$/);
  await context.close();
});

it('tries a group of settings out and says why it does not work', async () => {
  const { page, context } = await desk.open('/expand/setting');
  const mail = page.getByTestId('settings-mail');
  await mail.getByRole('button', { name: 'Test the connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Test the connection' }).click();
  await dialog.getByText('It does not work').waitFor();
  expect(await dialog.textContent()).toContain('Not filled in yet');
  await context.close();
});
