import type { ScreenDefinition } from '@gantry/core';
import { queryOptions } from '@tanstack/react-query';
import { loadCode } from '../../ui/lazy-part.tsx';
import { forever } from '../api/index.ts';
import type { Opening, PageModule } from './page-module.ts';

/** Pages that are written by hand, by the name of their screen; every other screen is drawn from its definition. */
export const ownPages: Readonly<Record<string, () => Promise<PageModule>>> = {
  Workplace: async () => ({ Page: (await import('../../modules/workplace/workplace.tsx')).Workplace }),
  UserInfo: async () => ({ Page: (await import('../../modules/auth/user-center/user-center.tsx')).UserCenter }),
  UserSetting: async () => ({ Page: (await import('../../modules/auth/user-setting/user-setting.tsx')).UserSetting }),
};

async function loadDefinedPage(): Promise<PageModule> {
  const { prepareTabs, ResourceScreen } = await import('./resource/resource-screen.tsx');
  return { Page: ResourceScreen, prepare: prepareTabs };
}

/** The page of a screen, loaded once. */
export function createPageQuery({ name }: ScreenDefinition) {
  const own = Object.hasOwn(ownPages, name) ? ownPages[name] : undefined;
  return queryOptions({
    queryKey: ['page', own ? name : null],
    queryFn: () => loadCode(own ?? loadDefinedPage),
    ...forever,
  });
}

/** Loads a page with all that it needs to be drawn at once. What cannot be loaded is left to the page to tell. */
export async function openPage(opening: Opening): Promise<void> {
  const { queries, screen } = opening;
  await queries.prefetchQuery(createPageQuery(screen));
  await queries.getQueryData(createPageQuery(screen).queryKey)?.prepare?.(opening);
}
