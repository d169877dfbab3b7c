import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type Page = LazyExoticComponent<ComponentType<{ readonly path: string }>>;

/** Pages that are written by hand, by the name of their screen; every other screen is drawn from its definition. */
export const ownPages: Readonly<Record<string, Page>> = {
  Workplace: lazy(async () => ({ default: (await import('./workplace/workplace.tsx')).Workplace })),
  UserInfo: lazy(async () => ({ default: (await import('./user-center/user-center.tsx')).UserCenter })),
  UserSetting: lazy(async () => ({ default: (await import('./user-setting/user-setting.tsx')).UserSetting })),
};
