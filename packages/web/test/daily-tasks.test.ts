import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelHost, modelHost } from '../../server/test/model-host.ts';
import { firstAdmin } from '../../server/test/server-process.ts';
import { type AppShell, countActs, field, getActionLabel, openConsole, toastSays } from './console-harness.ts';

// Common tasks, counted from the workplace: each click, typed field and confirmation is one action.
let console: AppShell;
let host: ModelHost;

interface Group {
  readonly values: object;
  readonly version: number;
}
const groupOf = async (name: string) =>
  (await console.call<{ groups: Readonly<Record<string, Group>> }>('/settings/get', { page: 'system' })).groups[name];
const saved = async (group: string, values: object) => {
  const { version } = (await groupOf(group)) ?? expect.fail(group);
  await console.call('/settings/save', { page: 'system', group, version, values });
};
const listed = async <T>(resource: string, body: object = {}) =>
  (await console.call<{ items: T[] }>(`/${resource}/list`, body)).items;

beforeAll(async () => {
  console = await openConsole();
  host = await modelHost();
  await console.call('/step-up', { password: firstAdmin.password });
  await saved('outbound', { privateHosts: [host.host] });
});
afterAll(async () => {
  await console?.close();
  await host?.stop();
});

const getDialog = (page: Page) => page.locator('.arco-modal:not(.palette)');
const keyValues = (name: string, secret: string) => ({ name, secret, keyGroup: 'g', baseUrl: host.baseUrl });

