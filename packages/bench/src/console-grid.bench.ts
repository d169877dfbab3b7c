import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright-core';
import { startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { launchBrowser } from './find-browser.ts';
import { figure } from './measure.ts';

const rows = 1_000_000;
const jumps = 60;
const list = '/ai/ai_limit_text?tab=allow-word&flow=scroll';

/** Creates the rows within the database. */
const fill = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
  insert into allow_words (phrase, note, version, created_at, updated_at)
  select 'phrase ' || i, 'note ' || i, 1, 1700000000000 + i, 1700000000000 + i from n`;

/** Runs in the page: each jump of the scroll bar is measured from one frame to the next. */
const jumping = `(async () => {
  const box = document.querySelector('[role=grid]');
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const times = [];
  for (let at = 0; at < ${jumps}; at += 1) {
    const before = await frame();
    box.scrollTop = ((at * 37) % ${jumps}) / ${jumps} * box.scrollHeight;
    times.push((await frame()) - before);
    await new Promise((done) => setTimeout(done, 30));
  }
  return times.sort((a, b) => a - b);
})()`;

const picking = `(async () => {
  const begun = performance.now();
  document.querySelector('.grid-head .grid-check').click();
  while (!document.querySelector('.bulk-bar')) await new Promise((done) => requestAnimationFrame(done));
  return performance.now() - begun;
})()`;

/** The size of live objects in MB, after a garbage collection. */
async function getHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}

/** The time until the last row is drawn, in ms, from any position. */
async function reachEnd(page: Page): Promise<number> {
  const begun = performance.now();
  await page.locator('[role=grid]').evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
  await page.waitForSelector(`.grid-row[aria-rowindex="${rows + 1}"] .title-link`);
  return performance.now() - begun;
}

async function measure(browser: Browser, url: string, token: string): Promise<BenchResult[]> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
  const page = await context.newPage();
  await page.goto(url + list);
  await page.waitForSelector(`[role=grid][aria-rowcount="${rows + 1}"]`, { timeout: 60_000 });
  const times = await page.evaluate<number[]>(jumping);
  const end = await reachEnd(page);
  const heap = await getHeap(page);
  const picked = await page.evaluate<number>(picking);
  const at = (share: number) => times[Math.floor(share * (jumps - 1))] ?? Number.NaN;
  const note = `p95 ${at(0.95).toFixed(0)} ms, of ${jumps} jumps over ${rows.toLocaleString('en')} rows`;
  return [
    figure({ name: 'a jump of the scroll bar, one frame', ours: at(0.5), floor: 20, bound: 1, note }),
    figure({
      name: 'the last row, from anywhere',
      ours: end,
      floor: 5_000,
      bound: 1,
      note: 'drawn with its data, right after the jumps',
    }),
    { name: 'heap after the jumps', ours: heap, floor: 20, ratio: heap / 20, bound: 1, unit: 'MB', ok: heap <= 20 },
    figure({ name: 'everything picked', ours: picked, floor: 50, bound: 1, note: 'until the bar says so' }),
  ];
}

/** Measures scrolling through a list of a million rows in a real browser. */
export async function benchConsoleGrid(): Promise<BenchResult[]> {
  const data = mkdtempSync(path.join(tmpdir(), 'gantry-grid-'));
  const empty = await startServer({ data });
  const token = await empty.firstAdmin();
  await empty.stop();
  const file = new Database(path.join(data, 'gantry.db'));
  file.exec(fill);
  file.close();
  const server = await startServer({ data });
  const browser = await launchBrowser();
  try {
    return await measure(browser, server.url, token);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
