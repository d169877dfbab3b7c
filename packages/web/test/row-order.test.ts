import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppShell, focusIsIn, openConsole, titles, toastSays } from './console-harness.ts';

const groups = '/models/left-model-table';
const items = '/models/left-model-table?tab=menu-item';
let console: AppShell;
let ids: Record<string, number>;

interface Named {
  readonly id: number;
  readonly name: string;
  readonly sort: number;
}

const stored = async () => (await console.call<{ items: Named[] }>('/menu-group/list', { pageSize: 50 })).items;
const order = async () => (await stored()).map(({ name }) => name).join('');
const place = (name: string, to: number) => console.call('/menu-group/reorder', { id: ids[name], position: to });
const seen = async (page: Page) => (await titles(page)).join('');
const handle = (page: Page, name: string) =>
  page
    .locator('.grid-row', { has: page.locator('.title-link', { hasText: new RegExp(`^${name}$`) }) })
    .locator('.order-handle');
const said = (page: Page, text: string) =>
  page.locator('[data-testid=order-says]', { hasText: text }).waitFor({ state: 'attached' });

beforeAll(async () => {
  console = await openConsole();
  for (const { id, ...rest } of await stored()) await console.call('/menu-group/delete', { id, ...rest });
  ids = {};
  for (const name of 'ABCDE') ids[name] = (await console.call<Named>('/menu-group/create', { name, sort: 500 })).id;
});
afterAll(() => console?.close());

/** Opens the groups in their initial order. */
async function openGroups() {
  for (const [at, name] of [...'ABCDE'].entries()) await place(name, at + 1);
  const visited = await console.open(groups);
  await expect.poll(() => seen(visited.page)).toBe('ABCDE');
  return visited;
}

/** Lifts the first row with the keyboard. */
async function liftA(page: Page) {
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await handle(page, 'A').focus();
  await page.keyboard.press('Space');
  await said(page, 'Lifted A, position 1 of 5');
}

