import { afterAll, beforeAll, expect, it } from 'vitest';
import { choose, type Desk, openDesk } from './resource-desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await desk.call('/knowledge/create', { name: 'Handbook' });
});
afterAll(() => desk?.close());

it('uploads several files at once, says of each how it went, and shows what they were cut into', async () => {
  const { page, context, troubles } = await desk.open('/ai/ai_know_list/ai_know_doc');
  await page.getByRole('button', { name: 'Upload files', exact: true }).click();
  await choose(page, 'Knowledge base', 'Handbook');
  const handbook = '# Refunds\n\nIn full within seven days.\n\n# Members\n\nTold three days ahead.';
  await page
    .getByLabel('Choose one or more files', { exact: true })
    .last()
    .setInputFiles([
      { name: 'rules.md', mimeType: 'text/markdown', buffer: Buffer.from(handbook) },
      { name: 'program.txt', mimeType: 'text/plain', buffer: Buffer.from([0, 1, 2, 3]) },
    ]);
  await page.locator('.document-lines .done', { hasText: 'rules.md' }).waitFor();
  await page.locator('.document-lines .failed', { hasText: 'program.txt' }).waitFor();
  await expect
    .poll(async () => (await desk.call('/know-doc/get', { id: 1 })).status, { timeout: 60_000 })
    .toBe('completed');
  await page.goto('/ai/ai_know_list/ai_know_doc_content');
  await page.locator('.grid-row', { hasText: 'In full within seven days.' }).waitFor();
  await page.locator('.grid-row', { hasText: 'Told three days ahead.' }).waitFor();
  // The refusal of the second file is the only thing that the console complains of.
  expect(troubles.filter((trouble) => !trouble.includes('422'))).toEqual([]);
  await context.close();
});
