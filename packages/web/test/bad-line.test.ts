import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppShell, field, openConsole, toastSays } from './console-harness.ts';

let console: AppShell;
beforeAll(async () => {
  console = await openConsole();
});
afterAll(() => console?.close());

const newWord = '/ai/ai_limit_text?new=1';
const savedAs = async (keyword: string) =>
  (await console.call<{ total: number }>('/banned-word/list', { keyword })).total;

describe('failing connection', () => {
  it('keeps the form and creates the record once when it is sent again', async () => {
    const { page, context } = await console.open(newWord);
    await field(page, 'Word').fill('written offline');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('.form-state.problem');
    await expect.poll(() => field(page, 'Word').inputValue()).toBe('written offline');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Created');
    await expect.poll(() => savedAs('written offline')).toBe(1);
    await context.close();
  });

  it('creates no second record when only the response is lost', async () => {
    const { page, leave } = await console.open(newWord);
    await field(page, 'Word').fill('answered into the void');
    await page.route(
      '**/banned-word/create',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('.form-state.problem');
    await expect.poll(() => savedAs('answered into the void')).toBe(1);
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Created');
    await expect.poll(() => savedAs('answered into the void')).toBe(1);
    await leave();
  });
});

describe('slow connection', () => {
  it('treats a double click as one click', async () => {
    const { page, context } = await console.open(newWord);
    await field(page, 'Word').fill('clicked twice');
    let sent = 0;
    let letGo = () => {};
    const clicked = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/banned-word/create', async (route) => {
      sent += 1;
      await clicked;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Save' }).dblclick();
    letGo();
    await toastSays(page, 'Created');
    expect(sent).toBe(1);
    await expect.poll(() => savedAs('clicked twice')).toBe(1);
    await context.close();
  });
});