describe('keys', () => {
  it('tests keys, queries their balance, and compares and adds their models', async () => {
    host.pages.set('/user/balance', { balance_infos: [{ currency: 'CNY', total_balance: '110.05' }] });
    host.pages.set('/v1/models', { data: [{ id: 'gpt-new' }, { id: 'gpt-newer' }] });
    const key = { ...keyValues('first key', 'sk-0123456789abcdef'), balanceSource: 'deepseek', testModel: 'gpt-new' };
    const { id } = await console.call('/api-key/create', key);
    const { page, leave, problems } = await console.open('/ai/api_key');
    const row = page.locator('.grid-row', { hasText: 'first key' });
    const question = page.locator('.arco-modal');
    const more = async (name: string) => {
      await row.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    const close = async (name: string) => {
      const answer = page.locator('.arco-modal', { hasText: `Result: ${name}` });
      await answer.getByRole('button', { name: 'Close' }).last().click();
      await answer.waitFor({ state: 'hidden' });
    };
    await more('Test');
    await question.getByRole('button', { name: 'Test', exact: true }).click();
    await question.getByText('Passed').waitFor();
    // The server queries the balance of the keys every half minute on its own; those calls do not belong to the test.
    const tries = host.calls.filter((call) => !call.includes('/user/balance'));
    expect(tries).toEqual(['POST /v1/chat/completions sk-0123456789abcdef gpt-new']);
    await close('Test');
    await more('Check balance');
    await expect.poll(() => console.call('/api-key/get', { id })).toMatchObject({ upstreamBalance: 110_050_000 });
    await close('Check balance');
    await more('Compare models');
    await question.getByText('gpt-newer').waitFor();
    await close('Compare models');
    await more('Add models');
    await question.getByRole('textbox').first().fill('gpt-newer');
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Add models', exact: true }).click();
    await expect
      .poll(async () => (await listed<{ code: string }>('ai-model')).map(({ code }) => code))
      .toEqual(['gpt-newer']);
    expect(problems).toEqual([]);
    await leave();
  });

  it('lists failed keys first and recovers them with a test in two actions', async () => {
    const { id } = await console.call('/api-key/create', keyValues('failing', 'sk-that-fails-0001'));
    host.answers.set('sk-that-fails-0001', { status: 401, code: 'invalid_api_key' });
    await console.call('/api-key/test', { id });
    host.answers.delete('sk-that-fails-0001');
    const { page, leave } = await console.open('/workplace');
    const work = countActs(page);
    await work.click(page.locator('.todo', { hasText: 'Keys with problems' }));
    const row = page.locator('.grid-row', { hasText: 'failing' });
    await work.click(row.getByRole('button', { name: 'Test', exact: true }));
    await toastSays(page, '“failing” works');
    await expect.poll(async () => (await console.call('/api-key/get', { id })).status).toBe('active');
    expect(work.acts()).toBe(2);
    await leave();
  });

  it('imports keys without duplicates and disables invalid ones in three actions', async () => {
    host.answers.set('sk-of-the-file-dead', { status: 401, code: 'invalid_api_key' });
    const lines = ['alive', 'dead', 'alive'].map((state) => `sk-of-the-file-${state},file,${host.baseUrl}`);
    const file = Buffer.from(`secret,keyGroup,baseUrl\n${lines.join('\n')}\n`);
    const { page, leave } = await console.open('/workplace');
    const work = countActs(page);
    await work.click(page.getByRole('link', { name: 'Import keys', exact: true }));
    await work.give(page.locator('.import-step input[type=file]'), {
      name: 'keys.csv',
      mimeType: 'text/csv',
      buffer: file,
    });
    await work.click(page.getByRole('button', { name: /^Import (the other )?2 rows/ }));
    const states = async () =>
      (await listed<{ status: string }>('api-key', { filters: { keyGroup: ['file'] } }))
        .map(({ status }) => status)
        .sort();
    await expect.poll(states, { timeout: 30_000 }).toEqual(['active', 'autoDisabled']);
    expect(work.acts()).toBe(3);
    await leave();
  });
});

describe('models', () => {
  it('copies a similar model with its own price for members only in four actions', async () => {
    const like = { name: 'gpt-like', code: 'gpt-like', keyGroup: 'g', priceIn: 20, priceOut: 61 };
    await console.call('/ai-model/create', like);
    const { page, leave, problems } = await console.open('/workplace');
    const work = countActs(page);
    await work.search('gpt-like -> gpt-dear');
    await work.click(getActionLabel(page, 'gpt-like · Clone → gpt-dear + For members only'));
    await work.type('Price multiplier', '150');
    expect(await field(page, 'Upstream ID').inputValue()).toBe('gpt-dear');
    await work.click(getDialog(page).getByRole('button', { name: 'Clone', exact: true }));
    const copied = {
      name: 'gpt-dear',
      code: 'gpt-dear',
      keyGroup: 'g',
      priceIn: 30,
      priceOut: 92,
      requiredVipLevel: 1,
    };
    await expect.poll(() => listed('ai-model')).toContainEqual(expect.objectContaining(copied));
    expect(work.acts()).toBe(4);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('announcements', () => {
  it('schedules an announcement for tomorrow at nine in both languages for members in four actions', async () => {
    const { page, leave, problems } = await console.open('/workplace');
    const work = countActs(page);
    await work.click(page.getByRole('link', { name: 'New announcement', exact: true }));
    await work.type('Text', '周日维护\n两点到四点暂停服务\n\nMaintenance on Sunday\nClosed from two to four');
    const parted = page.getByTestId('parted-text').locator('dd');
    await expect
      .poll(() => parted.allTextContents())
      .toEqual(['周日维护两点到四点暂停服务', 'Maintenance on SundayClosed from two to four']);
    await work.click(getDialog(page).getByRole('button', { name: 'Members', exact: true }));
    await expect.poll(() => field(page, 'Starts').inputValue()).toMatch(/^\d{4}-\d{2}-\d{2} 09:00$/);
    await work.click(getDialog(page).getByRole('button', { name: 'Write and schedule', exact: true }));
    const planned = { title: '周日维护', titleEn: 'Maintenance on Sunday', audience: 'vip', status: 'scheduled' };
    await expect.poll(() => listed<{ startAt: number }>('notice')).toMatchObject([planned]);
    const [{ startAt = 0 } = {}] = await listed<{ startAt: number }>('notice');
    expect(startAt - Date.now()).toBeGreaterThan(8 * 3_600_000);
    expect(work.acts()).toBe(4);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('settings', () => {
  it('restores a changed setting from its history in three actions and keeps later changes of others', async () => {
    const nameNow = async () => (await groupOf('site'))?.values;
    const before = (await nameNow()) as { name: string };
    await saved('site', { name: 'Changed' });
    await saved('site', { timezone: 'Europe/Paris' });
    const { page, leave, problems } = await console.open('/workplace');
    const work = countActs(page);
    await work.click(page.getByRole('link', { name: 'Settings', exact: true }));
    await work.click(page.getByRole('button', { name: 'History: Site' }));
    const change = page.locator('.history > li', { hasText: 'Changed' }).last();
    expect(await change.textContent()).toContain(before.name);
    await work.click(change.getByRole('button', { name: 'Restore this value for “Site name”' }));
    await expect.poll(nameNow).toMatchObject({ name: before.name, timezone: 'Europe/Paris' });
    expect(work.acts()).toBe(3);
    await page.locator('[data-testid=toast]').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(nameNow).toMatchObject({ name: 'Changed', timezone: 'Europe/Paris' });
    expect(problems).toEqual([]);
    await leave();
  });

  it('shows the current value of a setting that another user changed meanwhile, and restores it with the next click', async () => {
    await saved('site', { name: 'Earlier' });
    await saved('site', { name: 'Later' });
    const { page, leave } = await console.open('/form/group');
    await page.getByRole('button', { name: 'History: Site' }).click();
    const change = page.locator('.history > li', { hasText: 'Later' }).first();
    const back = change.getByRole('button', { name: 'Restore this value for “Site name”' });
    await back.waitFor();
    await saved('site', { name: 'Latest' });
    await back.click();
    await page.locator('[data-testid=toast].error').waitFor();
    await page.locator('.history > li', { hasText: 'Latest' }).waitFor();
    expect((await groupOf('site'))?.values).toMatchObject({ name: 'Latest' });
    await page
      .locator('.history > li', { hasText: 'Later' })
      .last()
      .getByRole('button', { name: /^Restore/ })
      .click();
    await expect.poll(async () => (await groupOf('site'))?.values).toMatchObject({ name: 'Earlier' });
    await leave();
  });

  it('warns before a change and a revert of a setting with a warning, and reverts it only with its group', async () => {
    await console.call('/step-up', { password: firstAdmin.password });
    await saved('pay', { currency: 'USD' });
    await saved('pay', { orderTimeoutMin: 31 });
    const { page, leave, problems } = await console.open('/form/group');
    await page.getByRole('button', { name: 'History: Payment' }).click();
    const change = page.locator('.history > li', { hasText: 'USD' }).first();
    await change.getByRole('button', { name: 'Revert', exact: true }).click();
    expect(await change.getByRole('button', { name: /^Restore/ }).count()).toBe(0);
    await getDialog(page).getByText('keep their currency').waitFor();
    await getDialog(page).getByRole('button', { name: 'Revert', exact: true }).click();
    await expect.poll(async () => (await groupOf('pay'))?.values).toMatchObject({ currency: 'CNY' });
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('workplace', () => {
  it('shows immediately whether the database, the disk or a key has a problem, and the highest usage in one action', async () => {
    const { page, leave, problems } = await console.open('/workplace');
    const system = page.getByTestId('system-panel');
    const rows = system.locator('.health li');
    await expect.poll(() => rows.count()).toBeGreaterThan(2);
    const reported = (await rows.allTextContents()).join('\n');
    for (const part of ['Database', 'Disk', 'key']) expect(reported.toLowerCase()).toContain(part.toLowerCase());
    const line = page.getByTestId('health-line');
    expect(await line.getByRole('listitem').count()).toBe(await rows.count());
    expect((await line.textContent())?.toLowerCase()).toContain('processor');
    const work = countActs(page);
    await work.click(page.getByRole('link', { name: 'Top spenders this week' }));
    await page.getByText('No usage in this period').waitFor();
    expect(new URL(page.url()).searchParams.get('by')).toBe('user,model');
    expect(work.acts()).toBe(1);
    expect(problems).toEqual([]);
    await leave();
  });
});
