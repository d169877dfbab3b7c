import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, runProgram, startServer } from '../../server/test/server-process.ts';
import { allCame, type Browser, getPagePath, launchBrowser, visit } from './browser.ts';
import { titles } from './console-harness.ts';
import { plainPicture } from './some-slides.ts';

const words = '/ai/ai_limit_text';
let browser: Browser;
let server: RunningServer;
let token: string;
let consoleHost: string;
const folder = mkdtempSync(path.join(tmpdir(), 'gantry-console-'));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];

beforeAll(async () => {
  browser = await launchBrowser();
  consoleHost = await startStaticHost(folder);
  server = await startServer({ args: ['--base-path', '/gantry/', '--cors-origins', consoleHost] });
  closing.push(() => server.stop());
  token = await server.firstAdmin();
  await server.insist('/banned-word/create', { word: 'one word', category: 'ad' }, { token });
  const icon = { name: 'dot.png', content: plainPicture(4, 4) };
  const { data } = await server.insist('/file/upload', icon, { token });
  await server.insist('/ai-icon/create', { name: 'a dot', picture: data.path }, { token });
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await browser?.close();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a proxy that publishes a server under `/gantry`, and records requests outside that path. */
async function startProxy(target: string, isPathRemoved: boolean) {
  const outside: string[] = [];
  const url = await listen(
    createServer((incoming, outgoing) => {
      const asked = incoming.url ?? '';
      if (!asked.startsWith('/gantry/')) {
        outside.push(asked);
        outgoing.writeHead(404).end();
        return;
      }
      const { method, headers } = incoming;
      const to = target + (isPathRemoved ? asked.slice('/gantry'.length) : asked);
      const forwarded = request(to, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(forwarded);
    }),
  );
  return { url, outside };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Starts a static host that returns the console page for every path below `/console` without a file. */
function startStaticHost(folder: string): Promise<string> {
  return listen(
    createServer(({ url = '' }, answer) => {
      const { pathname } = new URL(url, 'http://host');
      const file = path.extname(pathname) === '' ? '/index.html' : pathname.slice('/console'.length);
      if (!pathname.startsWith('/console/')) return answer.writeHead(404).end();
      return answer
        .writeHead(200, { 'content-type': types[path.extname(file)] ?? '' })
        .end(readFileSync(folder + file));
    }),
  );
}

/** Signs in to the console below a path, visits its pages, and returns the problems of the pages. */
async function workAt(url: string, base: string): Promise<readonly string[]> {
  const { page, context, problems } = await visit(browser, url, {}, { locale: 'en-US' });
  await page.goto(`${base}/`);
  await page.waitForSelector('[data-testid=login]');
  expect(getPagePath(page)).toBe(`${base}/login`);
  await page.fill('[name=username]', firstAdmin.username);
  await page.fill('[name=password]', firstAdmin.password);
  await page.click('.credentials-submit');
  await page.waitForSelector('.workplace');
  expect(getPagePath(page)).toBe(`${base}/workplace`);
  await page.goto(base + words);
  await expect.poll(() => titles(page)).toEqual(['one word']);
  await expectPicture(page, base);
  await expectDownload(page, base);
  await allCame(page);
  await context.close();
  return problems;
}

/** Opens a linked page with an image that the server stores. */
async function expectPicture(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/ai/ai_icon`);
  const picture = page.locator('.grid-body img').first();
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(4);
}

async function expectDownload(page: Page, base: string): Promise<void> {
  await page.goto(base + words);
  await page.getByRole('button', { name: /导出|Export/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).first().click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toContain('one word');
}

describe('server behind a proxy path', () => {
  it('serves the console and its API reference behind a proxy that removes the path', async () => {
    const { url, outside } = await startProxy(server.url, true);
    expect(await workAt(url, '/gantry')).toEqual([]);
    const { page, context } = await visit(browser, url);
    await page.goto('/gantry/docs');
    await page.waitForSelector('#reference[aria-busy=false]');
    await context.close();
    expect(outside).toEqual([]);
  });

  it('serves the console behind a proxy that keeps the path', async () => {
    const { url, outside } = await startProxy(server.url, false);
    expect(await workAt(url, '/gantry')).toEqual([]);
    expect(outside).toEqual([]);
  });
});

describe('console on a static host of another origin', () => {
  it('works with a server that allows its origin, and no other origin may call that server', async () => {
    const where = ['console', 'export', folder, '--api-url', `${server.url}/gantry`, '--base-path', '/console'];
    expect(await runProgram([...where, '--force'])).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(folder, 'index.html'), 'utf8')).toContain(`connect-src 'self' ${server.url}`);
    expect(await workAt(consoleHost, '/console')).toEqual([]);
    const preflight = await askFrom(consoleHost);
    expect(preflight.headers.get('access-control-max-age')).toBe('7200');
    const stranger = await askFrom('https://stranger.example');
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
  });
});

/** The preflight request of a browser for a page of an origin. */
const askFrom = (origin: string) =>
  fetch(`${server.url}/api/v1/admin/info`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });
