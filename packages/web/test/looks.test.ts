import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Face, openPictures } from './accepted-pictures.ts';
import { allCame, visit } from './browser.ts';
import { type AppShell, openConsole } from './console-harness.ts';
import { everyPage, stateBeyond, walkTo } from './every-page.ts';
import { differences, fontsOf, type Look, looksOf, showTheme } from './looks.ts';
import { drawOnly, type Region, sessionOf } from './pixels.ts';
import { fillTables } from './sample-rows.ts';
import { plainPicture } from './some-slides.ts';
import { stillTime } from './still-time.ts';

/** The accepted visual properties. `npm run looks` rewrites the file: review the diff before committing it. */
const file = fileURLToPath(new URL('accepted-looks.json', import.meta.url));
const accepting = process.env.GANTRY_ACCEPT_LOOKS === '1';
interface Accepted {
  /** Font width on the machine where they were accepted. */
  fonts: number;
  readonly looks: Record<string, Record<string, Look>>;
}
const accepted = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as Accepted)
  : ({ fonts: 0, looks: {} } satisfies Accepted);

/** Whether this machine has the fonts of the accepted properties. */
let sameFonts = true;
const pictures = openPictures(accepting, () => sameFonts);
const full: Region = { x: 0, y: 0, width: 1440, height: 900 };
/** The region without bar, tabs and menu, which are compared only once because they depend on the opened pages. */
const inside: Region = { x: 220, y: 100, width: 1220, height: 800 };
/** The fixed time of the server and the window; the server runs no scheduled jobs. */
const moment = Date.parse('2026-06-30T08:00:00Z');
const flags = { CRAFT: 'true' };

interface Scene {
  readonly name: string;
  readonly path: string;
  readonly ready: string;
  /** Elements whose position does not depend on their text. */
  readonly parts: readonly string[];
  /** Elements whose size depends on their text: their boxes are compared only with the same fonts. */
  readonly worded?: readonly string[];
  /** Elements whose position depends on the page content: only their colors are compared. */
  readonly tinted?: readonly string[];
  readonly open?: (page: Page) => Promise<void>;
}

const settled = async (page: Page, selector: string) => {
  await page.waitForSelector(selector);
  await allCame(page);
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

let console: AppShell;
beforeAll(async () => {
  // No audit log entry is older or newer than that moment.
  console = await openConsole({ env: { ...stillTime(moment), ...flags }, firstStart: true });
  const { path } = await console.call<{ path: string }>('/file/upload', {
    name: 'sample.png',
    content: plainPicture(64, 40),
  });
  fillTables(console.server.data, { now: moment, picture: path });
});
afterAll(async () => {
  await console?.close();
  if (!accepting) return;
  writeFileSync(file, `${JSON.stringify(accepted, null, 1)}\n`);
  pictures.accept();
});

/** Opens a window with a fixed time and without animations. */
async function openStill(stored: { readonly locale: string; readonly token?: string }) {
  const { page, context } = await visit(console.browser, console.server.url, stored);
  await page.clock.setFixedTime(moment);
  return { page, context, session: await sessionOf(page) };
}

type Still = Awaited<ReturnType<typeof openStill>>;

async function compare(
  { page, session }: Still,
  name: string,
  locale: string,
  { parts, worded = [], tinted = [] }: Pick<Scene, 'parts' | 'worded' | 'tinted'>,
) {
  const found: string[] = [];
  const fonts = await fontsOf(page);
  if (accepting) accepted.fonts = fonts;
  sameFonts = fonts === accepted.fonts;
  if (!sameFonts)
    process.stderr.write(`${name}: other fonts than when it was accepted; boxes of words are not compared\n`);
  for (const theme of ['light', 'dark'] as const) {
    const key = `${name}, ${locale}, ${theme}`;
    await showTheme(page, theme);
    const shown = await looksOf(page, [...parts, ...worded, ...tinted]);
    if (accepting) accepted.looks[key] = shown;
    const isFirm = (part: string) => parts.includes(part) || (sameFonts && worded.includes(part));
    found.push(...differences(shown, accepted.looks[key] ?? {}, isFirm).map((line) => `${key}: ${line}`));
    found.push(
      ...(await pictures.compare(session, `frame-${name.replaceAll(' ', '-')}`, `${locale}, ${theme}` as Face, full)),
    );
  }
  return found;
}

describe.each(['zh-CN', 'en-US'])('visual properties in %s in both themes', (locale) => {
  it('match the accepted ones at sign-in', async () => {
    const still = await openStill({ locale });
    await still.page.goto('/login');
    await settled(still.page, '[data-testid=login]');
    expect(await compare(still, 'sign-in', locale, entry)).toEqual([]);
    await still.context.close();
  });

  it('match the accepted ones on the pages behind sign-in', async () => {
    const still = await openStill({ token: console.token, locale });
    const found: string[] = [];
    for (const { name, path, ready, open, ...shown } of scenes) {
      await still.page.goto(path);
      await settled(still.page, ready);
      await open?.(still.page);
      found.push(...(await compare(still, name, locale, shown)));
    }
    expect(found).toEqual([]);
    await still.context.close();
  });

  it('match the accepted ones on every page, which shows the state of its records without scrolling', async () => {
    const { page, session, context } = await openStill({ token: console.token, locale });
    await page.goto('/nowhere');
    await settled(page, '[data-testid=not-found]');
    await drawOnly(session, full, inside);
    const found: string[] = [];
    for (const one of everyPage(flags).filter(({ name }) => name !== 'workplace')) {
      await walkTo(page, one);
      for (const theme of ['light', 'dark'] as const) {
        await showTheme(page, theme);
        found.push(...(await pictures.compare(session, one.name, `${locale}, ${theme}` as Face, inside)));
      }
      const beyond = one.resource && (await stateBeyond(page, one.resource));
      if (beyond !== null && beyond > 0) found.push(`${one.name}: its state stands ${beyond} px beyond the edge`);
    }
    expect(found).toEqual([]);
    await context.close();
  }, 600_000);
});
