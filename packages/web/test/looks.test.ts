import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit } from './browser.ts';
import { differences, fontsOf, type Look, looksOf } from './looks.ts';
import { type Desk, makeWords, openDesk } from './resource-desk.ts';

/** What was looked at and found good. `GANTRY_ACCEPT_LOOKS=1` writes it anew: read that diff before it is committed. */
const file = fileURLToPath(new URL('accepted-looks.json', import.meta.url));
const accepting = process.env.GANTRY_ACCEPT_LOOKS === '1';
interface Accepted {
  /** Of the machine on which it was accepted. */
  fonts: number;
  readonly looks: Record<string, Record<string, Look>>;
}
const accepted = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as Accepted)
  : ({ fonts: 0, looks: {} } satisfies Accepted);

interface Scene {
  readonly name: string;
  readonly path: string;
  readonly ready: string;
  /** What stands where it stands whatever the words in it. */
  readonly parts: readonly string[];
  /** What words make wide or high: its box is compared where the fonts are those of the accepted looks. */
  readonly worded?: readonly string[];
  /** What stands where the page's own contents put it: its colours alone are compared. */
  readonly tinted?: readonly string[];
  readonly open?: (page: Page) => Promise<void>;
}

const settled = async (page: Page, selector: string) => {
  await page.waitForSelector(selector);
  await page.waitForLoadState('networkidle');
};

const scenes: readonly Scene[] = [
  {
    name: 'frame',
    path: '/nowhere',
    ready: '[data-testid=not-found]',
    parts: [
      'body',
      '.navbar',
      '.sider',
      '.sider-fold',
      '.tab-bar',
      '.shell-content',
      '.shell-footer',
      '.avatar-button',
    ],
  },
  {
    name: 'settings drawer',
    path: '/nowhere',
    ready: '[data-testid=not-found]',
    parts: ['.side-drawer', '.side-drawer-head', '.side-drawer-foot'],
    worded: ['.arco-alert-warning', '.settings-row'],
    open: async (page) => {
      await page.click('.navbar-tools button >> nth=5');
      await page.waitForSelector('.theme-presets');
    },
  },
  {
    name: 'palette',
    path: '/nowhere',
    ready: '[data-testid=not-found]',
    parts: [],
    worded: ['[data-testid=palette]'],
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.waitForSelector('[data-testid=palette]');
    },
  },
  {
    name: 'workplace',
    path: '/workplace',
    ready: '[data-testid=system-panel] meter',
    parts: [],
    tinted: ['[data-testid=data-panel]', '.card'],
  },
  {
    name: 'list',
    path: '/ai/ai_limit_text',
    ready: '.grid-body .title-link',
    parts: [],
    tinted: ['.list-page', '.grid-body', '.grid-body .grid-row', '.grid-body .title-link'],
  },
  {
    name: 'record drawer',
    path: '/ai/ai_limit_text?id=1',
    ready: '.side-drawer-sheet [role=tabpanel], .side-drawer-sheet dl',
    parts: ['.side-drawer', '.side-drawer-head', '.side-drawer-body'],
  },
];
const entry = {
  parts: ['.banner', '.sign-in-side'],
  worded: ['.sign-in-main', '.sign-in-foot', '[name=username]', '.credentials-submit'],
};

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await makeWords(desk, ['one', 'two', 'three']);
});
afterAll(async () => {
  await desk?.close();
  if (accepting) writeFileSync(file, `${JSON.stringify(accepted, null, 1)}\n`);
});

async function compare(
  page: Page,
  name: string,
  { parts, worded = [], tinted = [] }: Pick<Scene, 'parts' | 'worded' | 'tinted'>,
) {
  const found: string[] = [];
  const fonts = await fontsOf(page);
  if (accepting) accepted.fonts = fonts;
  const sameFonts = fonts === accepted.fonts;
  if (!sameFonts)
    process.stderr.write(`${name}: other fonts than when it was accepted; boxes of words are not compared\n`);
  for (const theme of ['light', 'dark'] as const) {
    const key = `${name}, ${theme}`;
    const shown = await looksOf(page, [...parts, ...worded, ...tinted], theme);
    if (accepting) accepted.looks[key] = shown;
    const isFirm = (part: string) => parts.includes(part) || (sameFonts && worded.includes(part));
    found.push(...differences(shown, accepted.looks[key] ?? {}, isFirm).map((line) => `${key}: ${line}`));
  }
  return found;
}

describe.each(['zh-CN', 'en-US'])('in %s, in both themes, the frame stands where it was accepted', (locale) => {
  it('at sign-in', async () => {
    const { page, context } = await visit(desk.browser, desk.server.url, { locale }, { reducedMotion: 'reduce' });
    await page.goto('/login');
    await settled(page, '[data-testid=login]');
    expect(await compare(page, `sign-in, ${locale}`, entry)).toEqual([]);
    await context.close();
  });

  it('on the pages behind it', async () => {
    const kept = { token: desk.token, locale };
    const { page, context } = await visit(desk.browser, desk.server.url, kept, { reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const { name, path, ready, open, ...shown } of scenes) {
      await page.goto(path);
      await settled(page, ready);
      await open?.(page);
      found.push(...(await compare(page, `${name}, ${locale}`, shown)));
    }
    expect(found).toEqual([]);
    await context.close();
  }, 120_000);
});
