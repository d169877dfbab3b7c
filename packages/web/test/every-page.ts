import { type AnyResource, catalogue, findStateField, kebab, listTabs, presentScreens, resolveTab } from '@gantry/core';
import type { Page } from 'playwright-core';

/** One page of the console: a route, or one of its tabs. */
export interface ConsolePage {
  /** A name that is safe for files. */
  readonly name: string;
  readonly path: string;
  /** Selector that exists once the page is rendered. */
  readonly ready: string;
  readonly resource: AnyResource | null;
}

const readyOf = { resource: '.list-page', settings: '.settings-page', report: '[data-testid^=usage]' } as const;

/** Returns every page behind sign-in on a server with these flags. */
export function everyPage(flags: Readonly<Record<string, string>>): ConsolePage[] {
  return presentScreens(catalogue, flags).flatMap(({ path }): ConsolePage[] => {
    const name = kebab(path.slice(1)).replaceAll(/[/_]/g, '-');
    const tabs = listTabs(catalogue, path);
    if (tabs.length === 0) return [{ name, path, ready: '.card', resource: null }];
    return tabs.map((tab, at) => {
      const key = kebab(resolveTab(tab).name);
      return {
        name: tabs.length === 1 ? name : `${name}-${key}`,
        path: at === 0 ? path : `${path}?tab=${key}`,
        ready: readyOf[tab.kind],
        resource: tab.kind === 'resource' ? tab.resource : null,
      };
    });
  });
}

/** Navigates to a page like a link inside the console. Content of the previous page is marked as `[data-left]`. */
export function stepTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    for (const element of document.querySelectorAll<HTMLElement>('#page *')) element.dataset.left = '';
    history.pushState({ idx: 0, key: to, usr: null }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

/** Navigates to a page in the same way and waits until it is fully rendered. */
export async function walkTo(page: Page, { path, ready }: ConsolePage): Promise<void> {
  await stepTo(page, path);
  await page.waitForSelector(`#page ${ready}:not([data-left])`);
  await page.waitForFunction(
    () =>
      !document.querySelector('#page :is([aria-busy="true"], .bone, .quick-count:empty, .arco-skeleton, .arco-spin)') &&
      [...document.images].every((image) => image.complete),
  );
}

/** Returns by how many px the state column is outside the initially visible part of a list; null when it has none. */
export function stateBeyond(page: Page, resource: AnyResource): Promise<number | null> {
  return page.evaluate((name) => {
    const box = (selector: string) =>
      document.querySelector(`.grid-body .grid-row ${selector}`)?.getBoundingClientRect();
    const [state, availableActions] = [name === null ? undefined : box(`[data-column="${name}"]`), box('.actions')];
    return state && availableActions ? Math.round(state.right - availableActions.left) : null;
  }, findStateField(resource)?.name ?? null);
}
