import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn } from './accessibility.ts';
import { type AppShell, choose, openConsole } from './console-harness.ts';

let console: AppShell;
let userId: number;

beforeAll(async () => {
  console = await openConsole();
  userId = Number((await console.call('/user/create', { username: 'han.meimei' })).id);
  await console.call('/user/adjust-balance', { id: userId, asset: 'coin', amount: 400, reason: 'for the outage' });
});
afterAll(() => console?.close());

describe('record details', () => {
  it('show the important values first, group fields, collapse empty ones and count related records', async () => {
    const { page, leave, problems } = await console.open(`/user/user-table?tab=user&id=${userId}`);
    const drawer = page.getByRole('dialog', { name: 'han.meimei' });
    await expect.poll(() => drawer.locator('.record-highlights').textContent()).toContain('Coin balance400');
    await drawer.getByRole('heading', { name: 'Balances and membership' }).waitFor();
    const email = drawer.locator('.record-field dt', { hasText: /^Email$/ });
    expect(await email.count()).toBe(0);
    await drawer.getByRole('button', { name: /^Show \d+ empty fields$/ }).click();
    expect(await email.count()).toBe(1);
    const wallets = drawer.getByRole('tab', { name: 'Wallets', exact: true });
    await expect.poll(() => wallets.locator('.page-tab-note').textContent()).toBe('1');
    expect(await violationsOn(page)).toEqual([]);
    expect(problems).toEqual([]);
    await leave();
  });

  it('are printed completely', async () => {
    const { page, leave } = await console.open(`/user/user-table?tab=user&id=${userId}`);
    await page.getByRole('dialog').locator('.record-heading').waitFor();
    const sheets = /\/Count (\d+)/.exec((await page.pdf({ width: '700px', height: '400px' })).toString('latin1'))?.[1];
    expect(Number(sheets)).toBeGreaterThan(2);
    await leave();
  });
});

describe('model form', () => {
  it('has headings and shows only the prices of the selected billing mode', async () => {
    const { page, leave, problems } = await console.open('/ai/model_system?new=1');
    const form = page.getByTestId('form-ai-model');
    await form.getByRole('group', { name: 'Price', exact: true }).waitFor();
    const asked = (label: string) => form.locator('label', { hasText: label }).count();
    expect([await asked('Price per 1k input tokens'), await asked('Unit price')]).toEqual([1, 0]);
    await choose(page, 'Billing', 'By image');
    await expect.poll(() => asked('Unit price')).toBe(1);
    expect(await asked('Price per 1k input tokens')).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    expect(problems).toEqual([]);
    await leave();
  });
});
