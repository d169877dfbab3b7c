import { readFile } from 'node:fs/promises';
import { catalogue, createServiceClient, getResourcePath } from '@gantry/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCaseFile, importCases } from '../../core/test/import-cases.ts';
import { type AppShell, countActs, makeWords, openConsole } from './console-harness.ts';

const words = '/ai/ai_limit_text';
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
});
afterAll(() => console?.close());

async function give(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.setInputFiles('.import-step input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}
const oneLine = (text: string) => text.replace(/\s+/g, ' ');
const total = async () => (await console.call<{ total: number }>('/banned-word/list', {})).total;

describe('import with valid and invalid rows', () => {
  const file =
    '\uFEFFword,级别,Category,note\r\nalpha,Block,Advertising,x\r\n,Block,Advertising,x\r\nbeta,9,Advertising,x\r\n"ga,mma",Mask,违法,x\r\n';

  it('maps columns by headings, checks before writing, and imports only the valid rows', async () => {
    const { page, leave, problems } = await console.open(words);
    await give(page, 'words.csv', file);
    await expect
      .poll(() => page.locator('.import-map tbody tr').allTextContents())
      .toEqual(['Word', 'Level', 'Category', 'Do not import'].map((words) => expect.stringContaining(words)));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const verdict = page.locator('[data-testid=import-verdict]');
    await verdict.waitFor();
    await expect.poll(() => verdict.textContent()).toBe('4 rows: 2 new, 0 updated, 0 skipped, 2 failed');
    const errors = async () => (await page.locator('.import-errors tbody tr').allTextContents()).map(oneLine);
    await expect.poll(errors).toEqual(['3Word–Word is required', '4Level9Level must be one of: Warn / Mask / Block']);
    await expect.poll(() => total()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the rows with problems' }).click(),
    ]);
    const rows = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').split('\r\n');
    expect(rows[0]).toBe('#line,#error,word,级别,Category,note');
    expect(rows[2]).toBe('4,Level must be one of: Warn / Mask / Block,beta,9,Advertising,x');
    await page.getByRole('button', { name: 'Import the other 2 rows' }).click();
    await page.waitForSelector('.import-step:has-text("Import finished")');
    await expect.poll(() => page.locator('.import-counts .created dd').textContent()).toBe('2');
    await expect.poll(() => total()).toBe(2);
    expect(problems).toEqual([]);
    await leave();
  });

  it('handles existing records as selected', async () => {
    const { page, leave } = await console.open(words);
    await give(page, 'words.csv', 'word,remark\nalpha,new remark\ndelta,\n');
    await page.waitForSelector('[data-testid=import-verdict]:has-text("1 new, 0 updated, 0 skipped, 1 failed")');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText('Update the existing record').click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.waitForSelector('[data-testid=import-verdict]:has-text("1 new, 1 updated")');
    await page.getByText('Then check what the words').click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.waitForSelector('.import-step:has-text("Import finished")');
    await page.getByRole('button', { name: 'Check the last day', exact: true }).waitFor();
    const { items } = await console.call<{ items: { remark: string }[] }>('/banned-word/list', { keyword: 'alpha' });
    expect(items.map((item) => item.remark)).toEqual(['new remark']);
    await leave();
  });
});

/** Sends a message of a user through the moderation API, like the platform does. */
async function localize(content: string): Promise<void> {
  const { clientId, secret } = await console.call<{ clientId: string; secret: string }>('/service-client/create', {
    name: 'talk',
    scopes: ['chat', 'user'],
  });
  const service = createServiceClient({
    baseUrl: console.server.url,
    credentials: { clientId, secret },
    newKey: () => crypto.randomUUID(),
    transport: async ({ url, body, headers }) => {
      const answer = await fetch(url, { method: 'POST', body, headers: { ...headers } });
      return { status: answer.status, body: await answer.text(), retryAfter: null };
    },
  });
  const { userId } = await service.call('userRegister', { username: 'talker' });
  const messages = [{ clientId: 'a', role: 'user' as const, content }];
  await service.call('chatAppend', { sessionId: crypto.randomUUID(), userId, messages });
}

describe('banned words with unwanted matches', () => {
  it('are reported at the end of their import, four actions from the workplace, and can be disabled there', async () => {
    await localize('tell me of zebra crossings');
    const { page, leave, problems } = await console.open(words);
    await page.goto('/workplace');
    await page.getByRole('link', { name: 'Banned words', exact: true }).click();
    await give(page, 'words.txt', 'zebra\nquagga\n');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    const row = page.locator('.look-back tbody tr');
    await expect.poll(async () => (await row.allTextContents()).map(oneLine)).toEqual(['zebra11Disable']);
    await row.getByRole('button', { name: 'Disable', exact: true }).click();
    await row.getByRole('button', { name: 'Enable again', exact: true }).waitFor();
    const { items } = await console.call<{ items: { status: string }[] }>('/banned-word/list', { keyword: 'zebra' });
    expect(items.map(({ status }) => status)).toEqual(['disabled']);
    expect(problems).toEqual([]);
    await leave();
  });

  it('are allowed from the resulting violation', async () => {
    await console.call('/banned-word/check', { text: 'a quagga is extinct', userId: 1 });
    const { page, leave } = await console.open(`${words}?tab=violation-log&id=1`);
    const today = page.locator('.excerpt-test');
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/allow-word/create')) sent += 1;
    });
    await today.getByRole('button', { name: 'Allow this phrase', exact: true }).dblclick();
    await today.getByText('Allowed by: quagga').waitFor();
    const closed = () => console.call<{ handled: string; note: string }>('/violation-log/get', { id: 1 });
    await expect.poll(closed).toMatchObject({ handled: 'ignored', note: 'Allowed: quagga' });
    expect(sent).toBe(1);
    expect(await console.call('/banned-word/test', { text: 'a quagga is extinct' })).toMatchObject({ action: 'pass' });
    await leave();
  });

  it('are found with a blocked text and allowed there, in three actions', async () => {
    await makeWords(console, ['okapi']);
    const { page, leave, problems } = await console.open('/workplace');
    const work = countActs(page);
    await work.click(page.getByRole('link', { name: 'Check blocked text' }));
    await work.type(page.getByLabel('Text to test'), 'a okapi of my own');
    const hit = page.locator('.test-hits tbody tr');
    await expect.poll(async () => (await hit.allTextContents()).join()).toContain('okapi');
    await work.click(hit.getByRole('button', { name: 'Allow this phrase' }));
    await expect
      .poll(() => console.call('/banned-word/test', { text: 'a okapi of my own' }))
      .toMatchObject({ action: 'pass' });
    expect(work.acts()).toBe(3);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('interrupted import', () => {
  it('resumes when the same file is selected again, without duplicates', async () => {
    const before = await total();
    const lines = Array.from({ length: 2500 }, (_, at) => `cut off ${at}`).join('\n');
    const { page, context } = await console.open(words);
    let sent = 0;
    await page.route('**/banned-word/import', async (route) => {
      const body = route.request().postDataJSON() as { dryRun?: boolean };
      if (!body.dryRun) sent += 1;
      // The second chunk arrives and takes effect, but its response is lost; then the connection fails.
      if (!body.dryRun && sent === 2) await route.fetch();
      if (!body.dryRun && sent >= 2) return route.abort();
      return route.continue();
    });
    await give(page, 'words.txt', lines);
    await page.getByRole('button', { name: 'Import 2,500 rows' }).click();
    await page.waitForSelector('.import-step [role=alert]:has-text("Rows already sent are imported")');
    await expect.poll(async () => (await total()) - before).toBe(2000);
    await page.unroute('**/banned-word/import');
    await page.reload();
    await page.waitForSelector('.list-page');
    await give(page, 'words.txt', lines);
    await page.waitForSelector('.arco-alert:has-text("resumes after row 1,000")');
    await page
      .getByRole('button', { name: /^Import/ })
      .last()
      .click();
    await page.waitForSelector('.import-step:has-text("Import finished")');
    await expect.poll(async () => (await total()) - before).toBe(2500);
    await expect.poll(() => page.locator('.import-counts .created dd').textContent()).toBe('2,500');
    await context.close();
  });
});

describe('regression files', () => {
  it.each(importCases.map((one) => [one.file, one] as const))(
    'imports %s correctly or rejects it',
    async (_name, one) => {
      const { created = 0, failed: [failed, reason] = [0, ''], notes = [], values = [] } = one;
      const resource = catalogue.resources.find(({ name }) => name === one.resource);
      const { page, leave, problems } = await console.open(resource?.path ?? '');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.setInputFiles('.import-step input[type=file]', importCaseFile(one.file));
      const step = page.locator('.import-step');
      if (one.rejection === undefined) {
        for (const note of notes) await step.getByText(note).first().waitFor();
        const check = page.getByRole('button', { name: 'Check', exact: true });
        const verdict = page.locator('[data-testid=import-verdict]');
        await check.or(verdict).first().waitFor();
        if (await check.isVisible()) await check.click();
        await verdict.waitFor();
        expect(await verdict.textContent()).toContain(
          `${created.toLocaleString('en')} new, 0 updated, 0 skipped, ${failed} failed`,
        );
        if (reason !== '') await step.getByText(reason).first().waitFor();
        if (created > 0) {
          await page.getByRole('button', { name: /^Import (the other )?[\d,]+ rows?$/ }).click();
          await step.getByText('Import finished').waitFor();
          const body = { pageSize: Math.min(created, 20) };
          const { items } = await console.call<{ items: Record<string, unknown>[] }>(
            getResourcePath(one.resource, 'list'),
            body,
          );
          const first = items.slice(0, created).reverse();
          for (const [field, expected] of values) expect(first.map((item) => item[field])).toEqual(expected);
        }
      } else await step.getByRole('alert').getByText(one.rejection).waitFor();
      expect(problems).toEqual([]);
      await leave();
    },
  );
});

describe('file of 200,000 rows', () => {
  const rows = 200_000;
  const words = `word,remark\n${Array.from({ length: rows }, (_, at) => `big ${at},note ${at}`).join('\n')}\n`;
  const big = { name: 'big.csv', mimeType: 'text/csv', buffer: Buffer.from(words) };

  it('is read with progress while the page stays responsive, and can be canceled', async () => {
    const { page, leave, problems } = await console.open('/ai/ai_limit_text');
    // Measures the longest pause between two frames, in ms.
    await page.evaluate(() => {
      const seen = { longest: 0, last: performance.now() };
      Object.assign(globalThis, { seen });
      const look = () => {
        const now = performance.now();
        seen.longest = Math.max(seen.longest, now - seen.last);
        seen.last = now;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.setInputFiles('.import-step input[type=file]', big);
    await page.locator('.import-reading').getByRole('status').waitFor();
    await page.locator('.import-reading').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.import-reading').waitFor({ state: 'detached' });
    await page.getByLabel('Or paste the contents').fill('a word');
    await page.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: { longest: number } };
      seen.longest = 0;
    });
    await page.setInputFiles('.import-step input[type=file]', big);
    await page.getByText(`/ ${rows.toLocaleString('en')} rows`).waitFor();
    const longest = await page.evaluate(() => (globalThis as unknown as { seen: { longest: number } }).seen.longest);
    // Reading takes several times as long; a slow machine renders few frames.
    expect(longest).toBeLessThan(4_000);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText(`big.csv: ${rows.toLocaleString('en')} rows`).waitFor();
    expect(problems).toEqual([]);
    await leave();
  });
});