describe('manual row order', () => {
  it('changes by keyboard with the handle of a row, and can be undone', async () => {
    const { page, leave, problems } = await openGroups();
    await liftA(page);
    await page.keyboard.press('ArrowDown');
    await said(page, 'Position 2 of 5');
    await page.keyboard.press('ArrowDown');
    await said(page, 'Position 3 of 5');
    expect(await seen(page)).toBe('BCADE');
    expect(await order()).toBe('ABCDE');
    expect(await focusIsIn(page, '.order-handle[aria-label^="Move A,"]')).toBe(true);
    await page.keyboard.press('Space');
    await said(page, 'Dropped A at position 3 of 5');
    await expect.poll(order).toBe('BCADE');
    await toastSays(page, 'A moved to position 3');
    await page.locator('[data-testid=toast]', { hasText: 'A moved' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(order).toBe('ABCDE');
    await expect.poll(() => seen(page)).toBe('ABCDE');
    expect(problems).toEqual([]);
    await leave();
  });

  it('is restored on Escape without a request', async () => {
    const { page, leave } = await openGroups();
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(new URL(request.url()).pathname));
    await liftA(page);
    await page.keyboard.press('ArrowDown');
    await said(page, 'Position 2 of 5');
    await page.keyboard.press('Escape');
    await said(page, 'A is back at position 1 of 5');
    expect(await seen(page)).toBe('ABCDE');
    expect(sent.filter((path) => path.endsWith('/reorder'))).toEqual([]);
    await leave();
  });

  it('changes by mouse; only the rows in between are written', async () => {
    const { page, leave, problems } = await openGroups();
    const before = new Map((await stored()).map((row) => [row.name, row]));
    const middle = async (name: string) => {
      const box = await handle(page, name).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const [from, to] = [await middle('D'), await middle('B')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, to.y, { steps: 8 });
    await expect.poll(() => seen(page)).toBe('ADBCE');
    await page.mouse.up();
    await expect.poll(order).toBe('ADBCE');
    await toastSays(page, 'D moved to position 2');
    const changed = (await stored()).filter(({ name, sort }) => before.get(name)?.sort !== sort);
    expect(changed.map(({ name }) => name).sort()).toEqual(['B', 'C', 'D']);
    const back = await middle('E');
    await page.mouse.move(back.x, back.y);
    await page.mouse.down();
    await page.mouse.move(back.x, (await middle('A')).y, { steps: 8 });
    await expect.poll(() => seen(page)).toBe('EADBC');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => seen(page)).toBe('ADBCE');
    expect(await order()).toBe('ADBCE');
    expect(problems).toEqual([]);
    await leave();
  });

  it('changes by one position with the menu of a row, also in a narrow window', async () => {
    const { page, leave } = await openGroups();
    const menu = (name: string) => page.locator(`[data-row-menu][aria-label$=": ${name}"]`);
    await menu('C').click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(order).toBe('ACBDE');
    await expect.poll(() => seen(page)).toBe('ACBDE');
    await page.setViewportSize({ width: 400, height: 800 });
    await page.locator('.record-card').first().waitFor();
    await menu('A').click();
    expect(await page.getByRole('menuitem', { name: 'Move up' }).getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(order).toBe('CABDE');
    await leave();
  });

  it('keeps and shows the position that another user saved meanwhile', async () => {
    const { page, leave } = await openGroups();
    await place('A', 5);
    await liftA(page);
    await page.keyboard.press('ArrowDown');
    await said(page, 'Position 2 of 5');
    await page.keyboard.press('Space');
    await page.locator('[data-testid=toast].error').waitFor();
    await expect.poll(() => seen(page)).toBe('BCDEA');
    expect(await order()).toBe('BCDEA');
    await leave();
  });

  it('drops a lifted row when the rows change, and allows the next one to be lifted', async () => {
    const { page, leave } = await openGroups();
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(new URL(request.url()).pathname));
    await liftA(page);
    await page.keyboard.press('ArrowDown');
    await said(page, 'Position 2 of 5');
    await place('E', 1);
    await page.keyboard.press('r');
    await said(page, 'The list has changed: A was not moved');
    await expect.poll(() => seen(page)).toBe('EABCD');
    await handle(page, 'C').focus();
    await page.keyboard.press('Space');
    await said(page, 'Lifted C, position 4 of 5');
    await page.keyboard.press('Escape');
    expect(sent.filter((path) => path.endsWith('/reorder'))).toEqual([]);
    expect(await order()).toBe('EABCD');
    await leave();
  });

  it('explains why rows cannot move while they are sorted, searched or filtered differently, and links to the manual order', async () => {
    const { page, leave } = await openGroups();
    for (const [query, why] of [
      ['?sort=-sort', 'while the list is sorted differently'],
      ['?q=A', 'while the list is searched'],
      [`?f=${encodeURIComponent('{"status":["enabled"]}')}`, 'while the list is filtered'],
    ]) {
      await page.goto(`${groups}${query}`);
      const off = handle(page, 'A');
      await off.waitFor();
      expect(await off.getAttribute('title'), query).toContain(why);
    }
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowDown');
    await handle(page, 'A').focus();
    await page.keyboard.press('Space');
    await page.locator('.order-handle[aria-label^="Move A,"]').waitFor();
    await expect.poll(() => focusIsIn(page, '[role=grid]')).toBe(true);
    await liftA(page);
    await leave();
  });

  it('links to the group of a row when there are several groups', async () => {
    const [one, two] = [ids.A, ids.B];
    for (const [groupId, name] of [
      ...([one, one].map((id, at) => [id, `x${at}`]) as [number, string][]),
      [two, 'elsewhere'] as const,
    ])
      await console.call('/menu-item/create', { groupId, name, kind: 'external', target: 'https://gantry.test/' });
    const { page, context } = await console.open(items);
    await expect.poll(async () => (await titles(page)).sort()).toEqual(['elsewhere', 'x0', 'x1']);
    expect(await handle(page, 'x0').getAttribute('title')).toContain('only');
    await handle(page, 'x0').click();
    await expect.poll(async () => (await titles(page)).sort()).toEqual(['x0', 'x1']);
    await page.locator('.order-handle[aria-label^="Move x1,"]').waitFor();
    await context.close();
  });
});
