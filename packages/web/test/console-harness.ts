import type { Locator, Page } from 'playwright-core';
import { type RunningServer, type ServerOptions, startServer } from '../../server/test/server-process.ts';
import { type Browser, launchBrowser, type StoredSession, type Visit, visit } from './browser.ts';

/** A server with an admin and a browser, shared by the tests of resource pages. */
export interface AppShell {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly token: string;
  /** Calls the API as the admin; throws what the server rejects. */
  call<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>;
  /** Opens a page of the console, in English by default, and waits until it is loaded. */
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

/** Returns the titles of the visible rows. */
export function titles(page: Page): Promise<string[]> {
  return page.locator('.grid-body .title-link').allTextContents();
}

/** Returns the text input with a label. */
export function field(page: Page, label: string) {
  return page.getByRole('dialog').getByRole('textbox', { name: label, exact: true });
}

export function focusIsIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.closest(wanted) != null, selector);
}

/** Selects an action from the menu of a row or card. */
export async function chooseAction(row: Locator, name: string): Promise<void> {
  await row.locator('[data-row-menu]').click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}

/** Selects an option in the list of a select. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').locator(`[aria-label="${label}"]`).first().click();
  await page.locator('.arco-select-option', { hasText: option }).click();
}

/** Performs and counts user actions: each click and each field that is typed into counts as one. */
export function countActs(page: Page) {
  let acts = 0;
  return {
    acts: () => acts,
    async click(what: Locator) {
      acts += 1;
      await what.click();
    },
    /** Types into the field with that label in the dialog, or into an input. */
    async type(into: string | Locator, text: string) {
      acts += 1;
      await (typeof into === 'string' ? field(page, into) : into).fill(text);
    },
    /** Selects a file. */
    async give(into: Locator, file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }) {
      acts += 1;
      await into.setInputFiles(file);
    },
    /** Types into the palette, which a shortcut opens from anywhere. */
    async search(text: string) {
      acts += 1;
      await page.waitForSelector('.quick-ways');
      await page.keyboard.press('Control+k');
      await page.fill('[data-testid=palette]', text);
    },
  };
}

/** Returns the palette entry that acts on a record. */
export const getActionLabel = (page: Page, title: string) =>
  page.locator('.palette-row', { has: page.getByText(title, { exact: true }) });

export async function toastSays(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`[data-testid=toast]:has-text("${text}")`);
}

/** Creates banned words of one category through the API. */
export async function makeWords(console: AppShell, words: readonly string[], more: object = {}): Promise<void> {
  const rows = words.map((word, at) => ({ line: at + 1, values: { word, category: 'ad', ...more } }));
  await console.call('/banned-word/import', { rows });
}
