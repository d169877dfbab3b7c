import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPagePath } from './browser.ts';
import {
  type AppShell,
  choose,
  chooseAction,
  field,
  focusIsIn,
  makeWords,
  openConsole,
  titles,
  toastSays,
} from './console-harness.ts';

const words = '/ai/ai_limit_text';
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await makeWords(
    console,
    Array.from({ length: 130 }, (_, at) => `spam${String(at + 1).padStart(3, '0')}`),
  );
  await makeWords(console, ['赌博网站', '私下转账'], { category: 'illegal', level: '2' });
});
afterAll(() => console?.close());

describe('record', () => {
  it('is created, changed and deleted, and the list is updated', async () => {
    const { page, leave, problems } = await console.open(words);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.waitForSelector('[data-testid=form-banned-word]');
    await expect.poll(() => getPagePath(page)).toBe(`${words}?new=1`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('.form-note .problem:has-text("Word is required")');
    await field(page, 'Word').fill('brand new word');
    await choose(page, 'Category', 'Insult');
    await page.keyboard.press('Control+s');
    await toastSays(page, 'Created');
    await expect.poll(async () => (await titles(page))[0]).toBe('brand new word');
    await expect.poll(() => getPagePath(page)).toBe(words);

    const row = page.locator('.grid-row', { hasText: 'brand new word' });
    await row.getByRole('button', { name: 'Edit' }).click();
    await field(page, 'Remark').fill('seen in chat');
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Saved');
    await row.getByRole('link').click();
    await page.waitForSelector('[role=dialog] dd:has-text("seen in chat")');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.locator('.arco-modal').getByRole('button', { name: 'Delete' }).click();
    await toastSays(page, 'Deleted');
    await expect.poll(() => titles(page)).not.toContain('brand new word');
    expect(problems).toEqual([]);
    await leave();
  });

  it('is neither saved nor searched for by the Enter that ends a composition', async () => {
    const { page, leave } = await console.open(words);
    const search = page.getByPlaceholder('Search').first();
    await search.fill('spam00');
    const end = (keys: { keyCode?: number; isComposing?: boolean }) =>
      search.evaluate(
        (input, given: { keyCode?: number; isComposing?: boolean }) =>
          input.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...given }),
          ),
        keys,
      );
    expect(await end({ keyCode: 229 })).toBe(false);
    expect(await end({ isComposing: true })).toBe(false);
    expect(await end({ keyCode: 13 })).toBe(true);
    await expect.poll(() => titles(page)).toContain('spam001');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.waitForSelector('[data-testid=form-banned-word]');
    await field(page, 'Word').fill('half composed');
    const saved = await field(page, 'Word').evaluate((input) =>
      input.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
      ),
    );
    expect(saved).toBe(false);
    await leave();
  });

  it('offers one next step for its state, and a menu with only the actions that the state allows', async () => {
    const { page, leave } = await console.open(`${words}?q=spam005`);
    const row = page.locator('.grid-row', { hasText: 'spam005' });
    const buttons = row.locator('.row-actions button:not([data-row-menu])');
    await expect.poll(() => buttons.allTextContents()).toEqual(['Edit']);
    await chooseAction(row, 'Disable');
    await toastSays(page, 'Disable: done');
    await row.locator('.option-tag', { hasText: 'Disabled' }).waitFor();
    await expect.poll(() => buttons.allTextContents()).toEqual(['Enable']);
    await row.locator('[data-row-menu]').click();
    const items = page.getByRole('menuitem');
    await expect.poll(() => items.allTextContents()).toEqual(['View', 'Edit', 'Copy as new', 'Delete']);
    // Destructive actions are red and separated from the others.
    expect(await page.locator('[data-danger]').allTextContents()).toEqual(['Delete']);
    expect(await page.locator('[data-divided]').allTextContents()).toEqual(['Delete']);
    await leave();
  });
});

