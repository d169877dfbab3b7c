import type { ScreenDefinition } from '@gantry/core';
import { queryOptions } from '@tanstack/react-query';
import { loadCode } from '../../ui/lazy-part.tsx';
import { forever } from '../api/index.ts';
import type { Opening, PageModule } from './page-module.ts';

/** Custom pages by the name of their screen. Every other screen is generated from its definition. */
export const ownPages: Readonly<Record<string, () => Promise<PageModule>>> = {
  Workplace: async () => ({ Page: (await import('../../modules/workplace/workplace.tsx')).Workplace }),
  UserInfo: async () => ({ Page: (await import('../../modules/auth/user-center/user-center.tsx')).UserCenter }),
  UserSetting: async () => ({ Page: (await import('../../modules/auth/user-setting/user-setting.tsx')).UserSetting }),
};

async function loadDefinedPage(): Promise<PageModule> {
  const { prepareTabs, ResourceScreen } = await import('./resource/resource-screen.tsx');
  return { Page: ResourceScreen, prepare: prepareTabs };
}

/** Returns the query that loads the page of a screen once. */
export function createPageQuery({ name }: ScreenDefinition) {
  const own = Object.hasOwn(ownPages, name) ? ownPages[name] : undefined;
  return queryOptions({
    queryKey: ['page', own ? name : null],
    queryFn: () => loadCode(own ?? loadDefinedPage),
    ...forever,
  });
}

/** Loads a page with everything that its first render needs. Loading errors are left to the page to show. */
export async function openPage(opening: Opening): Promise<void> {
  const { queries, screen } = opening;
  await queries.prefetchQuery(createPageQuery(screen));
  await queries.getQueryData(createPageQuery(screen).queryKey)?.prepare?.(opening);
}
