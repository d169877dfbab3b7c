import type { Browser, CDPSession, Page } from 'playwright-core';
import { firstAdmin, startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { launchBrowser } from './find-browser.ts';

interface Loaded {
  readonly url: string;
  readonly type: string;
  /** Transferred bytes: headers and the compressed body. */
  readonly bytes: number;
}

const kilo = 1_000;

/** Everything that a page loads, as counted by the browser. */
async function countLoads(page: Page): Promise<Loaded[]> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const requested = new Map<string, { url: string; type: string }>();
  const loaded: Loaded[] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    requested.set(requestId, { url: response.url, type });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const what = requested.get(requestId);
    if (what?.url.startsWith('http')) loaded.push({ ...what, bytes: encodedDataLength });
  });
  return loaded;
}

const sumOf = (loads: readonly Loaded[]) => loads.reduce((sum, { bytes }) => sum + bytes, 0);
const isCode = ({ type }: Loaded) => type === 'Script' || type === 'Stylesheet';

function size(name: string, bytes: number, bound: number, note: string): BenchResult {
  const [ours, floor] = [bytes / kilo, bound];
  return { name, ours, floor, ratio: ours / floor, bound: 1, unit: 'kB', ok: ours <= floor, note };
}

/** Opens the sign-in page in a new browser, signs in and opens a list. Returns the transferred sizes. */
async function measure(browser: Browser, url: string): Promise<BenchResult[]> {
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  const loads = await countLoads(page);
  await page.goto(`${url}/login?redirect=AiLimitText`, { waitUntil: 'networkidle' });
  const signIn = loads.filter(isCode);
  await page.locator('input:not([type=password])').first().fill(firstAdmin.username);
  await page.locator('input[type=password]').first().fill(firstAdmin.password);
  await page.locator('input[type=password]').first().press('Enter');
  await page.waitForURL('**/ai/ai_limit_text**');
  await page.getByText('示例词').first().waitFor();
  await page.waitForLoadState('networkidle');
  return [
    size('sign-in page, JavaScript and CSS', sumOf(signIn), 130, `${signIn.length} files`),
    size('sign-in and the first list page, everything', sumOf(loads), 350, `${loads.length} answers`),
  ];
}

export async function benchWebSizes(): Promise<BenchResult[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const token = await server.firstAdmin();
    await server.call('/banned-word/create', { word: '示例词' }, { token });
    return await measure(browser, server.url);
  } finally {
    await browser.close();
    await server.stop();
  }
}
