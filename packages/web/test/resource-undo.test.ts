import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AppShell,
  choose,
  chooseAction,
  field,
  makeWords,
  openConsole,
  titles,
  toastSays,
} from './console-harness.ts';

const words = '/ai/ai_limit_text';
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await makeWords(console, ['alpha word', 'beta word', 'gamma word']);
});
afterAll(() => console?.close());

interface Word {
  readonly id: number;
  readonly word: string;
  readonly version: number;
  readonly [name: string]: unknown;
}

async function wordNamed(word: string): Promise<Word | undefined> {
  const { items } = await console.call<{ items: Word[] }>('/banned-word/list', { keyword: word });
  const [item] = items;
  return item && console.call<Word>('/banned-word/get', { id: item.id });
}

describe('undo', () => {
  it("runs from the toast's button and by Ctrl+Z in the list", async () => {
    const { page, leave, problems } = await console.open(words);
    const row = page.locator('.grid-row', { hasText: 'alpha word' });
    await row.getByRole('button', { name: 'Edit' }).click();
    await field(page, 'Remark').fill('a slip');
    await page.clock.install();
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Saved');
    const saved = page.locator('[data-testid=toast]', { hasText: 'Saved' });
    const undo = saved.getByRole('button', { name: 'Undo' });
    // The toast stays while the pointer or the focus is on it.
    await saved.hover();
    await page.clock.fastForward(60_000);
    await undo.focus();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(60_000);
    await undo.click();
    await toastSays(page, 'Undone: Saved');
    await page.mouse.move(0, 0);
    await page.clock.fastForward(60_000);
    await saved.waitFor({ state: 'detached' });
    await expect.poll(() => wordNamed('alpha')).toMatchObject({ remark: null, version: 3 });

    await chooseAction(row, 'Disable');
    await toastSays(page, 'Disable: done');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await toastSays(page, 'Undone: Disable: done');
    expect(await page.locator('.toast-action').count()).toBe(0);
    await row.locator('.option-tag', { hasText: 'Enabled' }).waitFor();
    expect(problems).toEqual([]);
    await leave();
  });

  it('restores a deleted record with its ID', async () => {
    const before = await wordNamed('beta');
    const { page, leave } = await console.open(words);
    const row = page.locator('.grid-row', { hasText: 'beta word' });
    await row.locator('[data-row-menu]').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.waitForSelector('.arco-modal:has-text("You can undo this.")');
    await page.locator('.arco-modal').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => titles(page)).not.toContain('beta word');
    await page.locator('[data-testid=toast]').getByRole('button', { name: 'Undo' }).waitFor();
    // The focus position after a page was opened from the palette.
    await page.getByRole('main').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => titles(page)).toContain('beta word');
    await expect.poll(async () => (await wordNamed('beta'))?.id).toBe(before?.id);
    await leave();
  });

  it('keeps later changes of another user and reports them', async () => {
    const { page, leave } = await console.open(words);
    await page.locator('.grid-row', { hasText: 'gamma word' }).getByRole('button', { name: 'Edit' }).click();
    await field(page, 'Remark').fill('mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Saved');
    const { id, version } = (await wordNamed('gamma')) ?? { id: 0, version: 0 };
    await console.call('/banned-word/update', { id, version, remark: 'theirs' });
    await page.locator('[data-testid=toast]').getByRole('button', { name: 'Undo' }).click();
    await toastSays(page, 'Not undone: the record was changed again later.');
    await expect.poll(async () => (await wordNamed('gamma'))?.remark).toBe('theirs');
    await leave();
  });
});

describe('repeated press of one button', () => {
  it('uses the same idempotency key when there was no response', async () => {
    const { page, context } = await console.open(words);
    const keys: (string | undefined)[] = [];
    await page.route('**/banned-word/disable', (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1 ? route.abort() : route.continue();
    });
    const row = page.locator('.grid-row', { hasText: 'gamma word' });
    await chooseAction(row, 'Disable');
    await page.locator('[data-testid=toast]').first().waitFor();
    await chooseAction(row, 'Disable');
    await toastSays(page, 'Disable: done');
    expect(keys).toEqual([keys[1], expect.stringMatching(/^[0-9a-f]{32}$/)]);
    await context.close();
  });
});

