import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { allCame, type Browser, launchBrowser, visit } from './browser.ts';
import { stepTo } from './every-page.ts';

let data: string;
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'gantry-restart-'));
  server = await startServer({ data });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Watches for style sheets that failed and were not loaded since. */
function watchStyles(page: Page): () => string[] {
  const missing = new Set<string>();
  const isStyle = (request: Request) => request.resourceType() === 'stylesheet';
  page.on('requestfailed', (request) => isStyle(request) && missing.add(request.url()));
  page.on('requestfinished', (request) => isStyle(request) && missing.delete(request.url()));
  return () => [...missing];
}

const restart = async () => {
  server = await startServer({ data, args: ['--port', String(server.port)] });
};

describe('server restart while the browser is online', () => {
  it('loads a part and a page with their styles afterwards, and keeps the typed input', async () => {
    const token = await server.firstAdmin();
    const { page, context } = await visit(browser, server.url, { token, locale: 'en-US' });
    const missingStyles = watchStyles(page);
    await page.goto('/ai/ai_limit_text');
    const box = page.getByPlaceholder('Search').first();
    await box.fill('word');
    await allCame(page);
    await server.stop('SIGKILL');
    await page.getByRole('button', { name: 'Settings' }).click();
    const failure = page.locator('[data-testid=part-failure]', { hasText: 'preserved' });
    await failure.getByRole('button', { name: 'Retry' }).click();
    await failure.waitFor();
    expect(missingStyles()).not.toEqual([]);
    await restart();
    await page.waitForSelector('[role=dialog] .theme-presets');
    expect(await box.inputValue()).toBe('word');
    expect(missingStyles()).toEqual([]);
    await page.keyboard.press('Escape');

    await server.stop('SIGKILL');
    await stepTo(page, '/workplace');
    const broken = page.locator('[data-testid=broken-page]', { hasText: 'cannot be reached' });
    await broken.waitFor();
    expect(missingStyles()).not.toEqual([]);
    await restart();
    await page.waitForSelector('.workplace');
    expect(missingStyles()).toEqual([]);
    await context.close();
  });
});
