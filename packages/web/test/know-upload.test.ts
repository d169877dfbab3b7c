import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentCases, readDocumentCase } from '../../server/test/document-cases.ts';
import { makePdf } from '../../server/test/make-pdf.ts';
import { type AppShell, choose, openConsole } from './console-harness.ts';

let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await console.call('/knowledge/create', { name: 'Handbook' });
});
afterAll(() => console?.close());

it('uploads several files at once, shows the result of each, and lists their chunks', async () => {
  const { page, leave, problems } = await console.open('/ai/ai_know_list/ai_know_doc');
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
    .poll(async () => (await console.call('/know-doc/get', { id: 1 })).status, { timeout: 60_000 })
    .toBe('completed');
  await page.goto('/ai/ai_know_list/ai_know_doc_content');
  await page.locator('.grid-row', { hasText: 'In full within seven days.' }).waitFor();
  await page.locator('.grid-row', { hasText: 'Told three days ahead.' }).waitFor();
  // The rejection of the second file is the only message in the browser console.
  expect(problems.filter((trouble) => !trouble.includes('422'))).toEqual([]);
  await leave();
});

it('accepts dropped files and cancels one upload', async () => {
  const { page, leave } = await console.open('/ai/ai_know_list/ai_know_doc');
  await page.getByRole('button', { name: 'Upload files', exact: true }).click();
  const zone = page.locator('.drop-zone');
  await expect.poll(() => zone.isDisabled()).toBe(true);
  await choose(page, 'Knowledge base', 'Handbook');
  await expect.poll(() => zone.isEnabled()).toBe(true);
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  await page.route('**/document/upload', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await zone.evaluate((element) => {
    const dropped = new DataTransfer();
    for (const name of ['stopped.txt', 'dropped.txt']) dropped.items.add(new File([`The text of ${name}`], name));
    dropped.items.add(new File(['%PDF-1.7\nnot one'], 'broken.pdf'));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
  });
  await page.locator('.document-lines .sending', { hasText: 'stopped.txt' }).getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Cancel stopped.txt', exact: true }).click();
  await page.locator('.document-lines .cancelled', { hasText: 'stopped.txt' }).waitFor();
  free();
  for (const name of ['dropped.txt', 'broken.pdf'])
    await page.locator('.document-lines .done', { hasText: name }).waitFor();
  const { items } = await console.call<{ items: { name: string }[] }>('/know-doc/list', {});
  const names = items.map(({ name }) => name);
  expect(names).toContain('dropped.txt');
  expect(names).not.toContain('stopped.txt');
  await leave();
});

it('shows in the list why a document failed, and retries all failed ones in three actions from the workplace', async () => {
  const failed = async () =>
    (await console.call<{ total: number }>('/know-doc/list', { filters: { status: ['failed'] } })).total;
  await expect.poll(failed, { timeout: 60_000 }).toBe(1);
  const { page, leave } = await console.open('/ai/ai_know_list/ai_know_doc');
  await page.goto('/workplace');
  await page.locator('.todo', { hasText: 'Documents that failed' }).click();
  await page.locator('.grid-row', { hasText: 'broken.pdf' }).getByText('The file is damaged or incomplete').waitFor();
  await page.getByRole('button', { name: 'Retry all', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const tried = page.waitForRequest('**/know-doc/batch');
  await dialog.getByRole('button', { name: /Retry/ }).click();
  expect((await tried).postDataJSON()).toMatchObject({ action: 'retry' });
  await leave();
});

it('stores the documents of every format, or rejects them with the reason', async () => {
  await console.call('/knowledge/create', { name: 'Formats' });
  const { page, leave } = await console.open('/ai/ai_know_list/ai_know_doc');
  await page.getByRole('button', { name: 'Upload files', exact: true }).click();
  await choose(page, 'Knowledge base', 'Formats');
  // The table of questions has a switch of its own.
  const cases = documentCases.filter(({ file }) => !file.endsWith('.csv'));
  await page
    .getByLabel('Choose one or more files', { exact: true })
    .last()
    .setInputFiles(
      cases.map(({ file }) => ({ name: file, mimeType: 'application/octet-stream', buffer: readDocumentCase(file) })),
    );
  for (const { file, rejection } of cases) {
    const line = page.locator(rejection === undefined ? '.document-lines .done' : '.document-lines .failed', {
      hasText: file,
    });
    await line.waitFor();
    if (rejection !== undefined) expect(await line.textContent()).toContain(rejection);
  }
  interface Doc {
    readonly id: number;
    readonly name: string;
    readonly status: string;
    readonly errorCode: string | null;
    readonly warnings: readonly string[] | null;
  }
  const stored = cases.filter(({ rejection }) => rejection === undefined);
  const read = async () => {
    const { items } = await console.call<{ items: Doc[] }>('/know-doc/list', { pageSize: 100 });
    return items.filter(({ name }) => stored.some(({ file }) => file === name));
  };
  await expect
    .poll(async () => (await read()).filter(({ status }) => status === 'completed' || status === 'failed').length, {
      timeout: 90_000,
    })
    .toBe(stored.length);
  for (const doc of await read()) {
    const { errorCode = null, warnings = null, text } = stored.find(({ file }) => file === doc.name) ?? {};
    expect([doc.name, doc.errorCode, doc.warnings]).toEqual([doc.name, errorCode, warnings]);
    const { items } = await console.call<{ items: { content: string }[] }>('/know-chunk/list', {
      filters: { docId: [doc.id] },
      pageSize: 100,
    });
    if (text !== undefined) expect(items.map(({ content }) => content).join('\n')).toContain(text);
  }
  await page.goto('/ai/ai_know_list/ai_know_doc');
  await page.locator('.grid-row', { hasText: 'no-tounicode.pdf' }).getByText('The text cannot be read').waitFor();
  await leave();
});

it('uploads a PDF for a user and downloads it from its record', async () => {
  const { id: userId } = await console.call('/user/create', { username: 'reader' });
  const { page, context, problems } = await console.open('/ai/ai_pdf_list/ai_pdf_page');
  await page.getByRole('button', { name: 'Upload files', exact: true }).click();
  await choose(page, 'User', 'reader');
  const bytes = makePdf(['第一页的字', '第二页的字']);
  await page
    .getByLabel('Choose one or more files', { exact: true })
    .last()
    .setInputFiles([{ name: '合同 (终稿).pdf', mimeType: 'application/pdf', buffer: bytes }]);
  await page.locator('.document-lines .done', { hasText: '合同 (终稿).pdf' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.locator('.grid-row .title-link', { hasText: '合同 (终稿).pdf' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file', exact: true }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('合同 (终稿).pdf');
  const pieces: Buffer[] = [];
  for await (const piece of await saved.createReadStream()) pieces.push(piece as Buffer);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect(await console.call('/pdf-doc/get', { id: 1 })).toMatchObject({ userId, pages: 2, amount: 0 });
  expect(problems).toEqual([]);
  await context.close();
});
