import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '../../server/test/server-process.ts';
import { allCame, getPagePath, getStorageKey, visit } from './browser.ts';
import { type AppShell, openConsole } from './console-harness.ts';
import { stepTo } from './every-page.ts';
import { serveMaliciousPage } from './malicious-page.ts';
import { plainPicture, publishSlide } from './some-slides.ts';

const operator = { username: 'operator', password: 'quiet-river-58-copper-lantern', role: 'user' } as const;
let console: AppShell;

beforeAll(async () => {
  console = await openConsole();
  await createPerson(['--data', console.server.data], operator);
});
afterAll(() => console?.close());

/** Each payload would set `window.ran` if it were executed. */
const payloads = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg onload="window.ran=1"><animate onbegin="window.ran=1"/></svg>',
  '"><script>window.ran=1</script><a title="',
  "'-(window.ran=1)-'",
  '{{constructor.constructor("window.ran=1")()}}',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<details open ontoggle="window.ran=1">',
  '<math><mi xlink:href="javascript:window.ran=1">x</mi></math>',
  '<a href="javascript:window.ran=1" autofocus onfocus="window.ran=1">x</a>',
  '[x](javascript:window.ran=1)',
  '[x](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuPTE8L3NjcmlwdD4=)',
  '![x](x "onerror=window.ran=1")',
  '<style>@import "javascript:window.ran=1";</style>',
  '<base href="javascript:window.ran=1//">',
  '<object data="javascript:window.ran=1"></object>',
  '</textarea><script>window.ran=1</script>',
  '\u202e<script>window.ran=1</script>\u0000'.replace('\u0000', ''),
];
const all = payloads.join('\n\n');
const short = (at: number, max: number) => (payloads[at % payloads.length] ?? '').slice(0, max);

async function writePayloads(): Promise<void> {
  const { path: picture } = await console.call<{ path: string }>('/file/upload', {
    name: 'dot.png',
    content: plainPicture(4, 4),
  });
  for (let at = 0; at < payloads.length; at += 1) {
    await console.call('/banned-word/create', {
      word: `${short(at, 50)}${at}`,
      category: 'ad',
      remark: short(at, 200),
    });
    await console.call('/ai-icon/create', { name: `${short(at, 60)}${at}`, picture });
  }
  const { id } = await console.call<{ id: number }>('/help-doc/create', {
    ...{ slug: 'attack', title: short(0, 120), titleEn: short(1, 120), content: all, contentEn: all },
    tags: [short(1, 20)],
  });
  await console.call('/help-doc/publish', { id });
  const notice = await console.call<{ id: number }>('/notice/create', {
    title: short(3, 120),
    content: all,
    contentEn: all,
  });
  await console.call('/notice/publish', { id: notice.id });
  await publishSlide(console.server, console.token, {
    title: short(1, 60),
    subtitle: short(0, 120),
    titleEn: short(2, 80),
  });
  await console.call('/profile/update', { name: short(1, 32), introduction: short(2, 200) });
}

/** Returns blocks in which text with a direction override shares a line with other text, whose order it could reverse. */
const listUnisolated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      let at = node.parentElement;
      if (!/[\u202a-\u202e\u2066-\u2069]/.test(text) || !at || at.closest('script, style, textarea')) continue;
      const isInline = (one: Element) => getComputedStyle(one).display === 'inline';
      const isolates = (one: Element) => getComputedStyle(one).unicodeBidi.includes('isolate');
      while (at.parentElement && isInline(at) && !isolates(at)) at = at.parentElement;
      if (isolates(at) || at.textContent?.trim() === text) continue;
      if (
        !isInline(at) &&
        ![...at.childNodes].some((child) => child.textContent?.trim() !== '' && !child.contains(node))
      )
        continue;
      found.push(at.outerHTML.slice(0, 300));
    }
    return found;
  });

