import type { ScreenDefinition } from '@gantry/core';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react';
import { Loading } from '../parts/index.ts';
import { PageErrorBoundary } from './page-error-boundary.tsx';

type Page = LazyExoticComponent<ComponentType<{ readonly path: string }>>;

/** Pages that are written by hand, by the name of their screen; every other screen is drawn from its definition. */
const ownPages: Readonly<Record<string, Page>> = {
  Workplace: lazy(async () => ({ default: (await import('./workplace/workplace.tsx')).Workplace })),
  UserSetting: lazy(async () => ({ default: (await import('./user-setting/user-setting.tsx')).UserSetting })),
};
const DefinedPage: Page = lazy(async () => ({
  default: (await import('./resource/resource-screen.tsx')).ResourceScreen,
}));

/** The page of a screen, loaded when it is opened. */
export function ScreenBody({ screen }: { readonly screen: ScreenDefinition }) {
  const Body = ownPages[screen.name] ?? DefinedPage;
  return (
    <PageErrorBoundary key={screen.path}>
      <Suspense
        fallback={
          <main id="page" className="page" tabIndex={-1}>
            <Loading />
          </main>
        }
      >
        <Body path={screen.path} />
      </Suspense>
    </PageErrorBoundary>
  );
}
