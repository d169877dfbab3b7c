import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import { type AppShell, openConsole, titles } from './console-harness.ts';

const chats = '/ai/ai_message';
/** More than the counting limit, so that the total is capped. */
const messages = 10_450;
let console: AppShell;

/** Writes one long conversation into the database as the platform's gateway does, because the console can only read it. */
function writeChats(data: string): void {
  const database = new Sqlite(path.join(data, 'gantry.db'));
  database.pragma('busy_timeout = 5000');
  const at = Date.parse('2026-03-01T00:00:00Z');
  database
    .prepare(
      `insert into chat_sessions (id, user_id, title, kind, model_name, message_count, tokens, pinned, last_at, created_at)
       values (1, 7, 'A long talk', 'chat', 'qwen-max', ?, 0, 0, ?, ?)`,
    )
    .run(messages, at + messages, at);
  const add = database.prepare(
    `insert into chat_messages (session_id, user_id, seq, role, content, status, flagged, created_at)
     values (1, 7, ?, ?, ?, 'ok', 0, ?)`,
  );
  database.transaction(() => {
    for (let seq = 1; seq <= messages; seq += 1) {
      add.run(
        seq,
        seq % 2 === 1 ? 'user' : 'assistant',
        seq % 2 === 1 ? `question ${seq}` : `**answer** ${seq}`,
        at + seq,
      );
    }
  })();
  database.close();
}

beforeAll(async () => {
  console = await openConsole();
  writeChats(console.server.data);
});
afterAll(() => console?.close());

describe('chat session', () => {
  it('is shown as a conversation, page by page, and each read is recorded', async () => {
    const { page, leave, problems } = await console.open(chats);
    await page.getByRole('link', { name: 'A long talk' }).click();
    await page.waitForSelector('.turn[data-seq="50"]');
    await expect.poll(() => page.locator('.turn').count()).toBe(50);
    await expect.poll(() => page.locator('.turn[data-seq="1"]').textContent()).toContain('question 1');
    await page.waitForSelector('.turn[data-seq="2"] strong:has-text("answer")');
    await page.getByRole('button', { name: 'Load the next messages' }).click();
    await page.waitForSelector('.turn[data-seq="100"]');
    const { items } = await console.call<{ items: { action: string; count: number }[] }>('/audit-log/list', {
      filters: { resource: ['chatSession'], resourceId: { from: 1, to: 1 } },
    });
    expect(items.map((item) => [item.action, item.count])).toEqual([
      ['thread', 50],
      ['thread', 50],
    ]);
    expect(problems).toEqual([]);
    await leave();
  });
});

describe('table above the counting limit', () => {
  const messagesTab = `${chats}?tab=chat-message&sort=id&cols=seq,content&size=200`;

  it('shows that its total is capped, pages by cursor beyond it, and restores such a page from a link', async () => {
    const { page, leave } = await console.open(`${messagesTab}&page=50`);
    await page.waitForSelector('.pager-total:has-text("10,000+ total")');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForSelector('.pager-total:has-text("10,001–10,200 shown")');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForSelector('.pager-total:has-text("10,201–10,400 shown")');
    await page.reload();
    await expect.poll(async () => (await titles(page))[0]).toBe('question 10201');
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.waitForSelector('.pager-total:has-text("10,401–10,450 shown")');
    await expect.poll(() => page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect.poll(async () => (await titles(page))[0]).toBe('question 10201');
    await leave();
  });

  it('scrolls to its last row as one long list', async () => {
    const { page, leave } = await console.open(`${messagesTab}&flow=scroll`);
    const grid = page.getByRole('grid');
    await page.waitForSelector('.grid-body .title-link');
    await expect
      .poll(
        async () => {
          await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
          return (await titles(page)).at(-1);
        },
        { timeout: 20_000 },
      )
      .toBe(`answer ${messages}`.replace('answer', '**answer**'));
    await leave();
  });

  it('renders only the visible rows', async () => {
    const { page, context } = await console.open(`${messagesTab}&flow=scroll`);
    await page.waitForSelector('.grid-body .title-link');
    await expect.poll(() => page.locator('.grid-body .grid-row').count()).toBeLessThan(40);
    await context.close();
  });
});

describe('chat message', () => {
  it('is flagged in place, and deleted with a reason', async () => {
    await console.call('/step-up', { password: firstAdmin.password });
    const { page, leave, problems } = await console.open(chats);
    await page.getByRole('link', { name: 'A long talk' }).click();
    const turn = page.locator('.turn[data-seq="2"]');
    await turn.getByRole('button', { name: 'Flag', exact: true }).click();
    await turn.getByRole('button', { name: 'Remove the flag' }).waitFor();
    // The conversation is not read again for it.
    const { items } = await console.call<{ items: { action: string }[] }>('/audit-log/list', {
      filters: { resource: ['chatSession'], resourceId: { from: 1, to: 1 } },
    });
    expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['flag', 'thread']);
    await turn.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.locator('.arco-modal');
    await dialog.getByLabel('Reason').fill('The user asked for it');
    await dialog.getByRole('button', { name: 'Delete a message' }).click();
    await expect.poll(() => turn.count()).toBe(0);
    await page.waitForSelector('.turn[data-seq="3"]');
    expect(problems).toEqual([]);
    await leave();
  });
});
