import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
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
  await makeWords(console, ['first word', 'second word', 'third word']);
});
afterAll(() => console?.close());

interface Word {
  readonly id: number;
  readonly version: number;
  readonly word: string;
  readonly remark: string | null;
  readonly level: string;
}
const wordNamed = async (word: string): Promise<Word> => {
  const { items } = await console.call<{ items: Word[] }>('/banned-word/list', { keyword: word });
  const found = items.find((item) => item.word === word);
  if (!found) throw new Error(`there is no ${word}`);
  return console.call<Word>('/banned-word/get', { id: found.id });
};

describe('concurrent edits of one record', () => {
  it('are shown field by field, and the input of the second user is preserved', async () => {
    const before = await wordNamed('first word');
    const { page, leave, problems } = await console.open(`${words}?id=${before.id}&edit=1`);
    await field(page, 'Remark').fill('mine');
    await choose(page, 'Category', 'Insult');
    await console.call('/banned-word/update', { id: before.id, version: before.version, remark: 'theirs', level: '1' });
    await page.getByRole('button', { name: 'Save' }).click();
    const merge = page.locator('.merge-dialog');
    await merge.waitFor();
    const rows = async () =>
      (await merge.locator('tbody tr').allTextContents()).map((row) => row.replace(/\s+/g, ' ').trim());
    await expect
      .poll(rows)
      .toEqual(['CategoryAdvertisingInsultAdvertising', 'LevelBlockBlockWarn', 'RemarkChanged by both–minetheirs']);
    await expect.poll(() => merge.getByRole('radio', { name: 'Remark: Mine' }).isChecked()).toBe(true);
    await expect.poll(() => merge.getByRole('radio', { name: 'Level: Theirs' }).isChecked()).toBe(true);
    await merge.getByRole('button', { name: 'Merge and save' }).click();
    await toastSays(page, 'Saved');
    await expect
      .poll(() => console.call('/banned-word/get', { id: before.id }))
      .toMatchObject({
        category: 'insult',
        level: '1',
        remark: 'mine',
        version: before.version + 2,
      });
    expect(problems).toEqual([]);
    await leave();
  });

  it('keep the form unchanged when the merge is postponed', async () => {
    const before = await wordNamed('second word');
    const { page, leave } = await console.open(`${words}?id=${before.id}&edit=1`);
    await field(page, 'Remark').fill('half a thought');
    await console.call('/banned-word/update', { id: before.id, version: before.version, remark: 'other' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.merge-dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => field(page, 'Remark').inputValue()).toBe('half a thought');
    await leave();
  });
});

describe('unsaved changes', () => {
  it('require a confirmation before the form is closed and before the page is left', async () => {
    const { page, leave } = await console.open(words);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await field(page, 'Word').fill('not saved');
    await page.locator('.side-drawer-foot').getByRole('button', { name: 'Cancel' }).click();
    const question = page.locator('.arco-modal', { hasText: 'Discard the changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => field(page, 'Word').inputValue()).toBe('not saved');
    await page.goBack();
    const leaving = page.locator('.arco-modal').last();
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => field(page, 'Word').inputValue()).toBe('not saved');
    await page.locator('.side-drawer-foot').getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForSelector('[data-testid=form-banned-word]', { state: 'detached' });
    await expect.poll(() => getPagePath(page)).toBe(words);
    await leave();
  });

  it('require no confirmation without input', async () => {
    const { page, leave } = await console.open(`${words}?new=1`);
    await field(page, 'Word').waitFor();
    await page.locator('.side-drawer-foot').getByRole('button', { name: 'Cancel' }).click();
    await page.waitForSelector('[data-testid=form-banned-word]', { state: 'detached' });
    await leave();
  });
});

describe('server rejection', () => {
  it('is shown at its field and keeps the input', async () => {
    const { page, leave } = await console.open(`${words}?new=1`);
    await field(page, 'Word').fill('third word');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('.form-note .problem:has-text("already has the same")');
    await expect.poll(() => field(page, 'Word').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field(page, 'Word').inputValue()).toBe('third word');
    await leave();
  });
});

describe('record in the URL', () => {
  it('opens over its list, with its history and the changes of each entry', async () => {
    const { id, version } = await wordNamed('third word');
    await console.call('/banned-word/update', { id, version, level: '2' });
    const { page, leave } = await console.open(`${words}?id=${id}&view=history`);
    const entries = page.locator('.history > li');
    await entries.first().locator('.diff').waitFor();
    await expect.poll(() => entries.first().locator('.history-head strong').textContent()).toBe('Edit');
    await expect
      .poll(async () => (await entries.first().locator('tbody').textContent())?.replace(/\s+/g, ''))
      .toBe('LevelBlockMask');
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect.poll(() => getPagePath(page)).toBe(`${words}?id=${id}`);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => getPagePath(page)).toBe(words);
    await leave();
  });

  it('is named by its English title in the list, in its deletion and in the message that follows', async () => {
    await console.call('/notice/create', { title: '停机维护', titleEn: 'Maintenance tonight', content: '稍后' });
    const { page, leave, problems } = await console.open('/news/notice-table');
    await chooseAction(page.locator('.grid-row', { hasText: 'Maintenance tonight' }), 'Delete');
    await page.getByRole('dialog', { name: 'Delete “Maintenance tonight”?' }).waitFor();
    await page.locator('.arco-modal').getByRole('button', { name: 'Delete' }).click();
    await toastSays(page, 'Deleted: Maintenance tonight');
    expect(problems).toEqual([]);
    await leave();
  });

  it('shows a message when it does not exist', async () => {
    const { page, leave } = await console.open(`${words}?id=999999`);
    await page.waitForSelector('[role=dialog] [role=alert]:has-text("Record or endpoint not found")');
    await leave();
  });

  it('can be copied to a new record', async () => {
    const { id } = await wordNamed('third word');
    const { page, leave } = await console.open(`${words}?new=1&like=${id}`);
    await page.waitForSelector('[data-testid=form-banned-word]');
    await expect.poll(() => field(page, 'Word').inputValue()).toBe('third word');
    await field(page, 'Word').fill('third word, again');
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Created');
    await leave();
  });
});

describe('list of objects in a record', () => {
  const quotas = [
    { capability: 'draw', amount: 20, period: 'month' },
    { capability: 'chat', amount: 100, period: 'day' },
  ];

  it('is edited in rows, in order, and shown as a table', async () => {
    const { page, leave, problems } = await console.open('/market/vip-table?new=1');
    const row = (n: number) => page.getByRole('group', { name: `Quotas ${n}`, exact: true });
    const pick = async (n: number, label: string, option: string) => {
      await row(n).locator(`[aria-label="${label}"]`).click();
      await page.locator('.arco-select-option:visible', { hasText: option }).click();
    };
    await field(page, 'Name (Chinese)').fill('金卡');
    await field(page, 'Level').fill('2');
    await field(page, 'Price').fill('99');
    for (const [n, capability, period] of [
      [1, 'Chat', 'Every day'],
      [2, 'Drawing', 'Every month'],
    ] as const) {
      await page.getByRole('group', { name: 'Quotas', exact: true }).getByRole('button', { name: 'Add a row' }).click();
      await expect.poll(() => focusIsIn(page, `[aria-label="Quotas ${n}"] [aria-label="Capability"]`)).toBe(true);
      await pick(n, 'Capability', capability);
      await pick(n, 'Period', period);
    }
    await row(1).getByRole('textbox', { name: 'Amount' }).fill('100');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('.form-note .problem:has-text("an amount above 0")');
    const amount = row(2).getByRole('textbox', { name: 'Amount' });
    await expect.poll(() => amount.getAttribute('aria-invalid')).toBe('true');
    await amount.fill('20');
    await page.getByRole('button', { name: 'Move row 2 up' }).press('Enter');
    await expect.poll(() => focusIsIn(page, '[aria-label="Move row 1 down"]')).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Created');
    const { items } = await console.call<{ items: { id: number }[] }>('/vip-plan/list');
    expect(await console.call('/vip-plan/get', { id: items[0]?.id })).toMatchObject({ quotas });
    await page.goto(`/market/vip-table?id=${items[0]?.id}`);
    const lines = page.getByRole('table', { name: 'Quotas' }).locator('tbody tr');
    await expect
      .poll(async () => (await lines.locator('td').allTextContents()).join('|'))
      .toBe('Drawing|20 credits|Every month|–|Chat|100 credits|Every day|–');
    expect(problems).toEqual([]);
    await leave();
  });

  it('keeps values that rows do not show, and focuses the next row after one is removed', async () => {
    const { items } = await console.call<{ items: { id: number }[] }>('/vip-plan/list');
    const { page, leave } = await console.open(`/market/vip-table?id=${items[0]?.id}&edit=1`);
    const list = page.getByRole('group', { name: 'Quotas', exact: true });
    await list.getByRole('button', { name: 'Edit as JSON' }).click();
    const text = field(page, 'Quotas');
    await expect.poll(async () => JSON.parse(await text.inputValue())).toEqual(quotas);
    const rows = page.getByRole('button', { name: 'Edit in rows' });
    await text.fill('[{"capability":"chat","more":1}]');
    await expect.poll(() => rows.isDisabled()).toBe(true);
    await text.fill('[{"capability":"chat",');
    await expect.poll(() => rows.isDisabled()).toBe(true);
    await text.fill(JSON.stringify(quotas));
    await rows.click();
    await page.getByRole('button', { name: 'Remove row 2' }).press('Enter');
    await expect.poll(() => focusIsIn(page, '[aria-label="Remove row 1"]')).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => focusIsIn(page, '.rows-add')).toBe(true);
    await list.getByText('No entries yet').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Saved');
    expect(await console.call('/vip-plan/get', { id: items[0]?.id })).toMatchObject({ quotas: null });
    await leave();
  });
});

