import {
  type AnyResource,
  can,
  findField,
  getResourcePath,
  listFilterNames,
  listPermittedFields,
  type Role,
  withFullAccess,
} from '@gantry/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson } from '../../server/test/server-process.ts';
import { allCame } from './browser.ts';
import { type AppShell, openConsole } from './console-harness.ts';
import { type ConsolePage, everyPage, walkTo } from './every-page.ts';

const initial = 'granite-pillow-58-otter-moss';
const changed = 'two copper lanterns sing at noon';
let console: AppShell;
let operator: string;

beforeAll(async () => {
  console = await openConsole();
  const { server } = console;
  const username = 'list-reader';
  await createPerson(['--data', server.data], { username, password: initial, role: 'user' });
  const token = await server.signIn(username, initial);
  await server.call('/password/change', { current: initial, next: changed }, { token });
  operator = await server.signIn(username, changed);
});
afterAll(() => console?.close());

/** Returns the reference filters of the fields that a role may read. */
function referenceFilters(resource: AnyResource, role: Role): string[] {
  const permitted = listPermittedFields(resource, role, 'detail');
  return listFilterNames(resource).filter(
    (name) => permitted.includes(name) && findField(resource, name)?.kind === 'reference',
  );
}

/** Opens a list and each of its reference filters. */
async function openList(page: Page, one: ConsolePage, role: Role): Promise<void> {
  await walkTo(page, one);
  const { resource } = one;
  const names = resource ? referenceFilters(resource, role) : [];
  const panel = page.locator('.drop-panel');
  for (const name of names) {
    const chip = page.locator(`[data-filter=${name}]`);
    if ((await chip.count()) === 0) await page.click('.filter-add');
    await ((await chip.count()) === 0 ? page.locator(`[data-add-filter=${name}]`) : chip).click();
    await panel.locator('input').first().waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return panel.count();
      })
      .toBe(0);
  }
}

it.each(['admin', 'user'] as const)('opens every list and its filters as the role %s', async (role: Role) => {
  const token = role === 'admin' ? console.token : operator;
  const pages = everyPage({}).filter(({ resource }) => resource && can(withFullAccess(role), resource, 'list'));
  const { page, leave, problems } = await console.open('/workplace', { token });
  const called = new Set<string>();
  const rejected: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    called.add(pathname);
    if (answer.status() >= 400) rejected.push(`${page.url()}: ${answer.status()} ${pathname}`);
  });
  for (const one of pages) await openList(page, one, role);
  await allCame(page);
  expect(rejected).toEqual([]);
  for (const { resource } of pages)
    if (resource) expect(called).toContain(`/api/v1/admin${getResourcePath(resource.name, 'list')}`);
  expect(problems).toEqual([]);
  await leave();
});
