import type { Browser, Page } from 'playwright-core';
import { startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { launchBrowser } from './find-browser.ts';
import { figure } from './measure.ts';

interface Scene {
  readonly name: string;
  readonly path: string;
  /** Matches an element that is drawn when the page is usable. */
  readonly ready: string;
  /** What is measured: the largest paint before `ready`, or the time when `ready` is drawn. */
  readonly timed: 'lcp' | 'ready';
  readonly signedIn: boolean;
  /** The maximum time in ms. */
  readonly floor: number;
}

const scenes: readonly Scene[] = [
  {
    name: 'sign-in, largest paint',
    path: '/login',
    ready: '[data-testid=login]',
    timed: 'lcp',
    signedIn: false,
    floor: 1_500,
  },
  {
    name: 'a list, largest paint',
    path: '/ai/ai_limit_text',
    ready: '.grid-body .title-link',
    timed: 'lcp',
    signedIn: true,
    floor: 2_500,
  },
  {
    name: 'workplace, its skeleton',
    path: '/workplace',
    ready: '[data-testid=data-panel]',
    timed: 'ready',
    signedIn: true,
    floor: 2_000,
  },
];
const rounds = 5;
const slowdown = 4;
/** 10 Mbit/s in bytes per second, and the latency in ms. */
const line = { offline: false, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, latency: 40 };

/** Runs in the page before its own scripts, and stores its times in `timed`. */
const watcher = (ready: string) => `
  globalThis.timed = { lcp: 0, ready: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) timed.lcp = Math.max(timed.lcp, entry.startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    if (document.querySelector(${JSON.stringify(ready)})) timed.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

/** A page with a slow connection and a slow CPU, in a browser without a cache. */
async function slowPage(browser: Browser, token: string | null): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  if (token !== null) await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

async function load(browser: Browser, url: string, scene: Scene, token: string): Promise<number> {
  const page = await slowPage(browser, scene.signedIn ? token : null);
  await page.addInitScript(watcher(scene.ready));
  await page.goto(url + scene.path, { waitUntil: 'networkidle' });
  await page.locator(scene.ready).first().waitFor();
  await page.waitForFunction('timed.ready > 0 && timed.lcp > 0');
  const timed = await page.evaluate<Record<Scene['timed'], number>>('timed');
  await page.context().close();
  return timed[scene.timed];
}

async function measure(browser: Browser, url: string, scene: Scene, token: string): Promise<BenchResult> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await load(browser, url, scene, token));
  times.sort((a, b) => a - b);
  const note = `median of ${times.map(Math.round).join(', ')}; processor /${slowdown}, 10 Mbit/s, ${line.latency} ms`;
  return figure({ name: scene.name, ours: times[rounds >> 1] ?? Number.NaN, floor: scene.floor, bound: 1, note });
}

/** Measures how long pages take to appear on a slow computer with a slow connection. */
export async function benchConsoleLoad(): Promise<BenchResult[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const token = await server.firstAdmin();
    const rows = Array.from({ length: 60 }, (_, at) => ({
      line: at + 1,
      values: { word: `示例词${at}`, category: 'ad' },
    }));
    await server.call('/banned-word/import', { rows }, { token });
    const results: BenchResult[] = [];
    for (const scene of scenes) results.push(await measure(browser, server.url, scene, token));
    return results;
  } finally {
    await browser.close();
    await server.stop();
  }
}
