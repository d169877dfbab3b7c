import { afterAll, beforeAll, expect, it } from 'vitest';
import { getPagePath } from './browser.ts';
import { type AppShell, choose, countActs, field, openConsole } from './console-harness.ts';

let console: AppShell;
const search = '/ai/ai_know_list/ai_know_search';

beforeAll(async () => {
  console = await openConsole();
  await console.call('/knowledge/create', { name: 'Handbook', fusion: 'reciprocal' });
});
afterAll(() => console?.close());

it('leads from a file to its chunks, a search, a golden question and a background test', async () => {
  const { page, context, problems } = await console.open('/ai/ai_know_list/ai_know_doc');
  const press = (name: string) =>
    page.getByRole('dialog').last().getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('button', { name: 'Upload files', exact: true }).click();
  await choose(page, 'Knowledge base', 'Handbook');
  const handbook = '# Refunds\n\nIn full within seven days.\n\n# Members\n\nThey are told three days ahead.';
  await page
    .getByLabel('Choose one or more files', { exact: true })
    .last()
    .setInputFiles([{ name: 'rules.md', mimeType: 'text/markdown', buffer: Buffer.from(handbook) }]);
  await page.locator('.document-lines .done', { hasText: 'rules.md' }).waitFor();
  await press('Close');
  await expect
    .poll(async () => (await console.call('/know-doc/get', { id: 1 })).status, { timeout: 60_000 })
    .toBe('completed');

  await page.locator('.grid-row .title-link', { hasText: 'rules.md' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Preview chunks', exact: true }).click();
  await press('Preview chunks');
  await page.getByRole('dialog').last().getByText('In full within seven days.').waitFor();

  await page.goto('/workplace');
  const mending = countActs(page);
  await mending.click(page.getByRole('link', { name: 'Test a knowledge base', exact: true }));
  const test = page.getByRole('form', { name: 'Run a retrieval test' });
  await test.locator('.arco-select-view-value', { hasText: 'Handbook' }).waitFor({ state: 'attached' });
  const question = test.getByRole('textbox', { name: 'Question', exact: true });
  await mending.type(question, 'when are members told');
  await mending.click(test.getByRole('button', { name: 'Run a retrieval test', exact: true }));
  const found = page.getByTestId('recall-result');
  await found.getByText('They are told three days ahead.').waitFor();
  expect(await found.textContent()).toContain('Reciprocal ranks (RRF) k=60');
  const reported = found.locator('li', { hasText: 'three days ahead' });
  const text = reported.getByRole('button', { name: 'Edit inline', exact: true });
  await text.click();
  await found.getByRole('textbox', { name: 'Content' }).press('Escape');
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
  await text.press('Enter');
  await mending.type(found.getByRole('textbox', { name: 'Content' }), '# Members\n\nThey are told a week ahead.');
  await mending.click(found.getByRole('button', { name: 'Save and run again' }));
  await found.locator('section').nth(1).waitFor();
  await found.locator('section').first().getByText('They are told a week ahead.').waitFor();
  expect(mending.acts()).toBe(5);
  await found.locator('section').first().getByRole('button', { name: 'Edit chunk', exact: true }).first().click();
  await field(page, 'Content').waitFor();
  await press('Cancel');
  expect(await question.inputValue()).toBe('when are members told');
  expect(getPagePath(page)).toContain('run=test');
  await test.getByRole('button', { name: 'Retrieval log' }).click();

  await page.locator('.grid-row .title-link', { hasText: 'when are members told' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as a golden question', exact: true }).click();
  await press('Save as a golden question');
  await expect.poll(async () => (await console.call<{ total: number }>('/golden-question/list', {})).total).toBe(1);

  await page.goto(`${search}?tab=golden-question`);
  await page.getByRole('button', { name: 'Rerun all', exact: true }).click();
  await choose(page, 'Knowledge base', 'Handbook');
  await page.getByRole('dialog').getByRole('switch', { name: 'In the background', exact: true }).click();
  await press('Rerun all');
  await page.getByTestId('recall-run').waitFor();
  await page.getByRole('link', { name: 'Follow test run #1', exact: true }).click();
  const report = page.getByTestId('run-items');
  await report.getByRole('cell', { name: 'Passed', exact: true }).waitFor();
  expect(await report.textContent()).toContain('when are members told');
  expect(await console.call('/recall-run/get', { id: 1 })).toMatchObject({
    status: 'succeeded',
    passed: 1,
    recall: 100,
  });
  expect(problems).toEqual([]);
  await context.close();
});

it('imports a knowledge base from its zip: uploaded once, checked again under another name, followed to the end', async () => {
  const { export: made } = await console.call('/knowledge/export-zip', { id: 1, form: 'stored' });
  const read = () => console.call('/knowledge-export/get', { id: made });
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('ready');
  const answer = await fetch(`${console.server.url}/api/v1/admin/document/download`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${console.token}` },
    body: JSON.stringify({ file: (await read()).file }),
  });
  const zip = Buffer.from(await answer.arrayBuffer());

  const { page, context, problems } = await console.open('/ai/ai_know_list/ai_know_page');
  await page.getByRole('button', { name: 'Import a ZIP file', exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/document/upload')) uploads += 1;
  });
  await dialog.locator('input[type=file]').setInputFiles([{ name: 'a.zip', mimeType: 'application/zip', buffer: zip }]);
  await dialog.getByText('The owner already has a knowledge base with this name').first().waitFor();
  await field(page, 'Name').fill('Handbook again');
  await dialog.getByText('Golden questions', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Import a ZIP file', exact: true }).click();
  await page.getByTestId('zip-import').getByRole('link', { name: 'Open the base', exact: true }).click();
  await page.getByRole('dialog').getByText('Handbook again').first().waitFor();
  expect(uploads).toBe(1);
  const { items } = await console.call<{ items: object[] }>('/knowledge/list', { keyword: 'again' });
  expect(items).toMatchObject([{ name: 'Handbook again', docCount: 1 }]);
  expect(problems).toEqual([]);
  await context.close();
});