describe('malicious text in every field', () => {
  it('is shown as text on every page and never executed', async () => {
    await writePayloads();
    const { page, context, problems } = await console.open('/ai/ai_icon');
    // Consecutive entries use different pages, so that each navigation shows new content.
    const pages = [
      ...['/ai/ai_limit_text?id=18', '/ai/ai_icon?id=18', '/ai/ai_limit_text?id=18&view=history'],
      ...[
        '/news/help-table',
        '/ai/ai_limit_text?id=1',
        '/ai/ai_icon',
        '/ai/ai_limit_text?id=2&edit=1',
        '/news/help-table?id=1',
      ],
      ...['/ai/ai_limit_text?id=3&view=history', '/news/help-table?id=1&edit=1', '/news/notice-table?id=1'],
      ...['/models/carsoul-table?id=1', '/admins/admin-table', '/workplace'],
      ...['/admins/admin-table?tab=audit-log&id=3', '/user/info', '/user/setting'],
    ];
    const ran = async (at: Page) => at.evaluate(() => 'ran' in window);
    let overrides = 0;
    for (const path of pages) {
      await stepTo(page, path);
      await page.waitForSelector('#page :not([data-left])', { state: 'attached' });
      await allCame(page);
      await expect.poll(async () => [path, await ran(page)]).toEqual([path, false]);
      expect([path, await listUnisolated(page)]).toEqual([path, []]);
      if ((await page.textContent('body'))?.includes('\u202e')) overrides += 1;
    }
    expect(overrides).toBeGreaterThan(2);
    await expect.poll(() => page.locator('a[href^="javascript:" i], a[href^="data:" i]').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
    const stranger = await visit(console.browser, console.server.url);
    await stranger.page.goto('/login');
    await stranger.page.waitForSelector('[data-testid=carousel]');
    await expect.poll(() => ran(stranger.page)).toBe(false);
    await expect.poll(() => stranger.page.textContent('.banner-title')).toBe(short(1, 60));
    expect(stranger.problems).toEqual([]);
    await stranger.context.close();
  }, 120_000);
});

describe('cross-site requests', () => {
  const words = async () => (await console.call<{ total: number }>('/banned-word/list', {})).total;

  it('cannot embed the console in a frame', async () => {
    const malicious = await serveMaliciousPage(`<iframe src="${console.server.url}/login"></iframe>`);
    const { page, leave } = await visit(console.browser, console.server.url);
    await page.goto(malicious.url);
    await page.waitForLoadState('load');
    const inside = page.frames().find((frame) => frame !== page.mainFrame());
    expect(inside?.url()).not.toContain('/login');
    await expect.poll(() => inside?.locator('[data-testid=login]').count()).toBe(0);
    await leave();
    await malicious.close();
  });

  it('cannot change anything by a form, by fetch or with existing cookies', async () => {
    const before = await words();
    const target = `${console.server.url}/api/v1/admin/banned-word/create`;
    const body = JSON.stringify({ word: 'planted', category: 'ad' });
    const malicious =
      await serveMaliciousPage(`<form method="post" enctype="text/plain" action="${target}" target="out">
      <input name='${body.slice(0, -1)},"x":"' value='"}'></form><iframe name="out"></iframe>`);
    const { page, context } = await visit(console.browser, console.server.url, { token: console.token });
    await page.goto('/workplace');
    await page.waitForSelector('h1');
    await context.addCookies([{ name: 'token', value: console.token, url: console.server.url }]);
    await page.goto(malicious.url);
    const posted = page.waitForResponse(target);
    await page.evaluate(() => document.querySelector('form')?.submit());
    expect((await posted).status()).toBeGreaterThanOrEqual(400);
    const tries = await page.evaluate(
      async ({ target, body, token }) => {
        const attempt = (init: RequestInit) =>
          fetch(target, init).then(
            (answer) => answer.type,
            () => 'rejected',
          );
        const json = { 'content-type': 'application/json' };
        return [
          await attempt({ method: 'POST', mode: 'no-cors', credentials: 'include', body }),
          await attempt({ method: 'POST', credentials: 'include', headers: json, body }),
          await attempt({ method: 'POST', headers: { ...json, authorization: `Bearer ${token}` }, body }),
          await attempt({ method: 'GET', mode: 'no-cors', credentials: 'include' }),
        ];
      },
      { target, body, token: console.token },
    );
    expect(tries).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    await expect.poll(() => words()).toBe(before);
    await context.close();
    await malicious.close();
  });
});

describe('manipulated browser storage', () => {
  it('shows a menu without working pages, because the server checks only the user', async () => {
    const token = await console.server.signIn(operator.username, operator.password);
    const adminInfo = JSON.stringify({ name: 'x', avatar: null, role: 'admin' });
    const stored = { token, userRole: 'admin', adminInfo };
    const { page, leave } = await visit(console.browser, console.server.url, stored);
    await page.goto('/form/group');
    await page.waitForSelector('main [role=alert], main .state');
    await expect.poll(() => page.locator('.settings-page input').count()).toBe(0);
    for (const path of [
      '/settings/read',
      '/admin/list',
      '/audit-log/list',
      '/user/adjust-balance',
      '/redeem-code/export',
    ])
      expect([403, 404, 422]).toContain((await console.server.call(path, {}, { token })).status);
    await expect.poll(() => getPagePath(page)).toBe('/form/group');
    await leave();
  });

  it('stays at sign-in with a token that was never issued', async () => {
    const stored = { token: `adm_${'a'.repeat(43)}`, userRole: 'admin' };
    const { page, context } = await visit(console.browser, console.server.url, stored);
    await page.goto('/admins/admin-table');
    await page.waitForSelector('[data-testid=login]');
    await expect.poll(() => getStorageKey(page, 'token')).toBeNull();
    await context.close();
  });
});