describe('help document', () => {
  it('is written in both languages, previewed for readers, and published', async () => {
    const { page, leave, problems } = await console.open('/news/help-table?new=1');
    await field(page, 'Title (Chinese)').fill('如何充值');
    await field(page, 'Title (English)').fill('Topping up');
    await field(page, 'Slug').fill('top-up');
    const source = page.locator('.md-source').first();
    await source.fill('打开钱包');
    await source.selectText();
    await page.getByRole('button', { name: 'Bold' }).first().click();
    await expect.poll(() => source.inputValue()).toBe('**打开钱包**');
    await page.locator('.md-views').first().getByRole('button', { name: 'Both' }).click();
    await page.waitForSelector('.md-preview strong:has-text("打开钱包")');
    await page.locator('.md-source').nth(1).fill('Open <script>alert(1)</script> the **wallet**');
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Created');
    await page.locator('.grid-row', { hasText: 'Topping up' }).getByRole('link').click();
    await page.waitForSelector('article strong:has-text("wallet")');
    await expect.poll(() => page.locator('article').textContent()).toContain('<script>alert(1)</script>');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.locator('.arco-modal').getByRole('button', { name: 'Publish', exact: true }).click();
    await toastSays(page, 'Publish: done');
    await expect.poll(async () => (await titles(page)).length).toBe(1);
    await page.locator('.grid-row .option-tag', { hasText: 'Published' }).waitFor();
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('new admin', () => {
  it('gets a temporary password that is shown once', async () => {
    const person = {
      username: 'mei.chen',
      name: 'Mei',
      password: 'a-long-enough-password-1',
      role: 'user',
      permissionSet: ['all'],
    };
    await console.call('/step-up', { password: firstAdmin.password });
    await console.call('/admin/create', person);
    const { page, leave } = await console.open('/admins/admin-table');
    const row = page.locator('.grid-row', { hasText: 'mei.chen' });
    await row.locator('[data-row-menu]').click();
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    await page.locator('.arco-modal').getByRole('button', { name: 'Reset password' }).click();
    const shown = page.locator('[data-testid=temporary-password]');
    await shown.waitFor();
    const password = (await shown.textContent()) ?? '';
    expect(password.length).toBeGreaterThan(11);
    await page.keyboard.press('Escape');
    await expect.poll(() => shown.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(password);
    expect(await console.server.signIn('mei.chen', password)).toMatch(/^adm_/);
    await leave();
  });
});

describe('action that deletes an unknown number of records', () => {
  it('runs only after its name was typed', async () => {
    const { page, leave, problems } = await console.open('/expand/data?tab=dataset&run=removeOrphans');
    const dialog = page.locator('.arco-modal');
    const run = dialog.getByRole('button', { name: 'Delete orphaned images', exact: true });
    await expect.poll(() => run.isDisabled()).toBe(true);
    await dialog.getByLabel('Type Delete orphaned images to confirm').fill('Delete orphaned images');
    await run.click();
    await run.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('user', () => {
  it('is deleted only after the name was typed, because the deletion cannot be undone', async () => {
    const person = {
      username: 'kai.lin',
      name: 'Kai',
      password: 'a-long-enough-password-2',
      role: 'user',
      permissionSet: ['all'],
    };
    await console.call('/step-up', { password: firstAdmin.password });
    await console.call('/admin/create', person);
    const { page, leave, problems } = await console.open('/admins/admin-table');
    await chooseAction(page.locator('.grid-row', { hasText: 'kai.lin' }), 'Delete');
    const dialog = page.locator('.arco-modal');
    const remove = dialog.getByRole('button', { name: 'Delete', exact: true });
    await expect.poll(() => remove.isDisabled()).toBe(true);
    await dialog.getByLabel('Type kai.lin to confirm').fill('kai');
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel('Type kai.lin to confirm').fill('kai.lin');
    await remove.click();
    await expect.poll(() => titles(page)).not.toContain('kai.lin');
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('icon', () => {
  /** A single red pixel. */
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
    'base64',
  );

  it('shows an image before it is saved, and rejects other files', async () => {
    const { page, context, problems } = await console.open('/ai/ai_icon?new=1');
    await field(page, 'Name').fill('Red');
    const picker = page.getByRole('dialog').locator('input[type=file]');
    await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await page.waitForSelector('.image-side .problem:has-text("Only PNG")');
    await picker.setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: png });
    const shown = page.locator('.image-drop img');
    await shown.waitFor();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Purple', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await toastSays(page, 'Created');
    const { items } = await console.call<{ items: object[] }>('/ai-icon/list', {});
    expect(items).toEqual([
      expect.objectContaining({ bgColor: '#722ED1', picture: expect.stringMatching(/^\/files\/[0-9a-f]{32}\.png$/) }),
    ]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is created from each of several images under its file name, and a carousel image is previewed before saving', async () => {
    const { page, context, problems } = await console.open('/ai/ai_icon');
    await page.getByRole('button', { name: 'Bulk upload' }).click();
    const dialog = page.getByRole('dialog');
    const red = { mimeType: 'image/png', buffer: png };
    const files = [
      { name: 'brush.v2.png', ...red },
      { name: 'note.txt', mimeType: 'text/plain', buffer: png },
    ];
    await dialog.locator('input[type=file]').setInputFiles([...files, { name: 'chat.png', ...red }]);
    await expect
      .poll(() => dialog.locator('.document-lines li').allTextContents())
      .toEqual(['brush.v2.pngAdded', 'note.txtOnly PNG, JPEG, GIF, and WebP images are accepted.', 'chat.pngAdded']);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.waitForSelector('text=brush.v2');
    const listed = async () =>
      (await console.call<{ items: { name: string; picture: string }[] }>('/ai-icon/list', {})).items;
    await expect.poll(async () => (await listed()).map(({ name }) => name).sort()).toEqual(['Red', 'brush.v2', 'chat']);
    const items = await listed();

    const slide = { title: '新品', titleEn: 'New', picture: items[0]?.picture, pictureDark: items[0]?.picture };
    const { id } = await console.call<{ id: number }>('/carousel/create', slide);
    await page.goto(new URL(`/models/carsoul-table?id=${id}`, page.url()).href);
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect
      .poll(() => page.locator('.slide-preview').allTextContents())
      .toEqual(['新品Chinese · light', '新品Chinese · dark', 'NewEnglish · light', 'NewEnglish · dark']);
    expect(problems).toEqual([]);
    await context.close();
  });
});
