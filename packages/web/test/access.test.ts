import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { violationsOn } from './accessibility.ts';
import { allCame, atRest, type Browser, getPagePath, launchBrowser, type Visit, visit } from './browser.ts';
import { focusIsIn } from './console-harness.ts';
import { stepTo } from './every-page.ts';
import { publishSlide } from './some-slides.ts';

interface Scene {
  readonly name: string;
  readonly path: string;
  readonly stranger?: boolean;
  readonly width?: number;
  readonly open?: (page: Page) => Promise<void>;
  /** Text that is visible once the page is open. */
  readonly shows?: string;
  /** Whether Escape closes what was opened. */
  readonly closes?: boolean;
}

const scenes: readonly Scene[] = [
  { name: 'sign-in', path: '/login', stranger: true },
  { name: 'workplace', path: '/workplace' },
  { name: 'not found', path: '/nowhere' },
  ...['profile', 'security', 'sessions', 'tokens', 'log'].map((tab) => ({
    name: tab,
    path: `/user/setting?tab=${tab}`,
  })),
  { name: 'user centre', path: '/user/info' },
  {
    name: 'two-factor',
    path: '/user/setting?tab=security',
    open: (page) => page.click('.security button >> nth=1'),
    shows: '.qr-code',
  },
  {
    name: 'settings drawer',
    path: '/nowhere',
    open: (page) => page.click('button[aria-label="页面配置"]'),
    shows: '[role=dialog] .theme-presets',
    closes: true,
  },
  {
    name: 'message box',
    path: '/nowhere',
    open: (page) => page.click('[data-testid=bell]'),
    shows: '[data-testid=message-box]',
    closes: true,
  },
  {
    name: 'account menu',
    path: '/nowhere',
    open: (page) => page.click('[data-testid=account]'),
    shows: '[role=menu]',
    closes: true,
  },
  {
    name: 'command palette',
    path: '/nowhere',
    open: (page) => page.keyboard.press('Control+k'),
    shows: '[data-testid=palette]',
    closes: true,
  },
  {
    name: 'tab menu',
    path: '/workplace',
    open: (page) => page.click('.tab-name', { button: 'right' }),
    shows: '[role=menu]',
    closes: true,
  },
  {
    name: 'mobile menu',
    path: '/nowhere',
    width: 390,
    open: (page) => page.click('button[aria-label="打开菜单"]'),
    shows: '[role=dialog] a',
  },
  {
    name: 'collapsed menu',
    path: '/nowhere',
    open: (page) => page.click('button[aria-label="收起菜单"]'),
    shows: 'button[aria-label="展开菜单"]',
  },
  {
    name: 'filter by records',
    path: '/ai/ai_pdf_list/ai_pdf_page',
    open: (page) => page.click('[data-filter=userId]'),
    shows: '.drop-panel [role=combobox]',
  },
  {
    name: 'picked row',
    path: '/models/carsoul-table',
    open: (page) => page.click('.grid-body .grid-row input[type=checkbox]', { force: true }),
    shows: '.grid-row.picked',
  },
  {
    name: 'refused form',
    path: '/ai/ai_limit_text?new=1',
    open: (page) => page.click('[role=dialog] button:has-text("保存")'),
    shows: '.form-state.problem',
  },
  {
    name: 'password',
    path: '/user/setting?tab=security',
    open: (page) => page.click('.security button >> nth=0'),
    shows: '[role=dialog] input[type=password]',
    closes: true,
  },
];

let server: RunningServer;
let browser: Browser;
let token: string;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  token = await server.firstAdmin();
  for (const title of ['One', 'Two']) await publishSlide(server, token, { title, link: 'https://example.com' });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Whether a scene leaves the window unchanged for the next one. */
const isPlain = ({ stranger, width, open, closes }: Scene) => !stranger && !width && (!open || closes === true);

/** The window of the last plain scene: the next one needs only a navigation instead of a load. */
let shared: Visit | undefined;

async function arriveAt(scene: Scene): Promise<Visit> {
  const { path, stranger, width = 1440 } = scene;
  const before = isPlain(scene) ? shared : undefined;
  if (before) {
    shared = undefined;
    if (getPagePath(before.page) !== path) {
      await stepTo(before.page, path);
      await before.page.waitForSelector('#page :not([data-left])', { state: 'attached' });
    }
    return before;
  }
  const options = { bypassCSP: true, viewport: { width, height: 900 } };
  const visited = await visit(browser, server.url, stranger ? {} : { token }, options);
  await visited.page.goto(path);
  await visited.page.waitForSelector('main');
  return visited;
}

async function departFrom(visited: Visit, scene: Scene): Promise<void> {
  if (scene.closes && scene.shows) {
    await visited.page.keyboard.press('Escape');
    await visited.page.waitForSelector(scene.shows, { state: 'hidden' });
  }
  if (isPlain(scene)) shared = visited;
  else await visited.leave();
}

/** Returns a line for each element that breaks a rule, in the light and then in the dark theme. */
async function getViolations(scene: Scene): Promise<string[]> {
  const visited = await arriveAt(scene);
  const { page } = visited;
  await atRest(page);
  await scene.open?.(page);
  if (scene.shows) await page.waitForSelector(scene.shows);
  const found: string[] = [];
  for (const [theme, looked] of [
    ['light', 'everything'],
    ['dark', 'colours'],
  ] as const) {
    await page.evaluate((name) => document.body.setAttribute('arco-theme', name), theme);
    await atRest(page);
    found.push(...(await violationsOn(page, looked)).map((one) => `${theme} ${one}`));
  }
  await departFrom(visited, scene);
  return found;
}

