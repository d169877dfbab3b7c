import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest } from './browser.ts';
import { type AppShell, focusIsIn, makeWords, openConsole, toastSays } from './console-harness.ts';
import { stepTo } from './every-page.ts';

const words = '/ai/ai_limit_text?cols=word,level,remark,replacement,hitCount&sort=id';
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await makeWords(console, ['first word', 'second word', 'third word']);
});
afterAll(() => console?.close());

const cell = (page: Page, word: string, column: string) =>
  page.locator('.grid-row', { hasText: word }).locator(`[data-column="${column}"]`);

interface Word {
  readonly id: number;
  readonly version: number;
  readonly [name: string]: unknown;
}

async function wordNamed(word: string): Promise<Word> {
  const { items } = await console.call<{ items: Word[] }>('/banned-word/list', { keyword: word });
  return console.call<Word>('/banned-word/get', { id: items[0]?.id });
}

describe('cell editing', () => {
  it('saves with Enter, and the change can be undone like any other', async () => {
    const { page, leave, problems } = await console.open(words);
    await cell(page, 'first word', 'remark').dblclick();
    const input = page.locator('.cell-editor input');
    await input.fill('in place');
    await page.keyboard.press('Enter');
    await toastSays(page, 'Saved: Remark');
    await cell(page, 'first word', 'remark').getByText('in place').waitFor();
    await expect.poll(() => focusIsIn(page, '[role=grid]')).toBe(true);
    await expect.poll(() => wordNamed('first')).toMatchObject({ remark: 'in place', version: 2 });
    await page.keyboard.press('Control+z');
    await toastSays(page, 'Undone: Saved: Remark');
    await expect.poll(async () => (await wordNamed('first')).remark).toBeNull();
    expect(problems).toEqual([]);
    await leave();
  });

  it('starts with the arrow keys and F2; Tab saves and moves on, Escape cancels', async () => {
    const { page, leave } = await console.open(words);
    await page.waitForSelector('.grid-body .title-link');
    const grid = page.getByRole('grid');
    await grid.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await cell(page, 'second word', 'remark').and(page.locator('.at')).waitFor();
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).toMatch(/-1-remark$/);
    await page.keyboard.press('F2');
    await page.locator('[data-column="remark"] .cell-editor input').fill('tabbed');
    await page.keyboard.press('Tab');
    const next = page.locator('[data-column="replacement"] .cell-editor input');
    await next.fill('thrown away');
    await page.keyboard.press('Escape');
    await page.locator('.cell-editor').waitFor({ state: 'detached' });
    await expect.poll(() => wordNamed('second')).toMatchObject({ remark: 'tabbed', replacement: '***', version: 2 });
    await leave();
  });

  it('saves a choice immediately, shows an error next to the cell, and leaves other fields to the form', async () => {
    const { page, leave } = await console.open(words);
    await cell(page, 'third word', 'level').dblclick();
    await page.locator('.cell-editor .arco-select').click();
    await page.locator('.arco-select-option', { hasText: 'Mask' }).click();
    await toastSays(page, 'Saved: Level');
    await expect.poll(async () => (await wordNamed('third')).level).toBe('2');
    await expect.poll(() => focusIsIn(page, '[role=grid]')).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('F2');
    await page.locator('[data-column="word"] .cell-editor input').fill('first word');
    await page.keyboard.press('Enter');
    await page.locator('.cell-problems', { hasText: 'already has the same' }).waitFor();
    await page.keyboard.press('Escape');
    await cell(page, 'third word', 'hitCount').dblclick();
    await page.waitForSelector('[role=dialog] h2:has-text("third word")');
    await leave();
  });

  it('offers to merge when another user changed the same field, and ignores changes of other fields', async () => {
    const { page, context } = await console.open(words);
    await cell(page, 'second word', 'remark').dblclick();
    const input = page.locator('.cell-editor input');
    const { id, version } = await wordNamed('second');
    await console.call('/banned-word/update', { id, version, level: '1' });
    await input.fill('beside theirs');
    await page.keyboard.press('Enter');
    await toastSays(page, 'Saved: Remark');
    await expect
      .poll(() => wordNamed('second'))
      .toMatchObject({ remark: 'beside theirs', level: '1', version: version + 2 });
    await cell(page, 'second word', 'remark').getByText('beside theirs').waitFor();
    await cell(page, 'second word', 'remark').dblclick();
    await console.call('/banned-word/update', { id, version: version + 2, remark: 'theirs' });
    await input.fill('mine');
    await page.keyboard.press('Enter');
    const merge = page.locator('.merge-dialog');
    await merge.getByRole('radio', { name: 'Remark: Theirs' }).waitFor();
    await merge.getByRole('button', { name: 'Merge and save' }).click();
    await page.locator('.cell-editor').waitFor({ state: 'detached' });
    await expect.poll(async () => (await wordNamed('second')).remark).toBe('mine');
    await context.close();
  });
});

