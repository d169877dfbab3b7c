import path from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import { getPagePath, getStorageKey } from './browser.ts';
import { type AppShell, field, makeWords, openConsole, toastSays } from './console-harness.ts';

const words = '/ai/ai_limit_text';
const picture = `/files/${'a'.repeat(32)}.png`;
let console: AppShell;
let token: string;

beforeAll(async () => {
  console = await openConsole();
  token = console.token;
  await makeWords(console, ['kept word']);
  const batch = { name: 'Spring', kind: 'coin', coin: 5, count: 2 };
  await console.call('/redeem-batch/generate', batch);
});
afterAll(() => console?.close());

const signInHere = async (page: Page) => {
  await page.fill('[role=dialog] [name=password]', firstAdmin.password);
  await page.click('[role=dialog] .credentials-submit');
  await page.waitForSelector('.credentials', { state: 'detached' });
  token = (await getStorageKey(page, 'token')) ?? '';
};

describe('session that expires over unsaved input', () => {
  it('opens sign-in over the form, and the record is saved with the typed values afterwards', async () => {
    const { items } = await console.call<{ items: { id: number }[] }>('/banned-word/list');
    const { page, leave, problems } = await console.open(`${words}?id=${items[0]?.id}&edit=1`, { token });
    await field(page, 'Remark').fill('typed before the end');
    await page.waitForSelector('.form-state:has-text("Unsaved changes")');
    await console.server.call('/logout', {}, { token });
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.locator('.arco-modal', { hasText: 'You have been logged out' });
    await question.getByRole('button', { name: 'Sign in here' }).click();
    await signInHere(page);
    await expect.poll(() => field(page, 'Remark').inputValue()).toBe('typed before the end');
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Saved');
    await expect.poll(() => getPagePath(page)).toContain(words);
    const answer = await console.server.call('/banned-word/get', { id: items[0]?.id }, { token });
    expect(answer.data).toMatchObject({ remark: 'typed before the end', version: 2 });
    expect(problems).toEqual([]);
    await leave();
  });

  it('is announced to every tab: the one with unsaved input keeps it behind sign-in, and continues after another signs in', async () => {
    const { page, context } = await console.open(`${words}?new=1`, { token });
    await field(page, 'Word').fill('not lost');
    await page.waitForSelector('.form-state:has-text("Unsaved changes")');
    const other = await context.newPage();
    await other.goto('/workplace');
    await other.click('[data-testid=account]');
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForSelector('[data-testid=login]');
    await page.waitForSelector('[role=dialog] .credentials');
    await other.fill('[name=username]', firstAdmin.username);
    await other.fill('[name=password]', firstAdmin.password);
    await other.click('.credentials-submit');
    await other.waitForSelector('[data-testid=page]');
    await page.waitForSelector('.credentials', { state: 'detached' });
    token = (await getStorageKey(page, 'token')) ?? '';
    await expect.poll(() => field(page, 'Word').inputValue()).toBe('not lost');
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Created');
    await context.close();
  });
});

/** Expires the identity confirmations on the server. */
function forgetProofs(): void {
  const database = new Database(path.join(console.server.data, 'gantry.db'));
  database.exec('update admin_sessions set step_up_at = null, created_at = created_at - 3600000');
  database.close();
}

describe('action that requires an identity confirmation', () => {
  const codesOfOneBatch = `/market/kami-table?${new URLSearchParams({ tab: 'redeem-code', f: '{"batchId":[1]}' })}`;
  const prove = async (page: Page) => {
    const dialog = page.locator('.arco-modal:has(input[type=password])');
    await dialog.locator('input[type=password]').fill(firstAdmin.password);
    await dialog.locator('.arco-btn-primary').click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('asks for the password inside the page and continues with the action', async () => {
    forgetProofs();
    const { page, leave, problems } = await console.open('/market/kami-table?tab=redeem-code', { token });
    await page.locator('.grid-row', { hasText: 'Spring' }).first().locator('[data-row-menu]').click();
    await page.getByRole('menuitem', { name: 'Show the code' }).click();
    await prove(page);
    await page.waitForSelector('.answer dd:text-matches("^[0-9A-Z]{6}(-[0-9A-Z]{6}){2}$")');
    expect(problems).toEqual([]);
    await leave();
  });

  it('exports nothing when the confirmation is canceled, and exports once it is given', async () => {
    forgetProofs();
    const { page, leave, problems } = await console.open(codesOfOneBatch, { token });
    const exportCsv = async () => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
    };
    await exportCsv();
    await page.waitForSelector('.arco-modal input[type=password]');
    await page.locator('.arco-modal').getByRole('button', { name: 'Cancel' }).click();
    await page.waitForSelector('.arco-modal input[type=password]', { state: 'detached' });
    const waiting = page.waitForEvent('download');
    await exportCsv();
    await prove(page);
    expect((await waiting).suggestedFilename()).toMatch(/^redeem-code-.*\.csv$/);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('record with references', () => {
  it('lists the referring records with links instead of being deleted', async () => {
    const requested = await console.server.call('/ai-icon/create', { name: 'Enabled', picture }, { token });
    const model = { name: 'Answers', code: 'answers-1', iconId: requested.data.id };
    expect((await console.server.call('/ai-model/create', model, { token })).text).toContain('"iconId"');
    const { page, leave, problems } = await console.open('/ai/ai_icon', { token });
    await page.locator('.grid-row', { hasText: 'Enabled' }).locator('[data-row-menu]').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.locator('.arco-modal').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.arco-modal [role=alert] a', { hasText: 'Model: 1' }).click();
    await expect.poll(() => getPagePath(page)).toBe('/ai/model_system');
    await page.locator('.grid-row', { hasText: 'Answers' }).waitFor();
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('tabs of one browser', () => {
  it('share the previewed role and the language, and keep unsaved input', async () => {
    const { page, context } = await console.open('/form/group', { token });
    const other = await context.newPage();
    await other.goto(`${words}?new=1`);
    await field(other, 'Word').fill('half a word');
    const third = await context.newPage();
    await third.goto('/workplace');
    await third.click('[data-testid=account]');
    await third.getByRole('menuitem', { name: 'Switch role' }).click();
    await page.waitForSelector('.preview-banner');
    await expect.poll(() => getPagePath(page)).toBe('/workplace');
    await other.waitForSelector('.preview-banner');
    await third.click('.preview-banner button');
    await page.waitForSelector('.side-menu a[href="/form/group"]');
    await third.click('button[aria-label="Language"]');
    // A toast disappears after five seconds, so each tab is watched from the start.
    await Promise.all([
      other.waitForSelector('[data-testid=toast]:has-text("This page has unsaved changes")'),
      page.waitForSelector('h1:has-text("工作台")'),
      third.waitForSelector('h1:has-text("工作台")'),
      third.getByRole('menuitemradio', { name: '中文' }).click(),
    ]);
    await expect.poll(() => field(other, 'Word').inputValue()).toBe('half a word');
    await context.close();
  });
});
