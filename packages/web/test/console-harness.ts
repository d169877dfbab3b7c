import type { Locator, Page } from 'playwright-core';
import { type RunningServer, type ServerOptions, startServer } from '../../server/test/server-process.ts';
import { type Browser, launchBrowser, type StoredSession, type Visit, visit } from './browser.ts';

/** A server with an admin, and a browser to work at it: what the journeys of resource pages share. */
export interface AppShell {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly token: string;
  /** Calls as the admin; throws what the server rejects. */
  call<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>;
  /** Opens a page of the console, in English unless told otherwise, and waits until it is there. */
  open(path: string, stored?: StoredSession, options?: Parameters<typeof visit>[3]): Promise<Visit>;
  close(): Promise<void>;
}

export async function openConsole(options: ServerOptions = {}): Promise<AppShell> {
  const server = await startServer(options);
  const browser = await launchBrowser();
  const token = await server.firstAdmin();
  return {
    server,
    browser,
    token,
    async call<T>(path: string, body: unknown = {}) {
      const answer = await server.insist(path, body, { token });
      if (answer.code !== 20000 && answer.code !== 20001) throw new Error(`${path}: ${answer.text}`);
      return answer.data as T;
    },
    async open(path, stored = {}, options = {}) {
      const visited = await visit(browser, server.url, { token, locale: 'en-US', ...stored }, options);
      await visited.page.goto(path);
      await visited.page.waitForSelector('.list-page, .settings-page, .workplace');
      return visited;
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

/** Titles of the rows in sight. */
export function titles(page: Page): Promise<string[]> {
  return page.locator('.grid-body .title-link').allTextContents();
}

/** The text box of a form under a label. */
export function field(page: Page, label: string) {
  return page.getByRole('dialog').getByRole('textbox', { name: label, exact: true });
}

export function focusIsIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.closest(wanted) != null, selector);
}

/** Chooses an action of a row or a card from its menu. */
export async function chooseAction(row: Locator, name: string): Promise<void> {
  await row.locator('[data-row-menu]').click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}

/** What a select shows is chosen from the list that opens under it. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').locator(`[aria-label="${label}"]`).first().click();
  await page.locator('.arco-select-option', { hasText: option }).click();
}

/** Does what an admin does, and counts it: a click, and a field that is typed into, are an act each. */
export function countActs(page: Page) {
  let acts = 0;
  return {
    acts: () => acts,
    async click(what: Locator) {
      acts += 1;
      await what.click();
    },
    /** Into the field of that label in the dialog, or into a box. */
    async type(into: string | Locator, text: string) {
      acts += 1;
      await (typeof into === 'string' ? field(page, into) : into).fill(text);
    },
    /** Chooses a file. */
    async give(into: Locator, file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }) {
      acts += 1;
      await into.setInputFiles(file);
    },
    /** Types into the palette, which a key opens from anywhere. */
    async search(text: string) {
      acts += 1;
      await page.waitForSelector('.quick-ways');
      await page.keyboard.press('Control+k');
      await page.fill('[data-testid=palette]', text);
    },
  };
}

/** What the palette offers to do with a record. */
export const getActionLabel = (page: Page, title: string) =>
  page.locator('.palette-row', { has: page.getByText(title, { exact: true }) });

export async function toastSays(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`[data-testid=toast]:has-text("${text}")`);
}

/** Some words of one category, made by the API. */
export async function makeWords(console: AppShell, words: readonly string[], more: object = {}): Promise<void> {
  const rows = words.map((word, at) => ({ line: at + 1, values: { word, category: 'ad', ...more } }));
  await console.call('/banned-word/import', { rows });
}
