import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import { type AppShell, openConsole } from './console-harness.ts';

let console: AppShell;
beforeAll(async () => {
  console = await openConsole({ env: { CRAFT: 'true' } });
});
afterAll(() => console?.close());

it('takes a backup, waits for its job across a reload, and downloads it', async () => {
  const { page, leave } = await console.open('/expand/data?tab=backup');
  await page.getByRole('button', { name: 'Create backup' }).first().click();
  await page.getByRole('dialog').waitFor();
  await expect
    .poll(
      async () => {
        const { items } = await console.call<{ items: { status: string }[] }>('/backup/list');
        return items[0]?.status;
      },
      { timeout: 45_000 },
    )
    .toBe('ready');
  await page.reload();
  await console.call('/step-up', { password: firstAdmin.password });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download gantry-sqlite-/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^gantry-sqlite-.*\.gantry$/);
  await leave();
});

it('shows what the cleanup would delete in its own dialog', async () => {
  const { page, leave, problems } = await console.open('/expand/data');
  await page.getByRole('button', { name: 'More actions' }).first().click();
  expect(await page.getByRole('menuitem', { name: 'Preview retention' }).count()).toBe(0);
  await page.getByRole('menuitem', { name: 'Run retention now' }).click();
  await page.getByRole('dialog').getByRole('region', { name: 'Preview' }).waitFor();
  expect(problems).toEqual([]);
  await leave();
});

it('tests a settings group and shows why it does not work', async () => {
  const { page, context } = await console.open('/expand/setting');
  const mail = page.getByTestId('settings-mail');
  await mail.getByRole('button', { name: 'Test the connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Test the connection' }).click();
  await dialog.getByText('Test failed').waitFor();
  expect(await dialog.textContent()).toContain('Not configured');
  await context.close();
});

it('shows the lessons of a week next to their list, by mouse, by keyboard and in a narrow window', async () => {
  const course = await console.call('/course/create', { title: 'Basics', slug: 'basics', teacher: 'Lin' });
  const lessons = { Intro: '2031-03-03', Second: '2031-03-03', Prompts: '2031-03-05', Later: '2031-03-10' };
  for (const [at, [title, day]] of Object.entries(lessons).entries()) {
    const startAt = Date.parse(`${day}T0${2 + at}:00:00Z`);
    const times = { startAt, endAt: startAt + 1_800_000 };
    await console.call('/course-schedule/create', { courseId: course.id, title, teacher: 'Lin', ...times });
  }
  const { page, leave, problems } = await console.open('/devcourse/schedule?week=2031-03-05');
  const seen = () => page.locator('.week-lesson strong').allTextContents();
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('strong')?.textContent);
  await expect.poll(seen).toEqual(['Intro', 'Second', 'Prompts']);
  expect(await page.locator('[data-day="2031-03-03"] .week-lesson').count()).toBe(2);

  await page.locator('.week-lesson').first().focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Second');
  await page.keyboard.press('ArrowRight');
  expect(await focused()).toBe('Prompts');
  await page.keyboard.press('PageDown');
  await expect.poll(seen).toEqual(['Later']);
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect.poll(seen).toEqual(['Intro', 'Second', 'Prompts']);
  await page.setViewportSize({ width: 400, height: 800 });
  await expect
    .poll(() => page.locator('.week-day:visible').evaluateAll((days) => days.map((day) => day.dataset.day)))
    .toEqual(['2031-03-03', '2031-03-05']);
  await page.locator('.week-lesson', { hasText: 'Prompts' }).click();
  await page.getByRole('dialog', { name: 'Prompts' }).waitFor();
  await page.goto('/devcourse/schedule?q=Prompts&week=2031-03-05');
  await expect.poll(seen).toEqual(['Prompts']);
  await page.getByRole('button', { name: 'This week' }).click();
  await page.getByText('Nothing is scheduled this week').waitFor();
  await page.locator('.week-day[aria-current=date]', { hasText: 'Today' }).waitFor();
  expect(problems).toEqual([]);
  await leave();
});