describe('undo of a bulk deletion', () => {
  it('restores what was never published, and reports what cannot be restored', async () => {
    const category = await console.call('/agent-category/create', { name: 'All' });
    for (const key of ['first-draft', 'second-draft', 'was-out'])
      await console.call('/agent/create', { name: key, key, categoryId: category.id, systemPrompt: 'Answer' });
    await console.call('/agent/publish', { id: 3 });
    await console.call('/agent/unpublish', { id: 3 });
    const { page, leave, problems } = await console.open('/ai/ai_scenes/ai_scene');
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await page.locator('.bulk-bar').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.locator('.arco-modal');
    await dialog.getByText('Records that were ever published cannot be restored').waitFor();
    await dialog.getByLabel('Type 3 to confirm').fill('3');
    await dialog.locator('.arco-modal-footer button').last().click();
    await page.waitForSelector('.arco-modal:has-text("Finished: 3 done, 0 failed")');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.locator('[data-testid=toast]').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await titles(page)).sort()).toEqual(['first-draft', 'second-draft']);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('bulk update of one field', () => {
  it('applies to all matches except one, and is undone completely', async () => {
    const { page, leave, problems } = await console.open(`${words}?q=word`);
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await page.locator('.grid-row', { hasText: 'beta word' }).getByRole('checkbox').click();
    await page.locator('.bulk-bar').getByRole('button', { name: 'Set a field' }).click();
    const dialog = page.locator('.arco-modal', { hasText: 'Set a field of many' });
    await dialog.getByRole('button', { name: 'Set', exact: true }).click();
    await dialog.locator('.problem', { hasText: 'Field is required' }).waitFor();
    await choose(page, 'Field', 'Category');
    await choose(page, 'Category', 'Insult');
    await dialog.getByRole('button', { name: 'Set', exact: true }).click();
    await page.waitForSelector('.arco-modal:has-text("Finished: 2 done, 0 failed")');
    const of = async () => (await Promise.all(['alpha', 'beta', 'gamma'].map(wordNamed))).map((one) => one?.category);
    await expect.poll(() => of()).toEqual(['insult', 'ad', 'insult']);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page
      .locator('[data-testid=toast]', { hasText: 'Set a field: 2' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await toastSays(page, 'Undone: Set a field: 2');
    await expect.poll(() => of()).toEqual(['ad', 'ad', 'ad']);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('retried failures of a bulk action', () => {
  it('are undone together with the first attempt', async () => {
    await makeWords(console, ['again one', 'again two']);
    const both = ['again one', 'again two'];
    const turn = async (to: 'enable' | 'disable') => {
      for (const word of both) await console.call(`/banned-word/${to}`, { id: (await wordNamed(word))?.id });
    };
    const { page, leave, problems } = await console.open(`${words}?q=again`);
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await turn('disable');
    await page.locator('.bulk-bar').getByRole('button', { name: 'Disable' }).click();
    const dialog = page.locator('.arco-modal');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.waitForSelector('.arco-modal:has-text("Finished: 0 done, 2 failed")');
    await turn('enable');
    await dialog.getByRole('button', { name: 'Retry the 2 failed' }).click();
    await page.waitForSelector('.arco-modal:has-text("Finished: 2 done, 0 failed")');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.locator('[data-testid=toast]', { hasText: 'Disable: 2' }).getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => Promise.all(both.map(async (word) => (await wordNamed(word))?.status)))
      .toEqual(['enabled', 'enabled']);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('undo of an import', () => {
  it('restores everything except records changed since, which are listed with the reason', async () => {
    const { page, leave, problems } = await console.open(words);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.setInputFiles('input[type=file]', {
      name: 'words.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('word,remark\nimported one,x\nimported two,x\nalpha word,over it\n'),
    });
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByLabel('If a record already exists').or(page.getByText('Update the existing record')).last().click();
    await page
      .getByRole('button', { name: 'Next' })
      .or(page.getByRole('button', { name: 'Check' }))
      .last()
      .click();
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByText('Import finished').waitFor();
    const touched = (await wordNamed('imported two')) ?? { id: 0, version: 0 };
    await console.call('/banned-word/update', { id: touched.id, version: touched.version, level: '1' });
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.locator('.import-undo', { hasText: 'Unchanged: 1' }).waitFor();
    await expect
      .poll(() => page.locator('.import-undo tbody tr').allTextContents())
      .toEqual([`${touched.id}Not undone: the record was changed again later.`]);
    await expect.poll(() => wordNamed('imported one')).toBeUndefined();
    await expect.poll(async () => (await wordNamed('alpha'))?.remark).toBeNull();
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('earlier version of a record', () => {
  it('is compared with the current one and restored; a single change of the history can be undone', async () => {
    await makeWords(console, ['delta word']);
    const { id } = (await wordNamed('delta')) ?? { id: 0 };
    await console.call('/banned-word/update', { id, version: 1, remark: 'one' });
    await console.call('/banned-word/update', { id, version: 2, remark: 'two', level: '1' });
    await console.call('/banned-word/update', { id, version: 3, remark: 'three' });
    const { page, context, problems } = await console.open(`${words}?id=${id}&view=history`);
    const entries = page.locator('.history > li');
    await entries.nth(2).locator('.history-head').click();
    await entries.nth(2).getByRole('button', { name: 'Restore this version' }).click();
    const dialog = page.locator('.restore-dialog');
    await dialog.locator('.diff tbody tr', { hasText: 'Remark' }).waitFor();
    await expect.poll(() => dialog.locator('tbody th').allTextContents()).toEqual(['Level', 'Remark']);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await toastSays(page, 'Restored');
    await expect.poll(() => wordNamed('delta')).toMatchObject({ remark: 'one', level: '3', version: 5 });
    await page.locator('.history > li', { hasText: 'three' }).first().waitFor();
    await entries.first().getByRole('button', { name: 'Undo this change' }).click();
    await toastSays(page, 'Undone: Edit');
    await expect.poll(() => wordNamed('delta')).toMatchObject({ remark: 'three', level: '1', version: 6 });
    expect(problems).toEqual([]);
    await context.close();
  });
});