describe('quick filter counts', () => {
  const help = '/news/help-table?cols=title,titleEn&sort=id';
  const isCount = (request: Request) => /"pageSize":1\b/.test(request.postData() ?? '');
  const untranslated = (page: Page) => page.locator('[data-quick="untranslated"] .quick-count').textContent();

  it('are not requested for an empty list', async () => {
    const { page, leave } = await console.open(words);
    let counted = 0;
    page.on('request', (request) => {
      if (isCount(request)) counted += 1;
    });
    await stepTo(page, help);
    await page.getByText('No help docs yet').waitFor();
    await atRest(page);
    expect(counted).toBe(0);
    await leave();
  });

  it('are refreshed after a cell was saved in the list', async () => {
    await console.call('/help-doc/create', { title: '说明', slug: 'guide', content: '# 说明', contentEn: '# Guide' });
    const { page, leave, problems } = await console.open(help);
    await expect.poll(() => untranslated(page)).toBe('1');
    await cell(page, '说明', 'titleEn').dblclick();
    await page.locator('.cell-editor input').fill('Guide');
    await page.keyboard.press('Enter');
    await toastSays(page, 'Saved: Title (English)');
    await page.locator('.cell-editor').waitFor({ state: 'detached' });
    await expect.poll(() => untranslated(page)).toBe('0');
    expect(problems).toEqual([]);
    await leave();
  });

  it('stop when the page is left', async () => {
    const { page, context } = await console.open(words);
    let counted = 0;
    let canceled = 0;
    await page.route('**/help-doc/list', (route) => {
      if (!isCount(route.request())) return route.continue();
      counted += 1;
    });
    page.on('requestfailed', (request) => {
      if (isCount(request)) canceled += 1;
    });
    await stepTo(page, help);
    await expect.poll(() => counted).toBe(1);
    await stepTo(page, words);
    await expect.poll(() => canceled).toBe(1);
    await atRest(page);
    expect(counted).toBe(1);
    await context.close();
  });
});

describe('member level cell', () => {
  it('shows the number without requesting the plans when no plan has the level', async () => {
    const { page, context } = await console.open(words);
    let requested = 0;
    await page.route('**/vip-plan/list', (route) => {
      requested += 1;
      return route.fulfill({ status: 403, json: { code: 40300, msg: 'Not allowed', data: null } });
    });
    await page.route('**/user/list', async (route) => {
      const answer = await (await route.fetch()).json();
      const items = [{ id: 1, version: 1, username: 'member', vipLevel: 2, status: 'active' }];
      return route.fulfill({ json: { ...answer, data: { ...answer.data, items, total: 1 } } });
    });
    const level = page.locator('#page :not([data-left]) [data-column="vipLevel"] .figure');
    for (const path of ['/user/user-table', words, '/user/user-table']) {
      await stepTo(page, path);
      if (path !== words) await expect.poll(() => level.allTextContents()).toEqual(['2']);
      await atRest(page);
    }
    expect(requested).toBe(0);
    await context.close();
  });
});
