import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppShell, focusIsIn, makeWords, openDesk, toastSays } from './resource-desk.ts';

const list = '/ai/ai_limit_text?cols=word,level,remark,replacement,hitCount&sort=id';
let console: AppShell;

beforeAll(async () => {
  console = await openDesk();
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

describe('a cell', () => {
  it('is edited in place: Enter saves, and the change is taken back like any other', async () => {
    const { page, leave, problems } = await console.open(list);
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

  it('is reached by the arrows and F2; Tab saves and goes on, Escape gives up', async () => {
    const { page, leave } = await console.open(list);
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

  it('takes a choice at once, shows what is refused beside it, and leaves the rest to the form', async () => {
    const { page, leave } = await console.open(list);
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

  it('that somebody else changed meanwhile offers to merge; another field of theirs is no conflict', async () => {
    const { page, context } = await console.open(list);
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
