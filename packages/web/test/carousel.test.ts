import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Browser, launchBrowser, visit } from './browser.ts';
import { publishSlide } from './some-slides.ts';

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const getTitle = (page: Page) => page.locator('.banner-title').textContent();
const dots = (page: Page) =>
  page.locator('.carousel-dot').evaluateAll((all) => all.map((dot) => dot.getAttribute('aria-label')));
const slideMs = 6_000;
/** Titles that the server sends to sign-in, at most one second old. */
const shown = async () => {
  const { carousel } = (await (await fetch(`${server.url}/config.json`)).json()) as { carousel: { title: string }[] };
  return carousel.map(({ title }) => title);
};

/** The sign-in page for a new visitor; from then on the clock is stopped until a test advances it. */
const getMotion = (page: Page) =>
  page.locator('.banner-slide').evaluate((slide) => getComputedStyle(slide).animationName);
const signIn = async (options: BrowserContextOptions = { reducedMotion: 'no-preference' }, stored = {}) => {
  const visited = await visit(browser, server.url, stored, options);
  await visited.page.clock.install();
  await visited.page.goto('/login');
  await visited.page.waitForSelector('[data-testid=login]');
  await visited.page.clock.pauseAt(Date.now() + 3_600_000);
  return visited;
};

describe('sign-in carousel', () => {
  it('is hidden until the platform publishes images, then rotates until it is stopped', async () => {
    const raw = await signIn();
    await expect.poll(() => getTitle(raw.page)).toBe('一次定义，四端可用');
    await expect.poll(() => raw.page.locator('[data-testid=carousel]').count()).toBe(0);
    expect(await getMotion(raw.page)).toBe('none');
    await raw.context.close();

    const token = await server.firstAdmin();
    await publishSlide(server, token, { title: '二', titleEn: 'Two', sort: 20, link: 'https://example.com/two' });
    await publishSlide(server, token, { title: '一', subtitle: '说明', sort: 10 });
    await publishSlide(server, token, { title: '只有英文', sort: 5, language: 'en-US' });
    await publishSlide(server, token, { title: '首页的', sort: 1, place: 'home' });
    await expect.poll(async () => (await shown()).length).toBe(3);

    const { page, context, problems } = await signIn();
    await page.waitForSelector('[data-testid=carousel]');
    await expect.poll(() => dots(page)).toEqual(['一', '二']);
    const [now, next] = (await getTitle(page)) === '一' ? ['一', '二'] : ['二', '一'];
    await page.clock.runFor(slideMs);
    await expect.poll(() => getTitle(page)).toBe(next);
    await page.clock.runFor(slideMs);
    await expect.poll(() => getTitle(page)).toBe(now);
    await page.click('[data-testid=carousel-pause]');
    await expect.poll(() => page.textContent('[data-testid=carousel-pause]')).toBe('继续轮播');
    await page.hover('.sign-in-foot');
    await page.focus('[name=username]');
    await page.clock.runFor(11 * slideMs);
    expect(await getTitle(page)).toBe(now);

    await page.click('.carousel-dot >> nth=0');
    await expect.poll(() => getTitle(page)).toBe('一');
    expect(await getMotion(page)).toBe('banner-in');
    await expect.poll(() => page.locator('.banner-text').textContent()).toBe('说明');
    await expect
      .poll(() => page.locator('.carousel-frame img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(64);
    await page.click('.carousel-dot >> nth=1');
    await expect.poll(() => getTitle(page)).toBe('二');
    const link = page.locator('a.banner-slide');
    await expect.poll(() => link.getAttribute('href')).toBe('https://example.com/two');
    await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('counts each view and click once per page, and nothing that is not visible', async () => {
    const token = await server.signIn(firstAdmin.username, firstAdmin.password);
    const counts = async (title: string) => {
      const { data } = await server.insist('/carousel/list', { keyword: title }, { token });
      const { id, viewCount, clickCount, version } = (data.items as Record<string, number>[])[0] ?? {};
      return { id, viewCount, clickCount, version };
    };
    await publishSlide(server, token, { title: '三', sort: 30, language: 'zh-CN', link: 'https://example.com/three' });
    const [three, home] = [await counts('三'), await counts('首页的')];
    expect([three.viewCount, three.clickCount, home.viewCount]).toEqual([0, 0, 0]);
    await expect.poll(() => shown()).toContain('三');
    const { page, context } = await signIn();
    await expect.poll(() => dots(page)).toEqual(['一', '二', '三']);
    for (const at of [2, 0, 2]) await page.click(`.carousel-dot >> nth=${at}`);
    const opened = context.waitForEvent('page');
    await page.click('a.banner-slide');
    await (await opened).close();
    await page.goto('about:blank');
    await expect.poll(() => counts('三')).toEqual({ ...three, viewCount: 1, clickCount: 1 });
    await context.close();

    const report = (body: object) => server.call('/carousel/seen', body);
    expect((await report({ views: [String(home.id), '0', 'x'] })).code).toBe(20000);
    expect(await report({ views: ['1', '1'] })).toMatchObject({ code: 42200, errors: { views: expect.anything() } });
    expect((await report({ views: [], title: 'mine' })).code).toBe(42200);
    expect((await report({ views: [String(three.id)] })).code).toBe(20000);
    await expect.poll(() => counts('三')).toEqual({ ...three, viewCount: 2, clickCount: 1 });
    expect(await counts('首页的')).toEqual(home);
  });

  it("does not rotate with reduced motion, and uses the user's language", async () => {
    const { page, context } = await signIn({ reducedMotion: 'reduce' }, { locale: 'en-US' });
    await page.waitForSelector('[data-testid=carousel]');
    await expect.poll(() => getTitle(page)).toBe('只有英文');
    await expect.poll(() => page.textContent('[data-testid=carousel-pause]')).toBe('Play');
    await page.clock.runFor(10 * slideMs);
    expect(await getTitle(page)).toBe('只有英文');
    await page.click('.carousel-dot >> nth=2');
    await expect.poll(() => getTitle(page)).toBe('Two');
    await context.close();
  });
});