describe('list', () => {
  it('keeps its state in the URL, across a reload and with the back button', async () => {
    const { page, leave } = await console.open(words);
    await page.click('[data-filter=category]');
    await page.locator('.drop-panel').getByText('Illegal', { exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await titles(page)).sort()).toEqual(['私下转账', '赌博网站'].sort());
    await page.fill('.keyword-box input', '转账');
    await expect.poll(() => titles(page)).toEqual(['私下转账']);
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ q: '转账', f: '{"category":["illegal"]}' });
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['私下转账']);
    await expect.poll(() => page.inputValue('.keyword-box input')).toBe('转账');
    await page.goBack();
    await expect.poll(async () => (await titles(page)).length).toBe(20);
    await leave();
  });

  it('sorts by a heading and sets aria-sort', async () => {
    const { page, leave } = await console.open(words);
    const heading = page.getByRole('columnheader', { name: 'Matches' });
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('none');
    await heading.getByRole('button').first().click();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
    await heading.getByRole('button').first().click();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    await expect.poll(() => getPagePath(page)).toBe(`${words}?sort=-hitCount`);
    await leave();
  });

  it('pages by cursor, and restores a page from a link', async () => {
    const { page, leave } = await console.open(words);
    await page.waitForSelector('.pager-total:has-text("132 total")');
    const first = await titles(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForSelector('.pager-total:has-text("21–40 shown")');
    await expect.poll(() => titles(page)).not.toContain(first[0]);
    const second = await titles(page);
    expect(second).toHaveLength(20);
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toBeTruthy();
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(second);
    await page.fill('.pager-box', '7');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.pager-total:has-text("121–132 shown")');
    await expect.poll(() => page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await leave();
  });

  it('keeps the previous rows, dimmed and marked as busy, until the next page is loaded', async () => {
    const { page, leave } = await console.open(`${words}?sort=id`);
    await page.waitForSelector('.pager-total:has-text("1–20 shown")');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/banned-word/list', async (route) => {
      await held;
      await route.continue();
    });
    const seen = () =>
      page.evaluate(() => ({
        first: document.querySelector('.grid-body .title-link')?.textContent,
        shown: document.querySelector('.pager-total .dim')?.textContent?.trim(),
        busy: [...document.querySelectorAll('.grid, .pager')].map((part) => part.getAttribute('aria-busy')),
        opacity: getComputedStyle(document.querySelector('.grid-window') ?? document.body).opacity,
      }));
    await page.getByRole('button', { name: 'Next page' }).click();
    const before = { first: 'spam001', shown: '1–20 shown', busy: ['true', 'true'], opacity: '0.5' };
    await expect.poll(seen).toEqual(before);
    answer();
    const after = { first: 'spam021', shown: '21–40 shown', busy: ['false', 'false'], opacity: '1' };
    await expect.poll(seen).toEqual(after);
    await leave();
  });

  it('scrolls as one long list to its last row', async () => {
    const { page, leave } = await console.open(`${words}?flow=scroll&density=mini`);
    const grid = page.getByRole('grid');
    await page.waitForSelector('.grid-body .title-link');
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('133');
    await expect.poll(() => page.locator('.grid-body .grid-row').count()).toBeLessThan(60);
    await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    await page.waitForSelector('.grid-row[aria-rowindex="133"] .title-link:has-text("spam001")');
    // Only loaded rows are printed, without placeholders.
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('.grid-body .bone').count()).toBe(0);
    expect((await titles(page)).at(-1)).toBe('spam001');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await leave();
  });

  it('shows the selected columns, order, pins and widths', async () => {
    const { page, leave } = await console.open(words);
    await page.getByRole('button', { name: 'Columns and density' }).click();
    await page.locator('.column-line').getByText('Match', { exact: true }).click();
    await page.locator('.column-line', { hasText: 'Remark' }).getByText('Remark').click();
    await page.getByRole('button', { name: 'Pin Category' }).click();
    await page.getByRole('button', { name: 'Medium', exact: true }).click();
    await page.keyboard.press('Escape');
    const headings = () => page.getByRole('columnheader').allTextContents();
    await expect.poll(async () => (await headings()).slice(1, 4)).toEqual(['Category', 'Word', 'Status']);
    await expect.poll(headings).toContain('Remark');
    await expect.poll(headings).not.toContain('Match');
    await expect.poll(async () => (await page.locator('.grid-body .grid-row').first().boundingBox())?.height).toBe(44);
    await page.locator('[aria-label="Width of Word"]').focus();
    const before = (await page.getByRole('columnheader', { name: 'Word' }).boundingBox())?.width ?? 0;
    await page.keyboard.press('ArrowRight');
    const width = async () => (await page.getByRole('columnheader', { name: 'Word' }).boundingBox())?.width;
    await expect.poll(width).toBe(before + 16);
    const params = () => Object.fromEntries(new URL(page.url()).searchParams);
    await expect.poll(params).toMatchObject({ density: 'medium', pin: 'category', w: `word:${before + 16}` });
    await leave();
  });
});

describe('unreachable server', () => {
  it('is reported in the language of the page, above the existing rows', async () => {
    const { page, context } = await console.open(words);
    await page.waitForSelector('.grid-body .title-link');
    const before = await titles(page);
    await page.route('**/banned-word/list', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    const reported = page.getByRole('alert').filter({ hasText: 'Not refreshed' });
    await reported.getByText('The server cannot be reached').waitFor();
    expect(await titles(page)).toEqual(before);
    await page.unroute('**/banned-word/list');
    await reported.getByRole('button', { name: 'Retry' }).click();
    await reported.waitFor({ state: 'detached' });
    await context.close();
  });
});

describe('printed list', () => {
  it('shows all rows of the page in the light theme without the frame', async () => {
    const { page, leave } = await console.open(words, { theme: 'dark' });
    await page.waitForSelector('.grid-body .title-link');
    const inWindow = (await titles(page)).length;
    const headings = page.getByRole('columnheader');
    const all = await headings.allTextContents();
    await page.setViewportSize({ width: 840, height: 700 });
    await expect.poll(async () => (await headings.all()).length).toBeLessThan(all.length);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const rows = await titles(page);
    expect(rows).toHaveLength(20);
    // Columns that did not fit into the window are printed, and all of them fit the paper.
    expect(await headings.allTextContents()).toEqual(all.slice(1, -1));
    expect(await page.evaluate(() => document.querySelector('.grid')?.scrollWidth)).toBeLessThanOrEqual(840);
    expect(inWindow).toBeLessThanOrEqual(rows.length);
    expect(await page.evaluate(() => document.body.getAttribute('arco-theme'))).toBeNull();
    expect(await page.isVisible('.navbar')).toBe(false);
    expect(await page.isVisible('.grid-body .actions')).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => page.evaluate(() => document.body.getAttribute('arco-theme'))).toBe('dark');
    await leave();
  });
});

