import type { ScreenDefinition } from '@gantry/core';
import { queryOptions } from '@tanstack/react-query';
import { forever } from '../api/index.ts';
import { ownPages } from './own-pages.ts';
import type { Opening, PageModule } from './page-module.ts';

async function loadDefinedPage(): Promise<PageModule> {
  const { prepareTabs, ResourceScreen } = await import('./resource/resource-screen.tsx');
  return { Page: ResourceScreen, prepare: prepareTabs };
}

/** The page of a screen, loaded once. */
export function createPageQuery({ name }: ScreenDefinition) {
  const own = Object.hasOwn(ownPages, name) ? ownPages[name] : undefined;
  return queryOptions({ queryKey: ['page', own ? name : null], queryFn: own ?? loadDefinedPage, ...forever });
}

/** Loads a page with all that it needs to be drawn at once. What cannot be loaded is left to the page to tell. */
export async function openPage(opening: Opening): Promise<void> {
  const { queries, screen } = opening;
  await queries.prefetchQuery(createPageQuery(screen));
  await queries.getQueryData(createPageQuery(screen).queryKey)?.prepare?.(opening);
}
