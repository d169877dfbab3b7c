import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { allCame, type Browser, launchBrowser, visit } from './browser.ts';

interface Weight {
  /** Bytes over the network without headers, as compressed. */
  readonly all: number;
  readonly code: number;
  /** Names of the resources whose definitions were loaded. */
  readonly definitions: readonly string[];
  /** Paths of the API calls, repeated for each call. */
  readonly calls: readonly string[];
}

let server: RunningServer;
let browser: Browser;
let token: string;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  token = await server.firstAdmin();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a page in a browser with an empty cache and measures the loaded data. */
async function weigh(path: string, ready: string, stored: { token?: string }): Promise<Weight> {
  const { page, context } = await visit(browser, server.url, stored);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const kinds = new Map<string, string>();
  let all = 0;
  let code = 0;
  const definitions = new Set<string>();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  line.on('Network.responseReceived', ({ requestId, response }) => {
    kinds.set(requestId, response.mimeType);
    const [, name] = /\/resource-([A-Za-z]+)-[\w-]{8}\.js$/.exec(response.url) ?? [];
    if (name !== undefined && name !== 'screen' && name !== 'host') definitions.add(name);
  });
  line.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (/javascript|css/.test(kinds.get(requestId) ?? '')) code += encodedDataLength;
  });
  await page.goto(path);
  await page.waitForSelector(ready);
  await allCame(page);
  await context.close();
  return { all, code, definitions: [...definitions], calls };
}

describe('page weight over the network', () => {
  it('sign-in loads at most 103.5 kB of scripts and styles', async () => {
    const { code } = await weigh('/login', '[data-testid=login]', {});
    expect(code).toBeGreaterThan(50_000);
    expect(code).toBeLessThanOrEqual(103_500);
  });

  it('the first list page loads at most 305 kB in total', async () => {
    const { all, definitions, calls } = await weigh('/ai/ai_limit_text', '.list-page', { token });
    expect(all).toBeLessThanOrEqual(305_000);
    // Only the definitions that the page shows.
    expect(definitions).toEqual(['bannedWord']);
    // The list does not repeat requests that were prefetched.
    expect(calls.filter((path) => /\/(info|list)$/.test(path)).sort()).toEqual([
      '/api/v1/admin/banned-word/list',
      '/api/v1/admin/info',
      '/api/v1/admin/view/list',
    ]);
  });

  it('the workplace with its charts loads at most 350 kB in total', async () => {
    const { all } = await weigh('/workplace', '[data-testid=system-panel] meter', { token });
    expect(all).toBeLessThanOrEqual(350_000);
  });
});