describe('accessibility in both themes', () => {
  it.each(scenes)('breaks no accessibility rule: $name', async (scene) => {
    expect(await getViolations(scene)).toEqual([]);
  });
});

/** Returns the focused element when nothing around it shows the focus. */
function unmarkedFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const isMarked = (element: Element | null): boolean => {
      if (!element || element === document.body) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return true;
      return element === focused || element.matches(':focus-within') ? isMarked(element.parentElement) : false;
    };
    if (!focused || focused === document.body || focused.matches('main')) return null;
    return isMarked(focused) || isMarked(focused.nextElementSibling) ? null : focused.outerHTML.slice(0, 120);
  });
}

describe('focus', () => {
  it.each([
    ['none', '/ai/ai_limit_text', '.list-page'],
    ['active', '/user/setting?tab=profile', '.user-form'],
    ['active', '/login', '.credentials'],
  ] as const)('can be seen wherever Tab leads, with forced colours %s, on %s', async (forcedColors, path, ready) => {
    const stored = path === '/login' ? {} : { token };
    const { page, context } = await visit(browser, server.url, stored, { forcedColors });
    await page.goto(path);
    await page.waitForSelector(ready);
    await allCame(page);
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => unmarkedFocus(page), { message: `after ${step + 1} Tabs` }).toBeNull();
    }
    await context.close();
  });
});

const focusedTestId = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-testid'));

describe('keyboard navigation', () => {
  it('skips to the page content and moves through the account menu', async () => {
    const { page, context } = await visit(browser, server.url, { token });
    await page.goto('/workplace');
    await page.waitForSelector('[data-testid=data-panel]');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('跳到主要内容');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page');
    await page.focus('[data-testid=account]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=menu]');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('切换角色');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('退出登录');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=menu]', { state: 'detached' });
    await expect.poll(() => focusedTestId(page)).toBe('account');
    await expect.poll(() => page.getAttribute('[data-testid=account]', 'aria-expanded')).toBe('false');
    await context.close();
  });

  it('enters and leaves the message box, and continues from the page that the palette opened', async () => {
    const { page, leave } = await visit(browser, server.url, { token });
    await page.goto('/workplace');
    await page.waitForSelector('[data-testid=data-panel]');
    await page.focus('[data-testid=bell]');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusIsIn(page, '[data-testid=message-box]')).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-testid=message-box]', { state: 'detached' });
    await expect.poll(() => focusedTestId(page)).toBe('bell');
    // The tooltip of the button would cover its popup.
    await page.hover('[data-testid=bell]');
    await page.waitForSelector('.arco-tooltip-content:visible');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusIsIn(page, '[data-testid=message-box]')).toBe(true);
    await page.waitForSelector('.arco-tooltip-content', { state: 'hidden' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect.poll(() => focusedTestId(page)).toBe('palette');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-testid=palette]', { state: 'detached' });
    await expect.poll(() => focusedTestId(page)).toBe('bell');
    const gear = page.getByRole('button', { name: '页面配置' });
    await gear.press('Enter');
    await expect.poll(() => focusIsIn(page, '.side-drawer')).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.side-drawer', { state: 'detached' });
    await expect.poll(() => gear.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    );
    await page.keyboard.press('Control+k');
    await page.fill('[data-testid=palette]', '/ai/ai_icon');
    await page.keyboard.press('Enter');
    await expect.poll(() => getPagePath(page)).toBe('/ai/ai_icon');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page');
    await leave();
  });

  it('enters a filter whose code is still loading, and leaves it', async () => {
    const { page, leave } = await visit(browser, server.url, { token }, { viewport: { width: 1441, height: 900 } });
    await page.goto('/ai/ai_limit_text');
    await page.waitForSelector('.list-page');
    await allCame(page);
    let come = () => {};
    const held = new Promise<void>((resolve) => {
      come = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    const chip = '[data-filter=category]';
    await page.focus(chip);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.drop-panel [role=status]');
    await expect.poll(() => focusIsIn(page, '.drop-panel')).toBe(true);
    come();
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.drop-panel input'))).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.drop-panel', { state: 'detached' });
    const isAt = (at: string) => page.evaluate((one) => document.activeElement?.matches(one), at);
    await expect.poll(() => isAt(chip)).toBe(true);
    // All filters are one tab stop: arrows move between them, Tab leaves, and a removed filter passes the focus to its neighbor.
    await page.keyboard.press('End');
    expect(await isAt('.filter-add')).toBe(true);
    await page.keyboard.press('Tab');
    expect(await focusIsIn(page, '.filter-bar')).toBe(false);
    await page.keyboard.press('Shift+Tab');
    expect(await isAt('.filter-add')).toBe(true);
    await page.goto(`/ai/ai_limit_text?f=${encodeURIComponent('{"status":["enabled"]}')}`);
    await page.focus('.filter-chip.on .bare-button');
    await page.keyboard.press('Enter');
    await expect.poll(() => isAt('[data-filter=status]')).toBe(true);
    await leave();
  });
});
