import { existsSync } from 'node:fs';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Browser as Program,
  type Request,
} from 'playwright-core';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
/** The hidden address bar loads two pages of its own into every window, and the browser starts a spare page in advance. */
const idle = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];
/** Features that Playwright disables, repeated because only the last list of a command line counts. */
const steady = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
];
/** What Playwright enables, repeated for the same reason, and the network in the browser's process instead of its own. */
const together = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies', 'NetworkServiceInProcess2'];
/** Uses as few processes as possible: communication between them takes a tenth of the CPU time. */
const quiet = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--process-per-site', '--in-process-gpu'],
  `--enable-features=${together.join(',')}`,
  `--disable-features=${[...steady, ...idle].join(',')}`,
  // Pages that live for seconds do not need to save memory: a large young generation reduces garbage collection.
  '--js-flags=--min-semi-space-size=16 --max-semi-space-size=32',
];

/** Timeout of every wait, in ms, for a busy machine. */
const timeoutMs = 30_000;

/** The browser as a test file sees it. */
export interface Browser {
  newContext(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Closes everything that was opened here. */
  close(): Promise<void>;
}

/** The browser process. It serves one test file after another and ends with the test process. */
let running: Promise<Program> | undefined;

async function theProgram(): Promise<Program> {
  const before = await running;
  if (before?.isConnected()) return before;
  const launched = chromium.launch({ executablePath, args: quiet });
  running = launched;
  launched.catch(() => {
    running = undefined;
  });
  return launched;
}

/** Launches a headless Chromium. Each context is isolated from the others. */
export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) throw new Error(`no Chromium at ${executablePath}: set CHROMIUM_PATH`);
  const program = await theProgram();
  const opened = new Set<BrowserContext>();
  return {
    async newContext(options) {
      const context = await program.newContext(options);
      opened.add(context);
      context.on('close', () => opened.delete(context));
      return context;
    },
    async close() {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of all pages so far: script errors, console messages and violations of the content security policy. */
  readonly problems: readonly string[];
  /**
   * Closes the pages and offers the context with its loaded resources to the next visit with the same options, which takes half
   * the time. No page state is shared. A test that changes the context itself (offline, cookies) must close it instead.
   */
  leave(): Promise<void>;
}

/** Browser storage of the console before it is opened. */
export type StoredSession = Readonly<Partial<Record<'token' | 'theme' | 'locale' | 'adminInfo' | 'userRole', string>>>;

/** Responses that tests cause on purpose or that a busy machine returns (503); the browser logs each of them. */
const expected = /Failed to load resource: the server responded with a status of (401|403|404|409|422|429|503)/;

function listen(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !expected.test(text)) problems.push(`${page.url()}: ${text}`);
  });
}

/** A browser context with its storage and cache, and the problems of its pages. */
interface PooledContext {
  readonly context: BrowserContext;
  readonly problems: string[];
}

/** Unused contexts, by the options that they were created with. */
const empty = new WeakMap<Browser, Map<string, PooledContext[]>>();

function closeContexts(browser: Browser, built: string): PooledContext[] {
  const ofBrowser = empty.get(browser) ?? new Map<string, PooledContext[]>();
  const idleContexts = ofBrowser.get(built) ?? [];
  empty.set(browser, ofBrowser.set(built, idleContexts));
  return idleContexts;
}

/** Motion is reduced so that tests do not wait for animations; a test of motion enables it. */
const usual = { locale: 'zh-CN', viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;

async function openContext(browser: Browser, options: BrowserContextOptions): Promise<PooledContext> {
  const context = await browser.newContext({ ...usual, ...options });
  context.setDefaultTimeout(timeoutMs);
  const problems: string[] = [];
  context.on('page', (page) => {
    listen(page, problems);
    count(page);
  });
  return { context, problems };
}

/** Closes every page except a small one of the same site, which keeps the browser cache alive. */
async function clear({ context, problems }: PooledContext, url: string): Promise<void> {
  const pages = context.pages();
  const keeper = pages.find((page) => page.url() === `${url}/livez`) ?? (await context.newPage());
  if (pages.indexOf(keeper) < 0) await keeper.goto(`${url}/livez`);
  for (const page of pages) if (page !== keeper) await page.close();
  problems.length = 0;
}

/** Opens a browser window with the console. */
export async function visit(
  browser: Browser,
  url: string,
  stored: StoredSession = {},
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const idleContexts = closeContexts(browser, JSON.stringify([url, options]));
  const pooled = idleContexts.pop() ?? (await openContext(browser, { baseURL: url, ...options }));
  const page = await pooled.context.newPage();
  await page.addInitScript((values) => {
    if (location.protocol === 'about:' || sessionStorage.getItem('visited')) return;
    sessionStorage.setItem('visited', 'yes');
    localStorage.clear();
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  const leave = async () => {
    await clear(pooled, url);
    idleContexts.push(pooled);
  };
  return { ...pooled, page, leave };
}

/** Pending requests of each page. */
const requested = new WeakMap<Page, Set<Request>>();

function count(page: Page): void {
  const open = new Set<Request>();
  requested.set(page, open);
  page.on('request', (request) => open.add(request));
  const came = (request: Request) => void open.delete(request);
  page.on('requestfinished', came);
  page.on('requestfailed', came);
}

/** How long, in ms, an idle page is watched for another request. */
const watched = 40;

/** Waits until a page is idle: no request is pending, and its script has been idle twice in a row. */
export async function allCame(page: Page): Promise<void> {
  const open = requested.get(page);
  if (!open) throw new Error('the page was not opened by visit()');
  await page.waitForLoadState('load');
  for (let quiet = 0; quiet < 2; ) {
    await page.evaluate((ms) => new Promise((idle) => setTimeout(() => requestIdleCallback(idle), ms)), watched);
    quiet = open.size === 0 ? quiet + 1 : 0;
  }
}

/** Waits until a page has loaded everything and its animations have ended; endless spinners are ignored. */
export async function atRest(page: Page): Promise<void> {
  await allCame(page);
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

/** Returns a value of the browser storage. */
export function getStorageKey(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Returns the path and query of the page. */
export function getPagePath(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
}