describe('list shortcuts', () => {
  it('move, select, open, search and show help', async () => {
    const { page, leave } = await console.open(words);
    await page.waitForSelector('.grid-body .title-link');
    const all = await titles(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const placeOfRow = () => page.locator('.grid-row.active').boundingBox();
    const before = await placeOfRow();
    await page.keyboard.press('x');
    await page.waitForSelector('.bulk-bar:has-text("1 selected")');
    // The selection bar moves no row under the pointer.
    expect(await placeOfRow()).toEqual(before);
    await expect.poll(() => page.locator('.grid-row.picked .title-link').textContent()).toBe(all[1]);
    const grid = page.getByRole('grid');
    const cursor = await grid.getAttribute('aria-activedescendant');
    await expect.poll(() => page.locator(`[id="${cursor}"]`).getAttribute('aria-rowindex')).toBe('3');
    // The shortcut moved the focus into the list, so the arrows and Enter work immediately.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`[role=dialog] h2:has-text("${all[0]}")`);
    await expect.poll(() => focusIsIn(page, '[role=dialog]')).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=dialog]', { state: 'detached' });
    await expect.poll(() => focusIsIn(page, '[role=grid]')).toBe(true);
    await page.keyboard.press('?');
    await page.waitForSelector('.arco-modal:has-text("Keyboard shortcuts")');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.arco-modal:has-text("Keyboard shortcuts")', { state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('spam130');
    await expect.poll(() => titles(page)).toEqual(['spam130']);
    await leave();
  });
});

describe('bulk action on all matches with exceptions', () => {
  it('shows the progress and the reason of each failure, and retries only the failures', async () => {
    const { page, leave, problems } = await console.open(`${words}?q=spam&sort=id`);
    await page.waitForSelector('.grid-body .title-link');
    const [stored = ''] = await titles(page);
    await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await page.waitForSelector('.bulk-bar:has-text("20 selected")');
    await page.getByRole('button', { name: 'Select all 130 that match' }).click();
    await page.waitForSelector('.bulk-bar:has-text("All 130 matching selected")');
    await page.locator('.grid-row', { hasText: stored }).getByRole('checkbox').click();
    await page.waitForSelector('.bulk-bar:has-text("All 129 selected, 1 excluded")');
    const bar = page.locator('.bulk-bar');
    await bar.getByRole('button', { name: 'Set a field' }).click();
    const select = '.arco-modal [role=combobox]';
    await expect.poll(() => focusIsIn(page, select)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${select}[aria-expanded=true]`);
    await page.keyboard.press('Escape');
    await page.waitForSelector(`${select}[aria-expanded=false]`);
    await expect.poll(() => focusIsIn(page, select)).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.arco-modal', { state: 'detached' });
    await page.waitForSelector('.bulk-bar:has-text("All 129 selected, 1 excluded")');
    await bar.getByRole('button', { name: 'Disable' }).click();
    await page.locator('.arco-modal').getByRole('button', { name: 'Disable' }).click();
    // One of them was already disabled and cannot be disabled again.
    await page.waitForSelector('.arco-modal:has-text("Finished: 128 done, 1 failed")');
    await page.waitForSelector('.failures tbody tr');
    await page.getByRole('button', { name: 'Retry the 1 failed' }).click();
    await page.waitForSelector('.arco-modal:has-text("Finished: 0 done, 1 failed")');
    await page.locator('.arco-modal').getByRole('button', { name: 'Close' }).last().click();
    const counts = await console.call<{ total: number }>('/banned-word/list', { filters: { status: ['disabled'] } });
    expect(counts.total).toBe(129);
    const rest = await console.call<{ items: { word: string }[] }>('/banned-word/list', {
      keyword: 'spam',
      filters: { status: ['enabled'] },
    });
    expect(rest.items.map((item) => item.word)).toEqual([stored]);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('list export', () => {
  it('contains what the filter and the columns select', async () => {
    const { page, context } = await console.open(`${words}?q=${encodeURIComponent('转账')}&cols=word,level`);
    await page.waitForSelector('.grid-body .title-link');
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^banned-word-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual(['word,level', '私下转账,2']);
    await context.close();
  });
});
