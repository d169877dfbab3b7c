import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import { violationsOn } from './accessibility.ts';
import { atRest, getPagePath } from './browser.ts';
import { type AppShell, field, makeWords, openConsole, titles, toastSays } from './console-harness.ts';
import { stepTo } from './every-page.ts';

let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await makeWords(console, ['内部渠道', '私信我'], { action: 'mask', level: '2' });
  await makeWords(console, ['银行卡号']);
  await console.call('/allow-word/create', { phrase: '银行卡号码牌' });
  await console.call('/help-doc/create', { title: '标题', slug: 'a', content: '# 一\n\n文字' });
});
afterAll(() => console?.close());

describe('moderation test box', () => {
  it('shows each match with its rule and a button to allow it, and the verdict on the text', async () => {
    const { page, leave, problems } = await console.open('/ai/ai_limit_text');
    await page.getByRole('button', { name: /Test a text/ }).click();
    await page.getByLabel('Text to test').fill('内-部渠道卖银行卡号码牌，私信我');
    await page.waitForSelector('[data-testid=test-verdict]:has-text("Masked")');
    await expect
      .poll(() => page.locator('[data-testid=test-text] mark').allTextContents())
      .toEqual(['内-部渠道', '银行卡号', '私信我']);
    await expect
      .poll(() => page.locator('[data-testid=test-text] mark.allowed').allTextContents())
      .toEqual(['银行卡号']);
    await page.waitForSelector('.test-hits tr:has-text("Allowed by: 银行卡号码牌")');
    await page.waitForSelector('.test-texts:has-text("***卖银行卡号码牌")');
    await expect.poll(() => page.locator('[data-testid=test-verdict]').textContent()).toMatch(/[\d.]+ ms/);

    await page.getByLabel('Word not saved yet').fill('卖银行');
    await page.waitForSelector('.test-hits tr:has-text("not saved yet")');
    await page
      .locator('.test-hits tr', { hasText: '私信我' })
      .getByRole('button', { name: 'Allow this phrase' })
      .click();
    await toastSays(page, 'Allowed now: 私信我');
    await page.waitForSelector('.test-hits tr:has-text("Allowed by: 私信我")');
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('settings', () => {
  const saved = () =>
    console.call<{ groups: { site: { values: { name: string } } } }>('/settings/get', { page: 'system' });

  it('are saved by group, mark differences from the default, and can be restored to an earlier version', async () => {
    const { page, leave, problems } = await console.open('/form/group');
    const card = page.locator('[data-testid=settings-site]');
    await card.getByRole('textbox', { name: 'Site name' }).fill('');
    await card.getByRole('button', { name: 'Save Site' }).click();
    await card.locator('.problem', { hasText: 'Site name is required' }).waitFor();
    await card.getByRole('textbox', { name: 'Site name' }).fill('Dawn');
    await card.locator('.settings-default', { hasText: 'Default: Gantry' }).waitFor();
    await card.getByRole('button', { name: 'Save Site' }).click();
    await confirmWho(page);
    await toastSays(page, 'Site: saved');
    await expect.poll(async () => (await saved()).groups.site.values.name).toBe('Dawn');

    await card.getByRole('button', { name: 'Reset Site name to its default' }).click();
    await card.getByRole('button', { name: 'Save Site' }).click();
    await toastSays(page, 'Site: saved');
    await card.getByRole('button', { name: 'History: Site' }).click();
    const entries = page.locator('.history > li');
    await expect.poll(() => entries.count()).toBe(2);
    await expect
      .poll(async () => (await entries.nth(1).locator('tbody').textContent())?.replace(/\s+/g, ''))
      .toBe('SitenameGantryDawn');
    await entries.nth(0).getByRole('button', { name: 'Revert' }).click();
    await page.locator('.arco-modal').getByRole('button', { name: 'Revert' }).click();
    await toastSays(page, 'Restored');
    await expect.poll(async () => (await saved()).groups.site.values.name).toBe('Dawn');
    expect(problems).toEqual([]);
    await leave();
  });

  it('are reloaded when another user saved first, keep unsaved input, and can still be reverted', async () => {
    const { page, leave } = await console.open('/form/group');
    const card = page.locator('[data-testid=settings-content]');
    await card.getByRole('textbox', { name: 'Block message' }).fill('my words');
    const saveElsewhere = async (values: object) => {
      const found = await console.call<{ groups: Record<string, { version: number }> }>('/settings/get', {
        page: 'system',
      });
      await console.call('/step-up', { password: firstAdmin.password });
      const version = found.groups.content?.version;
      await console.call('/settings/save', { page: 'system', group: 'content', version, values });
    };
    await saveElsewhere({ bannedWordsEnabled: false });
    await card.getByRole('button', { name: /^Save/ }).click();
    await card.locator('.problem', { hasText: 'Someone else just changed this group' }).waitFor();
    await expect.poll(() => card.getByRole('textbox', { name: 'Block message' }).inputValue()).toBe('my words');
    await expect.poll(() => card.getByRole('switch').first().getAttribute('aria-checked')).toBe('false');

    await card.getByRole('button', { name: /^History: / }).click();
    const entries = page.locator('.history > li');
    const dialog = page.locator('.arco-modal', { hasText: 'Content' });
    const goBack = async () => {
      await entries.first().getByRole('button', { name: 'Revert' }).click();
      return dialog.getByRole('button', { name: 'Revert' });
    };
    const late = await goBack();
    await saveElsewhere({ bannedWordsEnabled: true });
    await late.click();
    await expect.poll(() => entries.count()).toBe(2);
    await dialog.waitFor({ state: 'hidden' });
    await (await goBack()).click();
    await toastSays(page, 'Restored');
    await leave();
  });
});

describe('settings page', () => {
  it('finds settings by a word, and offers the time zones as a list', async () => {
    const { page, leave, problems } = await console.open('/form/group');
    const search = page.getByRole('textbox', { name: 'Search settings' });
    const cards = page.locator('.settings-card:visible');
    await cards.first().waitFor();
    const all = await cards.count();
    await search.fill('time zone');
    await expect.poll(() => cards.count()).toBeLessThan(all);
    await expect.poll(() => page.getByTestId('settings-site').locator('.settings-field:visible').count()).toBe(1);
    const zone = page.getByTestId('settings-site').locator('input[list]');
    expect(await zone.inputValue()).toBe('Asia/Shanghai');
    expect(await page.locator('datalist option[value="Asia/Tokyo"]').textContent()).toBe('UTC+09:00');
    await search.fill('no such setting');
    await page.getByText('No setting matches “no such setting”.').waitFor();
    expect(problems).toEqual([]);
    await leave();
  });

  it('says whether a draft is published, and publishes it in place', async () => {
    const { page, leave, problems } = await console.open('/expand/config');
    const state = page.getByTestId('draft-state');
    await expect.poll(() => state.textContent()).toContain('No version is published yet.');
    const publish = async () => {
      await page.getByRole('button', { name: 'Publish the draft', exact: true }).click();
      await page.locator('.arco-modal').getByRole('button', { name: 'Publish the draft', exact: true }).click();
    };
    await console.call('/step-up', { password: firstAdmin.password });
    await publish();
    await expect.poll(() => state.textContent()).toContain('Version v1 is active and equals this draft.');
    await page.locator('.arco-modal').getByRole('button', { name: 'Close' }).last().click();
    await page.locator('.arco-modal').first().waitFor({ state: 'hidden' });
    const brand = page.getByTestId('settings-brand');
    await brand.getByRole('textbox', { name: 'Slogan' }).fill('Every credit counts');
    await brand.getByRole('button', { name: /^Save/ }).click();
    await expect.poll(() => state.textContent()).toContain('This draft differs from the active version v1.');
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('audit log', () => {
  it('is filtered by the person who acted', async () => {
    const { page, leave, problems } = await console.open('/admins/admin-table?tab=audit-log');
    await page.getByRole('button', { name: /^Acting admin/ }).click();
    await page.locator('.filter-panel .arco-select').click();
    await page.locator('.arco-select-option', { hasText: 'root-admin' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('f')).toContain('"actorId":{"from":1,"to":1}');
    await page.getByRole('button', { name: /^Acting admin.*root-admin/ }).waitFor();
    expect(problems).toEqual([]);
    await leave();
  });
});

/** Confirms the identity with the password when the server requires it. */
async function confirmWho(page: Page): Promise<void> {
  const question = page.locator('.arco-modal', { hasText: /password/i });
  const toast = page.locator('[data-testid=toast]');
  await question.or(toast).first().waitFor();
  if (!(await question.isVisible())) return;
  await question.locator('input[type=password]').fill(firstAdmin.password);
  await question.locator('.arco-btn-primary').click();
}

describe('all pages of resources and settings', () => {
  const list = '.list-page:not([data-left])';
  /** Selectors that exist once a page is open. Consecutive entries differ, because two drawers in a row would be confused. */
  const pages = [
    ['/ai/ai_limit_text', list],
    ['/news/help-table?id=1', '.side-drawer'],
    ['/ai/ai_limit_text?tab=violation-log', list],
    ['/ai/ai_limit_text?id=1', '.side-drawer'],
    ['/ai/ai_icon', list],
    ['/news/help-table?id=1&edit=1', '.side-drawer'],
    ['/ai/ai_message?tab=chat-message', list],
    ['/news/notice-table?new=1', '.side-drawer'],
    ['/form/group', '.settings-page'],
    ['/admins/admin-table?tab=audit-log&id=1', '.side-drawer'],
  ] as const;
  it.each([
    ['zh-CN', 'light', 1440],
    ['en-US', 'dark', 1440],
    ['zh-CN', 'dark', 390],
  ] as const)(
    'has nothing that the accessibility checker finds, in %s, %s, %i wide',
    async (locale, theme, width) => {
      const { page, leave, problems } = await console.open(
        '/ai/ai_limit_text',
        { locale, theme },
        { viewport: { width, height: 900 }, bypassCSP: true },
      );
      const found: string[] = [];
      for (const [path, shown] of pages) {
        if (getPagePath(page) !== path) await stepTo(page, path);
        await page.waitForSelector(shown);
        await atRest(page);
        found.push(...(await violationsOn(page)).map((one) => `${path} ${one}`));
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (wider > 0) found.push(`${path} is ${wider} px too wide`);
      }
      expect(found).toEqual([]);
      expect(problems).toEqual([]);
      await leave();
    },
    180_000,
  );
});

describe('narrow window', () => {
  it('shows the rows as cards that can be selected and opened', async () => {
    const { page, context } = await console.open('/ai/ai_limit_text', {}, { viewport: { width: 390, height: 844 } });
    const card = page.locator('.record-card', { hasText: '内部渠道' });
    await card.waitFor();
    await expect.poll(() => titles(page)).toEqual([]);
    await card.getByRole('checkbox').click();
    await page.waitForSelector('.bulk-bar:has-text("1 selected")');
    await card.getByRole('button', { name: 'Edit' }).click();
    await field(page, 'Word').waitFor();
    await expect.poll(async () => (await page.locator('.side-drawer').boundingBox())?.width).toBeCloseTo(390, 1);
    await context.close();
  });
});

describe('operator role', () => {
  it('shows only what the role may do', async () => {
    const { page, context } = await console.open('/ai/ai_limit_text', { userRole: 'user' });
    await page.waitForSelector('.grid-body .title-link');
    await page.locator('[data-row-menu]').first().click();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['View', 'Disable', 'Copy as new']);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'Check and log' }).count()).toBe(0);
    await page.goto('/ai/ai_message');
    await page.waitForSelector('.list-page');
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await context.close();
  });
});
